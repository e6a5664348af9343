// expect: no numbers with an order: of complex ones
// line: 10
// Statistics are of real numbers.
#include <ravel/op/statistics.hpp>

ravel::buffer<std::complex<double>> x{1, 2};
#ifdef CONTROL
auto run() { return variance(ravel::buffer<double>{1, 2}); }
#else
auto run() { return variance(x); }
#endif
