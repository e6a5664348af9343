// expect: a reader has no axes: leave them out|A_READER_HAS_NO_AXES
// line: 7
#include <ravel/op.hpp>

auto total(const ravel::buffer<double>& b) {
#ifndef CONTROL
  return sum(b, 0);
#else
  return sum(b) + min(b, ravel::nan_policy::skip);
#endif
}
