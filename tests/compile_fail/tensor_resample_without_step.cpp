// expect: keys, values, from, to, step, then a reducer, f\(reader\) or fill_policy
// line: 7
#include <ravel/op.hpp>

auto hours(const std::vector<int>& keys, const ravel::tensor<double>& values) {
#ifndef CONTROL
  ravel::resample(keys, values, 0, 24, ravel::reducer::mean, {0});
#else
  ravel::resample(keys, values, 0, 24, 1, ravel::reducer::mean, {0});
#endif
}
