// expect: stack\(along\(0\), a, b\)
// line: 11
// The new axis has a place.
#include <ravel/tensor/concat.hpp>

const ravel::tensor<double> a{1, 2};

#ifdef CONTROL
auto both = stack(ravel::along(0), a, a);
#else
void run() { stack(a, a); }
#endif
