// SPDX-License-Identifier: BSL-1.0
// Writes tensors: copy, fill, clone, contiguous, += and its like, copy_where, assume_no_alias. The source is broadcast to the shape of the
// target. If source and target overlap, the result is as if the source had been read first. A target that shows one address at two
// positions is refused. If reading throws, the target keeps what was written so far; a sparse target keeps its old elements. Threads may
// write different elements.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/lazy/assume.hpp>
#include <ravel/loop/in_place.hpp>
#include <ravel/tensor/detail/slabs.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/walk/write_rows.hpp>

namespace ravel {

namespace detail {

RAVEL_API void check_assignable(const dims& target);

// Copies between memory, for elements that are bytes. False if one side is not such memory.
RAVEL_API bool move_as_bytes(const walked_operand& from, const walked_operand& to);

// The memory that a write to a tensor may modify.
template <class T>
target_memory written(const tensor_node<T>& target) {
  return target.base_memory().data ? target.extent() : target_of(*target.base());
}

struct itself {
  using is_pure = void;
  template <class T>
  const T& operator()(const T& value) const {
    return value;
  }
};

template <class T>
void write_apart(const reader<T>& source, const tensor_node<T>& target, overlap how);

// slab_moves copies slabs of a tensor, one after the other, between its memory and a room in row-major order. It allocates nothing for a
// slab and owns nothing.
class RAVEL_API slab_moves {
 public:
  slab_moves(const walked_operand& memory, index_t most);
  static bool possible(const walked_operand& memory) { return memory.data && memory.as_bytes && memory.facts->affine; }
  // The number of elements of the slab that begins at a position. Slabs are consecutive.
  index_t size_at(index_t position) const;
  // `there` is the address of that position.
  void put(const std::byte* room, index_t position, const std::byte* there) const;
  void fetch(std::byte* room, index_t position, const std::byte* there) const;

 private:
  // Calls f(extent, step in memory, step in the room), in bytes, for each axis of a slab, the last axis first.
  template <class F>
  void each_axis(index_t position, const F& f) const;

  const walked_operand& memory_;
  index_t cut_ = 0;           // the axis that slabs cut; a slab has one place of each axis before it
  index_t most_, inner_ = 1;  // places of a slab on that axis; elements of each
};

// Writes a source whose neighbours are far apart in the target: computes it in its own order, in slabs, and moves these.
template <class T>
bool write_moved(const node<T>& source, const tensor_node<T>& target) {
  if (!target.base_memory().data || !target.facts().affine) return false;
  const walked_operand to = walked(target);
  const slab_moves moves(to, slab_elements);
  evaluation run(0, source.size(), {}, evaluation::blocks::fitting, source);
  const buffer<T> room = unfilled_buffer<T>(std::min(source.size(), slab_elements) + run.length());
  T* const first = room.data();
  for (index_t position = 0, filled = 0; run.next();) {
    spread(run.pull(source, first + filled), run.size(), first + filled);
    filled += run.size();
    while (filled > 0 && filled >= moves.size_at(position)) {
      const index_t n = moves.size_at(position);
      if (to.as_bytes) {
        moves.put(reinterpret_cast<const std::byte*>(first), position, to.at(target.address(position)));
      } else {
        target.store(position, n, first);
      }
      std::move(first + n, first + filled, first);
      position += n, filled -= n;
    }
  }
  return true;
}

// Writes slab by slab, in the order of the source's base, if the source runs across that order and is not memory.
template <class T>
bool write_slabs(const tensor_node<T>& source, const tensor_node<T>& target) {
  if constexpr (element<T>) {
    const axis_list order = source.base_memory().data ? axis_list() : axes_by_distance(source.map());
    if (order.empty()) return false;
    const auto in_order = [&](const tensor_node<T>& of) { return of.viewed(of.map().transpose(as_span(order))); };
    const auto from_all = in_order(source), to_all = in_order(target);
    if (write_moved<T>(*from_all, *to_all)) return true;
    const buffer<T> room = unfilled_buffer<T>(std::min(source.size(), slab_elements));
    each_slab(
        room.size(),
        [&](const tensor<const T>& from, const tensor<T>& to) {
          const tensor<T> slab(dims::row_major(from.shape()), room);
          write_apart<T>(from, tensor_access::node<T>(slab), overlap::none);
          write_apart<T>(slab, tensor_access::node<T>(to), overlap::none);
        },
        tensor_access::wrap<const T>(from_all), tensor_access::wrap<T>(to_all));
    return true;
  }
  return false;
}

template <class T>
bool runs_across(const tensor_node<T>& target) {
  return target.base_memory().data && !axes_by_distance(target.map()).empty();
}
template <class T>
bool write_turned(const node<T>& source, const tensor_node<T>& target) {
  if constexpr (element<T>) return runs_across(target) && write_moved(source, target);
  return false;
}

// Whether others can reach the target. Fresh memory overlaps no source, even if a user's function reads anything.
enum class target_is : bool { known, fresh };

// Writes a source of the target's shape that does not overlap the target, or only element by element.
template <class T>
void write_apart(const reader<T>& source, const tensor_node<T>& target, overlap how) {
  const auto& from = as_tensor_node(detail_access::node(source));
  if (const auto* const whole = from.whole(); whole && whole->write(target)) return;
  if (how == overlap::none && walked(target).in_a_row() && from.facts().in_line) {
    read_into<T>(from, 0, target.size(), const_cast<T*>(target.memory().data));
  } else if (!move_as_bytes(walked(from), walked(target)) && !write_slabs(from, target) &&
             !(how == overlap::none && !from.base_memory().data && write_turned(from, target))) {
    const auto copied = fuse(itself{}, source);
    write_rows<T>(over_tensors(copied), target);
  }
}

// Calls write(target) such that the source is read as if nothing had been written yet.
template <class T, class Write>
void write_whole(const tensor_node<T>& target, overlap how, Write write) {
  if (how != overlap::arbitrary) return write(target, how);
  const tensor<T> read_first = empty_tensor<T>(target.extents());
  write(tensor_access::node<T>(read_first), overlap::none);
  write_apart<T>(read_first, target, overlap::none);
}

template <class T>
overlap meets(const function_of_tensors<T>& f, const target_memory& target) {
  leaf_list leaves;
  f.how.list(f.function, leaves);
  return leaves.meets(target);
}
template <class T>
bool reads_computed(const function_of_tensors<T>& f) {
  small_vector<walked_operand, 6> leaves(f.leaves, unset);
  f.look(f.function, leaves.data());
  return std::any_of(leaves.begin(), leaves.end(), [](const walked_operand& leaf) { return !leaf.data && leaf.map->size() > 1; });
}
template <class T>
void write_elements(const function_of_tensors<T>& f, const tensor_node<T>& target, target_is what) {
  if (target.fill() && store_entries<T>(function_node<T>(target.size(), f.function, f.how), target)) return;
  const overlap how = what == target_is::fresh ? overlap::none : meets(f, written(target));
  write_whole(target, how, [&](const tensor_node<T>& to, overlap met) {
    const bool turned = met == overlap::none && runs_across(to) && reads_computed(f);
    if (!turned || !write_turned<T>(function_node<T>(to.size(), f.function, f.how), to)) write_rows(f, to);
  });
}
template <class T>
void write_elements(const reader<T>& source, const tensor_node<T>& target, target_is what) {
  if (store_entries<T>(detail_access::node(source), target)) return;
  const overlap how = what == target_is::fresh ? overlap::none : detail_access::node(source).meets(written(target));
  write_whole(target, how, [&](const tensor_node<T>& to, overlap met) { write_apart(source, to, met); });
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T)                                                                                          \
  extern template RAVEL_API void write_elements(const function_of_tensors<T>&, const tensor_node<T>&, target_is); \
  extern template RAVEL_API void write_elements(const reader<T>& source, const tensor_node<T>& target, target_is);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Writes from a fused function, or from a reader whose node is a tensor node.
template <class E, class T>
void write_from(const E& e, const tensor_node<T>& target, target_is what) {
  if constexpr (!std::same_as<typename E::value_type, T>) {
    write_from(fuse(widened<T>{}, e), target, what);
  } else if constexpr (requires { e.in_place(); }) {
    write_elements<T>(over_tensors(e), target, what);
  } else {
    write_elements<T>(e, target, what);
  }
}

template <class R, class T>
void copy_elements(const R& source, const tensor<T>& target, target_is what) {
  const tensor<T> held = target;  // user code below may bind that name anew
  const auto& to = tensor_access::node<T>(held);
  check_assignable(to.map());
  write_from(stretched(borrowed_handle(source), to.extents()), to, what);
}
template <class T>
void copy_elements(const tensor<T>& source, const tensor<T>& target, target_is what) {
  copy_elements(static_cast<const tensor<const T>&>(source), target, what);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API void copy_elements(const tensor<const T>&, const tensor<T>&, target_is);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::input R, class T>
  requires detail::widens_to<detail::read_t<R>, T>
void copy(const R& source, const tensor<T>& target) {
  detail::copy_elements(source, target, detail::target_is::known);
}

template <detail::input R, class T>
  requires detail::narrows_to<detail::read_t<R>, T>
void copy(const R& source, const tensor<T>& target) = delete;  // the elements could lose their value: copy(cast<T>(source), target) checks

template <class T>
  requires(!std::is_const_v<T>)
void fill(const tensor<T>& target, detail::value_for<T> value) {
  copy(detail::with_shape(constant<T>(1, value), {}), target);
}

template <detail::input R, class T>
void copy(serial_executor, const R& source, const tensor<T>& target) {
  const detail::serial_scope alone;
  copy(source, target);
}
template <class T>
  requires(!std::is_const_v<T>)
void fill(serial_executor, const tensor<T>& target, detail::value_for<T> value) {
  const detail::serial_scope alone;
  fill(target, value);
}

// Copies to fresh memory in row-major order.
template <detail::shaped_reader X>
[[nodiscard]] auto clone(const X& x) {
  using T = detail::read_t<X>;
  const tensor<T> made = detail::empty_tensor<T>(x.shape());
  detail::copy_elements(x, made, detail::target_is::fresh);
  return made;
}

template <class T>
[[nodiscard]] bool is_contiguous(const tensor<T>& t) {
  return t.layout() == layout::contiguous;
}
template <class E>
[[nodiscard]] bool is_contiguous(const lazy_tensor<E>&) {
  return false;
}

// The tensor itself if its elements are consecutive in memory, else a copy.
template <class T>
tensor<T> contiguous(const tensor<T>& t) {
  return is_contiguous(t) ? t : tensor<T>(clone(t));
}
template <class E>
[[nodiscard]] auto contiguous(const lazy_tensor<E>& t) {
  return clone(t);
}

// The same elements, with the promise that they are not written meanwhile: see lazy/assume.hpp.
template <detail::shaped_reader X>
[[nodiscard]] auto assume_no_alias(const X& x) {
  using T = detail::read_t<X>;
  if constexpr (detail::fused_expression<X>) {
    X same = x;
    same.declare_independent();
    return same;
  } else {
    return tensor<const T>(dims::row_major(x.shape()), assume_no_alias(reader<T>(x)));
  }
}

// The same elements, with the promise that none is infinite or NaN.
template <detail::shaped_reader X>
[[nodiscard]] auto assume_finite(const X& x) {
  using T = detail::read_t<X>;
  const tensor<const T> same = x;
  return tensor<const T>(same.dims(), assume_finite(same.base()));
}

// Copies the elements where the mask is true. Reads all of the source.
template <readable Mask, class X, class T>
  requires(!std::is_const_v<T>)
void copy_where(const Mask& mask, const X& source, const tensor<T>& target) {
  copy(where(mask, source, target), target);
}

}  // namespace ravel
