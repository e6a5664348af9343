// expect: deleted.*clone\(x\) makes a buffer of it
// line: 11
// A buffer is memory, and a lazy result is not: what costs is written down.
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>

ravel::buffer<double> doubled(const ravel::buffer<double>& b) {
#ifdef CONTROL
  return ravel::clone(b * 2);
#else
  return b * 2;
#endif
}
