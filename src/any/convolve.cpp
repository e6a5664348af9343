// SPDX-License-Identifier: BSL-1.0
// Convolves in the type of the sums, of which there are few: both operands become that first.
#include <ravel/any/convolve.hpp>
#include <ravel/tensor/elementwise.hpp>
#include "any/typed.hpp"

namespace ravel::detail {

namespace {

struct windowed {
  const any_tensor& x;
  const any_tensor& window;
  const ints* axis;
  const convolving& how;
};

// Both operands become the type of the sums first.
template <class A>
tensor<A> sums_of(bool reversed, const windowed& w) {
  const auto data = as<A>(operand_as(w.x, dtype_of<A>())), weights = as<A>(operand_as(w.window, dtype_of<A>()));
  const auto& [mode, edge, method] = w.how;
  if (w.axis)
    return reversed ? convolve(data, weights, *w.axis, mode, edge, method) : correlate(data, weights, *w.axis, mode, edge, method);
  return reversed ? convolve(data, weights, mode, edge, method) : correlate(data, weights, mode, edge, method);
}

// The result has the type of a sum of products.
any_tensor sums_of_products(const char* verb, bool reversed, const windowed& w) {
  const auto product = ravel::promote(w.x.dtype(), w.window.dtype());
  if (!product || *product == dtype::string) throw_no_operation(verb, w.x.dtype(), w.window.dtype());
  return with_type(computed_as(*product), [&](auto type) -> any_tensor {
    using T = typename decltype(type)::type;
    using A = accumulator_t<T>;
    const tensor<A> sums = sums_of<A>(reversed, w);
    if constexpr (std::same_as<A, sum_t<T>>) {
      return sums;
    } else {
      return clone(map([](A sum) { return static_cast<sum_t<T>>(sum); }, sums));
    }
  });
}

}  // namespace

any_tensor convolve_any(const any_data& x, const any_data& window, const ints* axis, const convolving& how) {
  return sums_of_products("convolve", true, {x.values, window.values, axis, how});
}
any_tensor correlate_any(const any_data& x, const any_data& window, const ints* axis, const convolving& how) {
  return sums_of_products("correlate", false, {x.values, window.values, axis, how});
}

}  // namespace ravel::detail
