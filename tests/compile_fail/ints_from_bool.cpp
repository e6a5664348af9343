// expect: deleted.*a size, position or axis is an integer
// line: 10
// A truth value is not an extent of 0 or 1.
#include <ravel/base/shape.hpp>

ravel::ints one() {
#ifdef CONTROL
  return 1;
#else
  return true;
#endif
}
