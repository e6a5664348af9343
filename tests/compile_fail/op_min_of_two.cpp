// expect: element by element: minimum\(a, b\)
// line: 13
// min is one number, minimum an element for each two.
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/op/fold/extreme.hpp>

const ravel::reader<double> b = ravel::iota<double>(2);

#ifdef CONTROL
auto least() { return minimum(b, b); }
#else
auto least() { return min(b, b); }
#endif
