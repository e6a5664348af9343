// SPDX-License-Identifier: BSL-1.0
// floor, isnan and similar, for reals, and for complex numbers where they make sense. Integers are whole and finite.
#include <ravel/tensor/make.hpp>
#include "any/function_group.hpp"
#include "any/loop_node.hpp"
#include "any/typed.hpp"

namespace ravel::detail {

namespace {

template <class T>
any_tensor round_or_ask(any_single f, const tensor<const T>& x) {
  switch (f) {
    case any_single::isnan:
      return loop_over<is_nan>(x);
    case any_single::isinf:
      return loop_over<is_infinite>(x);
    case any_single::isfinite:
      return loop_over<is_finite>(x);
    default:
      break;
  }
  if constexpr (real_element<T>) {
    switch (f) {
      case any_single::floor:
        return loop_over<rounded<rounding::down>>(x);
      case any_single::ceil:
        return loop_over<rounded<rounding::up>>(x);
      case any_single::trunc:
        return loop_over<rounded<rounding::to_zero>>(x);
      case any_single::round:
        return loop_over<rounded<rounding::half_from_zero>>(x);
      case any_single::rint:
        return loop_over<rounded<rounding::half_to_even>>(x);
      default:
        break;
    }
  }
  throw_no_operation(name(f), dtype_of<T>());
}

}  // namespace

any_tensor apply_rounding(any_single f, const any_tensor& x) {
  switch (x.dtype()) {
    case dtype::float32:
      return round_or_ask(f, as<float>(x));
    case dtype::float64:
      return round_or_ask(f, as<double>(x));
    case dtype::complex64:
      return round_or_ask(f, as<std::complex<float>>(x));
    case dtype::complex128:
      return round_or_ask(f, as<std::complex<double>>(x));
    default:
      if (group_of(f) == function_group::rounding) return visit(x, [](const auto& t) { return any_tensor(t); });
      return broadcast(scalar_tensor(f == any_single::isfinite), x.shape());
  }
}

}  // namespace ravel::detail
