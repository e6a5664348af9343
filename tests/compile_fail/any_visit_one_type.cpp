// expect: this function is called with whatever type
#include <ravel/any.hpp>

auto extent(const ravel::any_tensor& x) {
#ifndef CONTROL
  // It may hold integers.
  return visit(x, [](const ravel::tensor<const double>& t) { return t.size(); });
#else
  return visit(x, [](const auto& t) { return t.size(); });
#endif
}
