// SPDX-License-Identifier: BSL-1.0
// Broadcasts tensors to a joint shape: extents of 1 and missing leading axes stretch, and all others must match. A reader without a shape
// counts as one axis, a value as none.
#pragma once

#include <ravel/tensor/detail/expression.hpp>

namespace ravel::detail {

// At least one operand has a shape.
template <class... Xs>
concept shaped_among = (shaped_reader<Xs> || ...);
// At least one operand has a shape, and none is owned by somebody else.
template <class... Xs>
concept shaped_operands = shaped_among<Xs...> && (!foreign_lvalue<Xs> && ...);

// Widens the joint shape so that it fits another one too.
RAVEL_API void widen_shape(shape& joint, const shape& other);
// The map stretched to the extents of a joint shape or a target.
RAVEL_API dims stretched_map(const dims& map, const shape& to);

template <class X>
void join_operand(shape& joint, const X& x) {
  if constexpr (requires { x.shape(); }) {
    widen_shape(joint, x.shape());
  } else if constexpr (input<X>) {
    widen_shape(joint, {size_of(x)});
  }
}

template <class... Xs>
shape joint_shape(const Xs&... xs) {
  shape joint;
  (join_operand(joint, xs), ...);
  return joint;
}

// The node of a tensor, stretched.
RAVEL_API shared_untyped stretched_node(const shared_untyped& tensor, const shape& to);

template <class T>
reader<T> stretched_tensor(const tensor<const T>& x, const shape& to) {
  return detail_access::wrap<reader<T>>(stretched_node(detail_access::shared<T>(x), to));
}

// Converts x to an operand of the lazy layer with the elements of the joint shape: a fused function, a reader, or the value itself.
template <class X>
decltype(auto) stretched(X&& x, const shape& to) {
  using R = std::remove_cvref_t<X>;
  if constexpr (!readable<R>) {
    return std::forward<X>(x);
  } else if constexpr (!shaped<R>) {
    return stretched_tensor<read_t<R>>({dims::row_major(x.size()), std::forward<X>(x)}, to);
  } else if constexpr (requires { x.values(); }) {
    const bool fits = x.shape() == to;
    auto values = std::forward<X>(x).values();
    if (!fits) {
      const auto stretch = [&](const dims& map) { return stretched_map(map, to); };
      values.change_leaves(viewed_leaves{change_of(stretch)});
    }
    return values;
  } else {
    check_whole(x);
    return stretched_tensor<read_t<R>>(x, to);
  }
}

template <class T>
tensor<const T> with_shape(reader<T> values, const shape& of) {
  return tensor<const T>(dims::row_major(of), std::move(values));
}
template <fused_expression E>
auto with_shape(E values, const shape&) {
  if constexpr (large_expression<E>) {
    return lazy_tensor<E>(std::move(values)).erased();
  } else {
    return lazy_tensor<E>(std::move(values));
  }
}

// Applies f to the operands without their shapes, and adds the joint shape. Out of line, as in the lazy layer.
template <class F, class... Xs>
[[gnu::noinline]] auto elementwise(const F& f, Xs&&... xs) {
  const shape joint = joint_shape(xs...);
  return with_shape(f(stretched(std::forward<Xs>(xs), joint)...), joint);
}

template <class X>
using without_shape_t = std::remove_cvref_t<decltype(stretched(std::declval<X>(), std::declval<const shape&>()))>;

}  // namespace ravel::detail
