// expect: this function must give one type
#include <ravel/any.hpp>

auto total(const ravel::any_tensor& x) {
#ifndef CONTROL
  // The type of a sum is that of its elements.
  return visit(x, [](const auto& t) { return sum(t); });
#else
  return visit(x, [](const auto& t) { return ravel::any_scalar(sum(t)); });
#endif
}
