// SPDX-License-Identifier: BSL-1.0
// Casts from every type to every other, in three forms.
#include <ravel/lazy/detail/kernel_node.hpp>
#include "any/typed.hpp"

namespace ravel {

namespace detail {

namespace {

// The mode is a value, so that three forms of a cast are one node.
template <class S, class D>
struct any_cast_kernel {
  cast_mode mode;

  D operator()(const S& value) const {
    D result{};
    cast_block(mode, &value, 1, &result, 1);
    return result;
  }
  void operator()(D* out, index_t n, block<const S> in) const { cast_block(mode, in.data, in.step, out, n); }
};

template <class D>
[[gnu::noinline]] any_tensor with_shape_of(const shape& extents, reader<D> elements) {
  return tensor<const D>(dims::row_major(extents), std::move(elements));
}

template <class D, class S>
any_tensor cast_typed(cast_mode mode, const tensor<const S>& x) {
  if constexpr (std::same_as<S, D>) {
    return x;
  } else {
    return with_shape_of<D>(x.shape(), apply_kernel<D>(any_cast_kernel<S, D>{mode}, reader<S>(x)));
  }
}

// Out of the few types that have the values of all, with the same results.
template <half_element D>
any_tensor cast_to_half(cast_mode mode, const any_tensor& x) {
  return visit_widened<any_tensor>("cast", x, [&](const auto& t) { return cast_typed<D>(mode, t); });
}

any_tensor cast_with(cast_mode mode, const any_tensor& x, dtype to) {
  if (x.dtype() == to) return visit_held(x, [](const auto& t) { return any_tensor(t); });
  if (is_text(x.dtype()) || is_text(to)) throw_no_cast(x.dtype(), to);
  if (to == dtype::float16) return cast_to_half<float16>(mode, x);
  if (to == dtype::bfloat16) return cast_to_half<bfloat16>(mode, x);
  return with_type(to,
                   [&](auto type) { return visit(x, [&](const auto& t) { return cast_typed<typename decltype(type)::type>(mode, t); }); });
}

}  // namespace
}  // namespace detail

any_tensor cast(const detail::any_held& x, dtype to) { return detail::cast_with(cast_mode::checked, x.values, to); }
any_tensor wrap_cast(const detail::any_held& x, dtype to) { return detail::cast_with(cast_mode::wrap, x.values, to); }
any_tensor saturate_cast(const detail::any_held& x, dtype to) { return detail::cast_with(cast_mode::saturate, x.values, to); }

}  // namespace ravel
