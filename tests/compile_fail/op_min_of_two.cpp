// expect: element by element: minimum\(a, b\)
// line: 12
// min is one number, minimum an element for each two.
#include <ravel/lazy/arithmetic_functions.hpp>
#include <ravel/op/extreme.hpp>

const ravel::buffer<double> b{3, 1};

#ifdef CONTROL
auto least() { return minimum(b, b); }
#else
auto least() { return min(b, b); }
#endif
