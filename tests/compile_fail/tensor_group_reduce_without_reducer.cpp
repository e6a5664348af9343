// expect: keys with ==, reducers of the values, or f\(reader\)
// line: 7
#include <ravel/op.hpp>

auto sums(const std::vector<int>& keys, const ravel::tensor<double>& values) {
#ifndef CONTROL
  ravel::group_reduce(keys, values, [](double a, double b) { return a + b; }, 0);
#else
  ravel::group_reduce(keys, values, ravel::reducer::sum, 0);
#endif
}
