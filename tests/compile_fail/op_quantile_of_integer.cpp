// expect: at a floating q: quantile\(x, 0.0\)
// line: 10
// A share is a floating number; an integer would read as an axis.
#include <ravel/op/stats/quantile.hpp>

ravel::buffer<double> x{1, 2};
#ifdef CONTROL
auto run() { return quantile(x, 0.0); }
#else
auto run() { return quantile(x, 0); }
#endif
