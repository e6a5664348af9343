// expect: deleted.*clone\(x\) makes a tensor of it
// line: 11
// A tensor that can be written is memory, and a lazy result is not: what costs is written down.
#include <ravel/tensor/elementwise.hpp>

ravel::tensor<double> doubled(const ravel::tensor<double>& t) {
#ifdef CONTROL
  return clone(t * 2.0);
#else

  return t * 2.0;
#endif
}
