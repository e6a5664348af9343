// expect: keys with ==, reducers of the values, or f\(reader\)
// line: 7
#include <ravel/op/keys/group_reduce.hpp>

auto sums(const std::vector<int>& keys, const std::vector<double>& values) {
#ifndef CONTROL
  ravel::group_reduce(keys, values, [](double a, double b) { return a + b; });
#else
  ravel::group_reduce(keys, values, ravel::reducer::sum);
#endif
}
