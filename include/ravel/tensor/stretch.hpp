// SPDX-License-Identifier: BSL-1.0
// How tensors of several shapes meet: extents of 1 and missing leading axes stretch, all else must match. A reader without a shape counts
// as one axis, a value as none.
#pragma once

#include <ravel/tensor/lazy_tensor.hpp>

namespace ravel::detail {

// At least one has a shape.
template <class... Xs>
concept shaped_among = (shaped_reader<Xs> || ...);

RAVEL_API shape stretched_shape(const shape& a, const shape& b);
// The map stretched to the extents, which are those of a joint shape or of a target.
RAVEL_API dims stretched_map(const dims& map, const shape& to);

template <class X>
shape joint_shape(const X& x) {
  if constexpr (shaped_reader<X>) {
    return x.shape();
  } else if constexpr (readable<X>) {
    return {x.size()};
  } else {
    return {};
  }
}
template <class X, class Y, class... Xs>
shape joint_shape(const X& x, const Y& y, const Xs&... xs) {
  if constexpr (!readable<X>) {
    return joint_shape(y, xs...);
  } else {
    return stretched_shape(joint_shape(x), joint_shape(y, xs...));
  }
}

// x as operands of the lazy layer take it, with the elements of the joint shape: a fused function, a reader, or the value it is.
template <class X>
decltype(auto) stretched(X&& x, const shape& to) {
  using R = std::remove_cvref_t<X>;
  const auto stretch = [&](const dims& map) { return stretched_map(map, to); };
  if constexpr (!readable<R>) {
    return std::forward<X>(x);
  } else if constexpr (!shaped<R>) {
    auto source = own(std::forward<X>(x));
    auto map = stretch(dims::row_major(source->size()));
    return make_reader<tensor_node<read_t<R>>>(std::move(map), std::move(source));
  } else if constexpr (requires { x.values(); }) {
    return x.shape() == to ? R(std::forward<X>(x)).values() : viewed(x, stretch).values();
  } else {
    using T = read_t<R>;
    const tensor<const T>& read = x;
    return reader<T>(tensor_access::node<T>(read).extents() == to ? read : viewed(read, stretch));
  }
}

template <class T>
tensor<const T> with_shape(reader<T> values, const shape& of) {
  return tensor<const T>(dims::row_major(of), std::move(values));
}
template <class Function, class... Operands>
auto with_shape(fused<Function, Operands...> values, const shape&) {
  return lazy_tensor<fused<Function, Operands...>>(std::move(values));
}

// f of the operands without their shape, given the joint shape.
template <class F, class... Xs>
auto elementwise(const F& f, Xs&&... xs) {
  const shape joint = joint_shape(xs...);
  return with_shape(f(stretched(std::forward<Xs>(xs), joint)...), joint);
}

template <class X>
using without_shape_t = std::remove_cvref_t<decltype(stretched(std::declval<X>(), std::declval<const shape&>()))>;

}  // namespace ravel::detail
