// expect: of numbers with an order
// line: 10
// Which way complex numbers lean is not defined.
#include <ravel/op/stats/statistics.hpp>

ravel::buffer<std::complex<double>> x{1, 2};
#ifdef CONTROL
auto run() { return skew(ravel::buffer<double>{1, 2}); }
#else
auto run() { return skew(x); }
#endif
