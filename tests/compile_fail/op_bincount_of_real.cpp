// expect: of integers: bincount\(cast<int>\(x\)\)
// line: 10
// Only whole numbers are counted by number.
#include <ravel/op/search/histogram.hpp>

ravel::buffer<double> x{1, 2};
#ifdef CONTROL
auto run() { return bincount(ravel::cast<int>(x)); }
#else
auto run() { return bincount(x); }
#endif
