// SPDX-License-Identifier: BSL-1.0
// Writes tensors: copy, fill, clone, contiguous, assume_no_alias. The source is broadcast to the shape of the target. If source and target
// overlap, the result is as if the source had been read first. A target that shows one address at two positions is refused. If reading
// throws, the target keeps what was written so far; a sparse target keeps its old elements. Threads may write different elements.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/lazy/assume.hpp>
#include <ravel/loop/copy.hpp>
#include <ravel/tensor/map.hpp>
#include <ravel/walk/rows.hpp>

namespace ravel {

namespace detail {

RAVEL_API void check_assignable(const dims& target);

// The memory that a write to a tensor may modify.
RAVEL_API target_memory written(const untyped_tensor& target);

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

// Whether others can reach the target. Fresh memory overlaps no source, even if a user's function reads anything.
enum class target_is : bool { known, fresh };

// Write a source of the target's shape: a function of tensors, or a tensor of the target's element type.
RAVEL_API void write_elements(const function_of_tensors& f, const untyped_tensor& target, target_is what);
RAVEL_API void write_elements(const untyped_tensor& source, const untyped_tensor& target, target_is what);
// Broadcasts the source to the target's shape. The caller keeps both alive.
RAVEL_API void copy_tensor(const untyped_tensor& source, const untyped_tensor& target, target_is what);

template <class E, class T>
void write_function(const E& e, const tensor_node<T>& target, target_is what) {
  if constexpr (!std::same_as<typename E::value_type, T>) {
    write_function(fuse(widened<T>{}, e), target, what);
  } else {
    write_elements(typed_function<T>(&e, fused_function<E>), target, what);
  }
}

template <class R, class T>
void copy_elements(const R& source, const tensor<T>& target, target_is what) {
  const tensor<T> held = target;  // user code below may bind that name anew
  const auto& to = tensor_node_of<T>(held);
  check_assignable(to.map());
  auto&& values = stretched(borrowed_handle(source), to.extents());
  if constexpr (requires { values.in_place(); }) {
    write_function(values, to, what);
  } else if constexpr (std::same_as<read_t<decltype(values)>, T>) {
    write_elements(as_tensor_node(detail_access::node<T>(values)), to, what);
  } else {
    write_function(fuse(widened<T>{}, values), to, what);
  }
}
template <class T>
void copy_elements(const tensor<const T>& source, const tensor<T>& target, target_is what) {
  const auto from = detail_access::shared<T>(source), to = detail_access::shared<T>(target);
  copy_tensor(as_tensor_node(*from), as_tensor_node(*to), what);
}
template <class T>
void copy_elements(const tensor<T>& source, const tensor<T>& target, target_is what) {
  copy_elements(static_cast<const tensor<const T>&>(source), target, what);
}

}  // namespace detail

template <detail::input R, class T>
  requires detail::widens_to<detail::read_t<R>, T>
void copy(const R& source, const tensor<T>& target) {
  detail::copy_elements(source, target, detail::target_is::known);
}

template <detail::input R, class T>
  requires(!detail::widens_to<detail::read_t<R>, T>)
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

// True if the elements are consecutive in memory, in row-major order.
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

}  // namespace ravel
