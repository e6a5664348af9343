// SPDX-License-Identifier: BSL-1.0
// The node of every tensor: an index map over any reader. Its elements in row-major order are those of the base at the map's addresses. If
// base and map allow it, it counts as memory, so that code for plain readers is no slower. Immutable, shared; any thread may read.
#pragma once

#include <ravel/dims/dims.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/sources.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/storage/buffer.hpp>

#include <array>
#include <bit>
#include <span>
#include <vector>

namespace ravel::detail {

// Facts about a map that every element access or view needs, computed once.
struct RAVEL_API map_facts {
  explicit map_facts(const dims& map);

  bool in_line = false;  // position i has the address first + step * i
  index_t first = 0;
  index_t step = 1;
  bool affine = false;               // coordinates i have the address first + sum of i[k] * strides[k]
  small_vector<index_t, 4> strides;  // one for each axis if affine

  bool in_sequence() const { return in_line && step == 1; }
  bool keeps_positions() const { return in_sequence() && first == 0; }
};

[[noreturn]] RAVEL_API void throw_no_memory(const char* instead);
RAVEL_API void check_map(const dims& map, index_t base_size);

// The most axes that brackets take.
inline constexpr std::size_t most_axes = 8;

// An axis of elements in memory: its extent, and its step in elements.
struct memory_axis {
  index_t extent = 0;
  index_t step = 0;
};

// Copies n elements of `bytes` bytes from a row-major position to `out`. False if rows are long, and better read one by one.
RAVEL_API bool read_short_rows(const void* first, std::span<const memory_axis> axes, index_t start, index_t n, void* out, index_t bytes);

// The fields that element access by coordinates needs, next to each other.
struct quick_access {
  void* first = nullptr;
  index_t rank = -1;  // none: not over memory, or not affine
  std::array<memory_axis, most_axes> axes;
};

// A change of maps, type-erased, with the views of deep trees that it has made already.
struct map_change {
  const void* object;
  dims (*call)(const void* object, const dims& map);
  mutable known_nodes<shared_untyped> made = {};

  dims operator()(const dims& map) const { return call(object, map); }
};

template <class Change>
map_change change_of(const Change& change) {
  return {.object = &change, .call = [](const void* object, const dims& map) { return (*static_cast<const Change*>(object))(map); }};
}

// Maps positions by a map, which must outlive it.
class RAVEL_API mapped_arrangement final : public arrangement {
 public:
  explicit mapped_arrangement(const dims& map) : map_(map) {}
  bool same(const arrangement& other) const override;

 private:
  const dims& map_;
};

// The base of a tensor that computes: a function of tensors or of coordinates, or a tensor assembled from others. It can be viewed as a
// whole, so that views need not look up each element. A node derives from it, too.
class RAVEL_API shaped_base {
 public:
  // `origin`: the node that this is a view of; null if it is no view.
  shaped_base(const shape& extents, shared_untyped origin) : extents_(extents), origin_(std::move(origin)) {}

  const shape& extents() const { return extents_; }
  const shared_untyped& origin() const { return origin_; }

  // A view of it, in row-major order; null if it cannot make one. `map` is the map of the view. `change` made it from the row-major map of
  // this shape; it is null if the view was made of another view.
  virtual shared_untyped viewed(const map_change* change, const dims& map, const shared_untyped& origin) const = 0;
  // Writes all elements to a tensor of this shape and element type that does not overlap them, or overlaps in step. False if reading them
  // in order is as good.
  virtual bool write(const untyped_tensor&) const { return false; }
  // Adds the maps, of this shape, by which it reads memory, so that callers can choose an order.
  virtual void add_maps(std::vector<laid_map>&) const {}

 protected:
  ~shaped_base() = default;

 private:
  shape extents_;
  shared_untyped origin_;
};

// The node of a tensor without its element type: a base behind an index map.
class RAVEL_API untyped_tensor {
 public:
  virtual const untyped_node& as_node() const = 0;
  // Tensors of the same element type: a base behind a map that fits it, and new memory, whose elements are not set if they are bytes.
  virtual shared_untyped over(dims map, shared_untyped base) const = 0;
  virtual shared_untyped unfilled(const shape& extents) const = 0;
  // n elements in memory that an owner keeps alive, from element `lowest` on, counted from `first`. Checks the memory.
  virtual shared_untyped in_memory(void* first, index_t lowest, index_t n, std::shared_ptr<const void> owner) const = 0;
  // A constant: the default value of sparse data, else the type's own.
  virtual shared_untyped default_value() const = 0;
  // Writes a source of the same size and type entry by entry. Precondition: this is sparse.
  virtual void store_entries(const untyped_node& source) const = 0;

  const dims& map() const { return map_; }
  const shape& extents() const { return map_.shape(); }
  const shared_untyped& base() const { return base_; }
  const map_facts& facts() const { return facts_; }
  const element_room& kind() const { return base_->room(); }
  index_t address(index_t position) const { return facts_.in_line ? facts_.first + facts_.step * position : map_.to_local(position); }
  // The address of the only element of a tensor of rank 0.
  index_t only_address() const {
    check_coordinates(extents(), {});
    return facts_.first;
  }

  // The same base through a map that was made from this one's.
  shared_untyped viewed(dims map) const { return over(std::move(map), base_); }
  // The view that the change makes. A node that stands in many places of a tree is changed once.
  shared_untyped viewed(const map_change& change) const;
  // The base, if it has a shape and this shows it whole and in order.
  const shaped_base* whole() const;
  void add_maps(std::vector<laid_map>& to) const;
  // The base that this and all its views share.
  const shared_untyped& origin() const;

  // n elements at a row of addresses, lent or in `out`. n is at most the length that the arena was made for.
  raw_block fetch(const address_row& where, index_t n, void* out, arena& from) const;
  void put(const address_row& where, index_t n, const void* values) const;
  // The memory of the elements, for overlap checks.
  target_memory extent() const;

 protected:
  untyped_tensor(const map_facts& facts, dims map, shared_untyped base);
  ~untyped_tensor() = default;

  static node_facts node_of(const dims& map, const map_facts& facts, const untyped_node& base);
  // These do what the functions of a node do.
  raw_block pull_by_map(index_t start, index_t n, void* out, arena& from) const;
  void store_by_map(index_t start, index_t n, const void* values) const;
  void store_at_by_map(const index_t* positions, index_t n, const void* values) const;
  // An entry of the base stands at every position that has its address.
  owned_stream entries_by_map(entry_pass& pass) const;
  index_t guess_stored_by_map() const;
  overlap meets_by_map(const target_memory& target) const;

  const quick_access& quick() const { return quick_; }

 private:
  shared_untyped changed(const map_change& change) const;
  quick_access quick_of_memory() const;

  dims map_;
  mapped_arrangement arrangement_{map_};
  shared_untyped base_;
  map_facts facts_;
  quick_access quick_ = quick_of_memory();
};

// For a map that was made from a checked one.
struct already_checked {};

template <class T>
class tensor_node final : public node<T>, public untyped_tensor {
 public:
  tensor_node(dims map, source<T> base) : tensor_node(already_checked(), std::move(map), std::move(base)) {
    check_map(this->map(), this->base()->size());
  }
  tensor_node(already_checked, dims map, shared_untyped base) : tensor_node(map_facts(map), map, base) {}

  const untyped_tensor* as_tensor() const override { return this; }
  const untyped_node& as_node() const override { return *this; }
  shared_untyped over(dims map, shared_untyped base) const override {
    return make_node<tensor_node>(already_checked(), std::move(map), std::move(base));
  }
  shared_untyped unfilled(const shape& extents) const override {
    return over(dims::row_major(extents), detail_access::shared<T>(unfilled_buffer<T>(extents.elements())));
  }
  shared_untyped in_memory(void* first, index_t lowest, index_t n, std::shared_ptr<const void> owner) const override {
    T* const elements = static_cast<T*>(first);
    check_memory(elements, n);  // before any sum with it
    return make_node<memory_node<T>>(n > 0 ? elements + lowest : elements, 1, n, std::move(owner));
  }
  shared_untyped default_value() const override { return make_node<constant_node<T>>(1, this->fill() ? *this->fill() : T()); }
  void store_entries(const untyped_node& source) const override { detail::store_entries(typed(source), *this); }

  block<const T> base_memory() const { return typed_base().memory(); }

  T at(index_t i) const override { return element(address(i)); }
  T element(index_t address) const {
    const auto memory = base_memory();
    return memory.data ? memory.data[address * memory.step] : typed_base().at(address);
  }

  // An element by coordinates. Memory at affine addresses takes the fast path; all else the slow one. Coordinates outside throw and never
  // return, so that a loop need not reload the axes.
  template <std::same_as<index_t>... Int>
  [[gnu::always_inline]] T element_at(Int... at) const {
    if (quick().rank != index_t{sizeof...(Int)}) [[unlikely]]
      return element(known(address_at(at...), at...));
    return quick_element(std::index_sequence_for<Int...>{}, at...);
  }
  template <std::same_as<index_t>... Int>
  [[gnu::always_inline]] T& reference_at(Int... at) const {
    if (quick().rank != index_t{sizeof...(Int)}) [[unlikely]]
      return *memory_at(known(address_at(at...), at...));
    return quick_element(std::index_sequence_for<Int...>{}, at...);
  }

  T* memory_at(index_t address) const {
    const auto memory = base_memory();
    if (!memory.data) throw_no_memory("t.write({i, j}, v) writes an element, tensor<const T>(t)(i, j) reads one");
    return const_cast<T*>(memory.data) + address * memory.step;
  }
  void write(index_t address, const T& value) const {
    const auto memory = base_memory();
    if (!memory.data) return put({address, 1}, 1, std::addressof(value));
    const_cast<T*>(memory.data)[address * memory.step] = value;
  }

  owned_stream entries(entry_pass& pass) const override { return entries_by_map(pass); }
  index_t guess_stored() const override { return guess_stored_by_map(); }
  void store(index_t start, index_t n, const void* values) const override { store_by_map(start, n, values); }
  void store_at(const index_t* positions, index_t n, const void* values) const override { store_at_by_map(positions, n, values); }
  overlap meets(const target_memory& target) const override { return meets_by_map(target); }
  void each_operand(shared_blocks& found) const override {
    if (facts().keeps_positions()) return found(*base());
    found.elsewhere(*base());
  }
  bool is_progression(progression& found) const override {
    const index_t first = facts().first, step = facts().step;
    if (!facts().in_line || !base()->is_progression(found)) return false;
    found = {this->size() > 0 ? found.start + first * found.step : 0, this->size() > 1 ? step * found.step : 1};
    return found.step != 0;
  }
  bool list_operations(operation_list& to) const override { return whole() && base()->list_operations(to); }
  bool sorted() const override { return node<T>::sorted() || (facts().in_line && facts().step >= 0 && base()->sorted()); }
  bool add_up(index_t start, index_t n, T* room, chunk_total_t<T>* totals, arena& from) const override {
    return facts().in_sequence() && typed_base().add_up(facts().first + start, n, room, totals, from);
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    const raw_block got = pull_by_map(start, n, out, from);
    return {static_cast<const T*>(got.data), got.step};
  }

 private:
  tensor_node(const map_facts& facts, dims& map, shared_untyped& base)
      : node<T>(node_of(map, facts, *base), memory_of(facts, typed(*base)), typed(*base).fill()),
        untyped_tensor(facts, std::move(map), std::move(base)) {}

  static const node<T>& typed(const untyped_node& base) { return static_cast<const node<T>&>(base); }
  const node<T>& typed_base() const { return typed(*base()); }
  static block<const T> memory_of(const map_facts& facts, const node<T>& base) {
    const auto memory = base.memory();
    if (!memory.data || !facts.in_line) return {};
    return {memory.data + facts.first * memory.step, facts.step * memory.step};
  }

  template <std::size_t... K, class... Int>
  [[gnu::always_inline]] T& quick_element(std::index_sequence<K...>, Int... at) const {
    if (((static_cast<std::uint64_t>(at) >= static_cast<std::uint64_t>(quick().axes[K].extent)) || ...)) [[unlikely]]
      throw_outside(at...);
    return static_cast<T*>(quick().first)[((at * quick().axes[K].step) + ...)];
  }
  // The address; negative if outside. Pure, so that a loop need not reload the facts of this node.
  template <class... Int>
  [[gnu::noinline, gnu::pure]] index_t address_at(Int... at) const noexcept {
    const shape& of = extents();
    if (of.rank() != index_t{sizeof...(Int)}) return -1;
    index_t position = 0, k = 0;
    bool inside = true;
    ((inside = inside && at >= 0 && at < of[k], position = inside ? position * of[k++] + at : 0), ...);
    return inside ? address(position) : -1;
  }
  template <class... Int>
  index_t known(index_t address, Int... at) const {
    if (address < 0) throw_outside(at...);
    return address;
  }
  template <class... Int>
  [[noreturn, gnu::noinline, gnu::cold]] void throw_outside(Int... at) const {
    const index_t given[] = {at...};
    check_coordinates(extents(), given);
    __builtin_unreachable();
  }
};

// Compiled once, in src/, for the elements of the closed set, instead of in every file that makes one.
#define RAVEL_DECLARE(T) extern template class RAVEL_API tensor_node<T>;
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// True if `a` looks at elements that `b` holds.
RAVEL_API bool is_view_of(const untyped_tensor& a, const untyped_tensor& b);

template <class T>
shared_untyped tensor_of_nothing() {
  return only_node<tensor_node<T>>(dims::row_major({0}), std::static_pointer_cast<const node<T>>(nothing_in_memory<T>()));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API shared_untyped tensor_of_nothing<T>();
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// A leaf of elementwise work. A moved-from leaf is no tensor, but has no elements either.
template <class T>
const tensor_node<T>& as_tensor_node(const node<T>& n) {
  if (n.size() == 0 && !n.as_tensor()) [[unlikely]]
    return static_cast<const tensor_node<T>&>(*tensor_of_nothing<T>());
  return static_cast<const tensor_node<T>&>(n);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API const tensor_node<T>& as_tensor_node(const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
