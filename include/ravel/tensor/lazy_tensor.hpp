// SPDX-License-Identifier: BSL-1.0
// What elementwise work on tensors gives: one function of all its readers, with a shape. It is read in row-major order like any reader,
// viewed like a tensor, and becomes a tensor<const T> where one is asked for. Owns what it reads.
#pragma once

#include <ravel/lazy/map.hpp>
#include <ravel/tensor/tensor.hpp>

namespace ravel {

namespace detail {

// The same behind a handle, in <ravel/tensor/detail/expression.hpp>.
template <class E>
tensor<const typename E::value_type> erased_tensor(const E& values, const shape& extents);

}  // namespace detail

// E is a fused function whose leaves are all tensors of this shape.
template <class E>
class [[nodiscard]] lazy_tensor : public E, public adl_barrier::viewed_by_places<lazy_tensor<E>> {
 public:
  using value_type = typename E::value_type;

  explicit lazy_tensor(E values) : E(std::move(values)) {}
  lazy_tensor(const lazy_tensor&) = default;
  lazy_tensor(lazy_tensor&&) = default;
  lazy_tensor& operator=(const lazy_tensor&) & = default;  // only a name is bound anew
  lazy_tensor& operator=(lazy_tensor&&) & = default;
  template <class X>
  void operator=(const X&) const&& = delete;  // this is computed, so that there is nothing to write to

  const ravel::shape& shape() const& {
    const ravel::shape* found = nullptr;
    auto look = [&](const auto& node) { found = &detail::as_tensor_node(node).extents(); };
    this->each_leaf(look);
    return *found;
  }
  ravel::shape shape() const&& { return static_cast<const lazy_tensor&>(*this).shape(); }
  index_t rank() const { return shape().rank(); }
  index_t extent(index_arg axis) const { return shape()[detail::check_axis(axis, rank())]; }
  ravel::dims dims() const { return ravel::dims::row_major(shape()); }
  static constexpr ravel::layout layout() { return ravel::layout::computed; }

  using adl_barrier::viewed_by_places<lazy_tensor>::operator();
  template <detail::integer... Int>
  detail::given_t<value_type> operator()(Int... places) const {
    return E::unchecked(dims().to_local({places...}));
  }
  detail::given_t<value_type> at(const ints& places) const {
    return E::unchecked(dims().to_local(places));
  }  // by a run-time list of coordinates
  detail::given_t<value_type> operator()() const { return E::unchecked(dims().to_local(ints(std::span<const index_t>()))); }

  template <std::same_as<value_type> V>
  operator V() const&& {  // double d = (x + 1)(last)
    return (*this)();
  }

  tensor<const value_type> erased() const& { return detail::erased_tensor(values(), shape()); }

  // For the engine.
  const E& values() const& { return *this; }
  E values() && { return std::move(*this); }
};

namespace detail {

template <class T>
reader<T> viewed_leaf(const reader<T>& leaf, const map_change& change) {
  return detail_access::wrap<T>(source<T>(as_tensor_node(detail_access::node(leaf)).viewed(change)));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API reader<T> viewed_leaf(const reader<T>&, const map_change&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// A view of a function of tensors is the function of their views.
struct viewed_leaves {
  const map_change& change;

  template <class T>
  reader<T> operator()(const reader<T>& leaf) const {
    return viewed_leaf(leaf, change);
  }
};

template <class E, class Change>
lazy_tensor<E> viewed(const lazy_tensor<E>& x, const Change& change) {
  lazy_tensor<E> view = x;
  view.change_leaves(viewed_leaves{change_of(change)});
  return view;
}

// What is no tensor yet, because dims are left, says so where something is to be made of it.
template <class X>
void check_whole(const X& x) {
  if constexpr (requires { x.check_whole(); }) x.check_whole();
}

// x as a tensor to be read; a reader without a shape is one axis. Where x is no handle, for as long as x lives.
template <input X>
tensor<const read_t<X>> as_read_tensor(const X& x) {
  check_whole(x);
  if constexpr (shaped<X>) {
    return x;
  } else {
    return {dims::row_major(size_of(x)), borrowed_handle(x)};
  }
}

}  // namespace detail
}  // namespace ravel

template <class E>
inline constexpr bool std::ranges::enable_view<ravel::lazy_tensor<E>> = true;
