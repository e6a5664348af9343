// SPDX-License-Identifier: BSL-1.0
// The node of every tensor: an index map over any reader. Its elements in row-major order are those of the base at the map's addresses. If
// base and map allow it, it counts as memory, so that code for plain readers is no slower. Immutable, shared; any thread may read.
#pragma once

#include <ravel/dims/detail/memory_order.hpp>
#include <ravel/dims/joint.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/lazy/slice.hpp>

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

RAVEL_API void check_coordinates(const shape& of, std::span<const index_t> given);
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

// A base of any element type behind an index map: all of a tensor's node that needs no element type. Owns nothing.
struct RAVEL_API mapped_base {
  const untyped_node& base;
  const dims& map;
  const map_facts& facts;
  const arrangement& arranged;  // of the map

  node_facts node() const;  // of the tensor
  quick_access quick() const;
  // n elements at a row of addresses, lent or in `out`. n is at most the length that the arena was made for.
  raw_block fetch(const address_row& where, index_t n, void* out, arena& from) const;
  void put(const address_row& where, index_t n, const void* values) const;
  // n elements from a row-major position on.
  raw_block pull(const quick_access& quick, index_t start, index_t n, void* out, arena& from) const;
  void store(index_t start, index_t n, const void* values) const;
  void store_at(const index_t* positions, index_t n, const void* values) const;
  // An entry of the base stands at every position that has its address.
  owned_stream entries(entry_pass& pass) const;
  index_t guess_stored() const;
  // The memory of the elements, for overlap checks.
  target_memory extent() const;
  overlap meets(const target_memory& target) const;
};

// A change of maps, type-erased, with the views of deep trees that it has made already.
struct map_change {
  const void* object;
  dims (*call)(const void* object, const dims& map);
  mutable known_nodes<std::shared_ptr<const void>> made = {};

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

template <class T>
class tensor_node;

// The base of a tensor that computes: a function of tensors or of coordinates, or a tensor assembled from others. It can be viewed as a
// whole, so that views need not look up each element.
template <class T>
class shaped_node : public node<T> {
 public:
  // `origin`: the node that this is a view of.
  shaped_node(const node_facts& facts, const shape& extents, source<T> origin, const T* fill = nullptr)
      : node<T>(facts, {}, fill), extents_(extents), origin_(std::move(origin)) {}

  const shape& extents() const { return extents_; }
  const source<T>& origin() const { return origin_; }  // null: it is no view

  // A view of it, in row-major order; null if it cannot make one. `map` is the map of the view. `change` made it from the row-major map of
  // this shape; it is null if the view was made of another view.
  virtual source<T> viewed(const map_change* change, const dims& map, const source<T>& origin) const = 0;
  // Writes all elements to a tensor of this shape that does not overlap them, or overlaps in step. False if reading them in order is as
  // good.
  virtual bool write(const tensor_node<T>&) const { return false; }
  // Adds the maps, of this shape, by which it reads memory, so that callers can choose an order.
  virtual void add_maps(std::vector<laid_map>&) const {}

 private:
  shape extents_;
  source<T> origin_;
};

template <class T>
class tensor_node final : public node<T> {
 public:
  tensor_node(dims map, source<T> base) : tensor_node(std::move(map), std::move(base), nullptr) { check_map(map_, base_->size()); }

  // The same base through a map that was made from this one's.
  std::shared_ptr<const tensor_node> viewed(dims map) const;
  // The view that the change makes. A node that stands in many places of a tree is changed once.
  std::shared_ptr<const tensor_node> viewed(const map_change& change) const;
  std::shared_ptr<const tensor_node> changed(const map_change& change) const;

  // The base, if it has a shape and this shows it whole and in order.
  const shaped_node<T>* whole() const {
    const bool in_order = facts_.in_line && facts_.first == 0 && (facts_.step == 1 || this->size() < 2);
    const shaped_node<T>* const base = in_order ? shaped() : nullptr;
    return base && base->extents() == extents() ? base : nullptr;
  }
  void add_maps(std::vector<laid_map>& to) const;
  // The base that this and all its views share.
  const source<T>& origin() const {
    const shaped_node<T>* const base = shaped();
    return base && base->origin() ? base->origin() : base_;
  }

  const dims& map() const { return map_; }
  const shape& extents() const { return map_.shape(); }
  const source<T>& base() const { return base_; }
  const map_facts& facts() const { return facts_; }
  block<const T> base_memory() const { return base_->memory(); }

  T at(index_t i) const override { return element(address(i)); }
  T element(index_t address) const {
    const auto& memory = base_memory();
    return memory.data ? memory.data[address * memory.step] : base_->at(address);
  }
  index_t address(index_t position) const { return facts_.in_line ? facts_.first + facts_.step * position : map_.to_local(position); }

  // An element by coordinates. Memory at affine addresses takes the fast path; all else the slow one. Coordinates outside throw and never
  // return, so that a loop need not reload the axes.
  template <std::same_as<index_t>... Int>
  [[gnu::always_inline]] T element_at(Int... at) const {
    if (quick_.rank != index_t{sizeof...(Int)}) [[unlikely]]
      return element(known(address_at(at...), at...));
    return quick_element(std::index_sequence_for<Int...>{}, at...);
  }
  template <std::same_as<index_t>... Int>
  [[gnu::always_inline]] T& reference_at(Int... at) const {
    if (quick_.rank != index_t{sizeof...(Int)}) [[unlikely]]
      return *memory_at(known(address_at(at...), at...));
    return quick_element(std::index_sequence_for<Int...>{}, at...);
  }
  // The address of the only element of a tensor of rank 0.
  index_t only_address() const {
    check_coordinates(extents(), {});
    return facts_.first;
  }

  T* memory_at(index_t address) const {
    const auto& memory = base_memory();
    if (!memory.data) throw_no_memory("t.write({i, j}, v) writes an element, tensor<const T>(t)(i, j) reads one");
    return const_cast<T*>(memory.data) + address * memory.step;
  }

  // As for mapped_base; memory is lent at once.
  block<const T> fetch(const address_row& where, index_t n, T* out, arena& from) const {
    const auto& memory = base_memory();
    if (memory.data && !where.gather) return {memory.data + where.address * memory.step, where.step * memory.step};
    return typed(mapped().fetch(where, n, out, from));
  }
  void put(const address_row& where, index_t n, const T* values) const {
    const auto& memory = base_memory();
    if (n != 1 || !memory.data || where.gather) return mapped().put(where, n, values);
    const_cast<T*>(memory.data)[where.address * memory.step] = *values;
  }
  target_memory extent() const { return mapped().extent(); }

  owned_stream entries(entry_pass& pass) const override { return mapped().entries(pass); }
  index_t guess_stored() const override { return mapped().guess_stored(); }
  void store(index_t start, index_t n, const void* values) const override { mapped().store(start, n, values); }
  void store_at(const index_t* positions, index_t n, const void* values) const override { mapped().store_at(positions, n, values); }
  overlap meets(const target_memory& target) const override { return mapped().meets(target); }
  void each_operand(shared_blocks& found) const override {
    if (facts_.keeps_positions()) return found(*base_);
    found.elsewhere(*base_);
  }
  bool is_progression(progression& found) const override {
    if (!facts_.in_line || !base_->is_progression(found)) return false;
    found = {this->size() > 0 ? found.start + facts_.first * found.step : 0, this->size() > 1 ? facts_.step * found.step : 1};
    return found.step != 0;
  }
  bool sorted() const override { return node<T>::sorted() || (facts_.in_line && facts_.step >= 0 && base_->sorted()); }
  bool add_up(index_t start, index_t n, T* room, chunk_total_t<T>* totals, arena& from) const override {
    return facts_.in_sequence() && base_->add_up(facts_.first + start, n, room, totals, from);
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    return typed(mapped().pull(quick_, start, n, out, from));
  }

 private:
  tensor_node(dims map, source<T> base, std::nullptr_t) : tensor_node(map_facts(map), map, base) {}
  tensor_node(const map_facts& facts, dims& map, source<T>& base)
      : node<T>(mapped_base{*base, map, facts, mapped_arrangement(map)}.node(), memory_of(facts, *base), base->fill()),
        map_(std::move(map)),
        base_(std::move(base)),
        facts_(facts) {}

  mapped_base mapped() const { return {*base_, map_, facts_, arrangement_}; }
  static block<const T> typed(const raw_block& b) { return {static_cast<const T*>(b.data), b.step}; }
  const shaped_node<T>* shaped() const { return base_memory().data ? nullptr : dynamic_cast<const shaped_node<T>*>(base_.get()); }
  static block<const T> memory_of(const map_facts& facts, const node<T>& base) {
    const auto& memory = base.memory();
    if (!memory.data || !facts.in_line) return {};
    return {memory.data + facts.first * memory.step, facts.step * memory.step};
  }

  template <std::size_t... K, class... Int>
  [[gnu::always_inline]] T& quick_element(std::index_sequence<K...>, Int... at) const {
    if (((static_cast<std::uint64_t>(at) >= static_cast<std::uint64_t>(quick_.axes[K].extent)) || ...)) [[unlikely]]
      throw_outside(at...);
    return static_cast<T*>(quick_.first)[((at * quick_.axes[K].step) + ...)];
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

  dims map_;
  mapped_arrangement arrangement_{map_};
  source<T> base_;
  map_facts facts_;
  quick_access quick_ = mapped().quick();
};

template <class T>
std::shared_ptr<const tensor_node<T>> tensor_node<T>::viewed(dims map) const {
  return std::shared_ptr<const tensor_node>(new tensor_node(std::move(map), base_, nullptr));
}
template <class T>
std::shared_ptr<const tensor_node<T>> tensor_node<T>::viewed(const map_change& change) const {
  if (this->depth() <= low_tree) return changed(change);
  const auto* const known = change.made.find(this);
  return std::static_pointer_cast<const tensor_node>(known ? *known : change.made.add(this, changed(change)));
}
template <class T>
std::shared_ptr<const tensor_node<T>> tensor_node<T>::changed(const map_change& change) const {
  dims map = change(map_);
  if (const shaped_node<T>* const base = shaped()) {
    if (source<T> view = base->viewed(whole() ? &change : nullptr, map, origin()))
      return make_node<tensor_node>(dims::row_major(map.shape()), std::move(view));
  }
  return viewed(std::move(map));
}

template <class T>
void tensor_node<T>::add_maps(std::vector<laid_map>& to) const {
  const shaped_node<T>* const base = whole();
  if (base && base->depth() <= low_tree) return base->add_maps(to);
  to.push_back({&map_, base_memory().data ? base_memory().step : 1});
}

// Compiled once, in src/, for the elements of the closed set, instead of in every file that makes one.
#define RAVEL_DECLARE(T) extern template class RAVEL_API tensor_node<T>;
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

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
  if (n.size() == 0 && !dynamic_cast<const tensor_node<T>*>(&n)) [[unlikely]]
    return static_cast<const tensor_node<T>&>(*tensor_of_nothing<T>());
  return static_cast<const tensor_node<T>&>(n);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API const tensor_node<T>& as_tensor_node(const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail
