// SPDX-License-Identifier: BSL-1.0
// lazy_tensor: the result of elementwise work on tensors, a function of all its readers with a shape. It reads in row-major order like any
// reader, has the views of a tensor, and converts to tensor<const T>. Owns its sources. Safe to read from any thread.
#pragma once

#include <ravel/lazy/map.hpp>
#include <ravel/tensor/tensor.hpp>

namespace ravel {

namespace detail {

// Type-erases it, in <ravel/tensor/detail/stretch.hpp>.
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
  lazy_tensor& operator=(const lazy_tensor&) & = default;  // binds a name anew; never a temporary
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
  }  // takes a run-time list of coordinates
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

// A view of a function of tensors is the function of their views.
struct viewed_leaves {
  const map_change& change;

  template <class T>
  reader<T> operator()(const reader<T>& leaf) const {
    return detail_access::wrap<reader<T>>(as_tensor_node(detail_access::node(leaf)).viewed(change));
  }
};

template <class E, class Change>
lazy_tensor<E> viewed(const lazy_tensor<E>& x, const Change& change) {
  lazy_tensor<E> view = x;
  view.change_leaves(viewed_leaves{change_of(change)});
  return view;
}

// An expression whose dims are not all bound is not a tensor yet; it throws here.
template <class X>
void check_whole(const X& x) {
  if constexpr (requires { x.check_whole(); }) x.check_whole();
}

// Converts x to a read-only tensor; a reader without a shape becomes one axis. Borrows x if it is not a handle.
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
