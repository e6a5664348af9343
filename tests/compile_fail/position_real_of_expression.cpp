// expect: deleted.*a size, position or axis is an integer: round a real number as you mean it
// line: 10
// Of what is computed no more than of what is in memory.
#include <ravel/lazy/operators.hpp>

double second(const ravel::reader<double>& r) {
#ifdef CONTROL
  return (r + 1.0)[1];
#else
  return (r + 1.0)[1.7];
#endif
}
