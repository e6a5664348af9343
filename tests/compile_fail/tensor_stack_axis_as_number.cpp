// expect: stack\(along\(0\), a, b\)
// line: 11
// A number beside tensors is no axis yet.
#include <ravel/tensor/concat.hpp>

const ravel::tensor<int> t{{1, 2, 3}, {4, 5, 6}};

#ifdef CONTROL
auto both = stack(ravel::along(0), t, t);
#else
void run() { stack(0, t, t); }
#endif
