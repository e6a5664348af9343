// expect: deleted.*a size, position or axis is an integer
// line: 10
// A size is never rounded.
#include <ravel/base/shape.hpp>

ravel::ints two(double half) {
#ifdef CONTROL
  return {2, static_cast<int>(half)};
#else
  return {2, half};
#endif
}
