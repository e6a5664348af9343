// expect: deleted.*a size, position or axis is an integer: round a real number as you mean it
// line: 10
// A position is never rounded.
#include <ravel/storage/buffer.hpp>

double second(const ravel::buffer<double>& b) {
#ifdef CONTROL
  return b[1];
#else
  return b[1.7];
#endif
}
