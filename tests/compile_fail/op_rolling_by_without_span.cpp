// expect: deleted.*sorted keys, values, a span of keys, a reducer or f\(reader\)
// line: 7
#include <ravel/op.hpp>

auto means(const ravel::buffer<int>& keys, const ravel::buffer<double>& values) {
#ifndef CONTROL
  return rolling_by(keys, values, ravel::reducer::mean);
#else
  return rolling_by(keys, values, 3, ravel::reducer::mean);
#endif
}
