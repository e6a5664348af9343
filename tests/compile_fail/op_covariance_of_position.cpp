// expect: deleted.*covariance\(a, b, ddof\{1\}
// line: 10
// An integer beside the data is an axis, and a reader has none to name.
#include <ravel/op/stats/statistics.hpp>

ravel::buffer<double> x{1, 2};
#ifdef CONTROL
auto run() { return covariance(x, x, ravel::ddof{1}); }
#else
auto run() { return covariance(x, x, 1); }
#endif
