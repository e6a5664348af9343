// SPDX-License-Identifier: BSL-1.0
// Convolves in the type of the sums, of which there are few: both operands become that first.
#include <ravel/any/convolve.hpp>
#include <ravel/tensor/elementwise.hpp>
#include "any/typed.hpp"

namespace ravel::detail {

namespace {

// f(x, window) where both have the type of the sums. The result has the type of a sum of products.
template <class F>
any_tensor of_products(const char* verb, const any_tensor& x, const any_tensor& window, const F& f) {
  const auto product = ravel::promote(x.dtype(), window.dtype());
  if (!product || *product == dtype::string) throw_no_operation(verb, x.dtype(), window.dtype());
  return with_type(computed_as(*product), [&](auto type) -> any_tensor {
    using T = typename decltype(type)::type;
    using A = accumulator_t<T>;
    const tensor<A> sums = f(as<A>(operand_as(x, dtype_of<A>())), as<A>(operand_as(window, dtype_of<A>())));
    if constexpr (std::same_as<A, sum_t<T>>) {
      return sums;
    } else {
      return clone(map([](A sum) { return static_cast<sum_t<T>>(sum); }, sums));
    }
  });
}

}  // namespace

any_tensor convolve_any(const any_data& x, const any_data& window, const ints* axis, const convolving& how) {
  return of_products("convolve", x.values, window.values, [&](const auto& data, const auto& weights) {
    return axis ? convolve(data, weights, *axis, how.mode, how.edge, how.method) : convolve(data, weights, how.mode, how.edge, how.method);
  });
}
any_tensor correlate_any(const any_data& x, const any_data& window, const ints* axis, const convolving& how) {
  return of_products("correlate", x.values, window.values, [&](const auto& data, const auto& weights) {
    return axis ? correlate(data, weights, *axis, how.mode, how.edge, how.method)
                : correlate(data, weights, how.mode, how.edge, how.method);
  });
}

}  // namespace ravel::detail
