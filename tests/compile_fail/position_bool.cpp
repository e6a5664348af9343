// expect: deleted.*a size, position or axis is an integer
// line: 10
// A truth value is no position, and no number of elements.
#include <ravel/lazy/slice.hpp>

auto part(const ravel::reader<double>& r) {
#ifdef CONTROL
  return slice(r, 1, 2);
#else
  return slice(r, true, 2);
#endif
}
