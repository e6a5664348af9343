// expect: order\{2\}
// line: 10
// An integer beside the data is an axis, and a reader has none to name.
#include <ravel/op/windows/diff.hpp>

ravel::buffer<double> x{1, 2};
#ifdef CONTROL
auto run() { return diff(x, ravel::order{2}); }
#else
auto run() { return diff(x, 2); }
#endif
