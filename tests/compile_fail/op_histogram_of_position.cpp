// expect: bins\{20\}
// line: 10
// An integer beside the data is an axis, and a reader has none to name.
#include <ravel/op/search/histogram.hpp>

ravel::buffer<double> x{1, 2};
#ifdef CONTROL
auto run() { return histogram(x, ravel::bins{10}); }
#else
auto run() { return histogram(x, 10); }
#endif
