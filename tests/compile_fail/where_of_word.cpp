// expect: deleted.*two operands with a type in common
// line: 8
// Numbers and words have no common type.
#include <ravel/tensor.hpp>

const ravel::tensor<double> x{1, 2};
#ifndef CONTROL
auto run() { return where(x > 1, x, "no"); }
#else
auto run() { return where(x > 1, x, 0); }
#endif
