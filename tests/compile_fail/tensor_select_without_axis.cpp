// expect: deleted.*of which axis\? select\(t, axis, position\)
// line: 10
// A tensor has several axes.
#include <ravel/tensor.hpp>

const ravel::tensor<double> t{{1, 2}, {3, 4}};
#ifdef CONTROL
const auto row = select(t, 0, 0);
#else
const auto row = select(t, 0);
#endif
