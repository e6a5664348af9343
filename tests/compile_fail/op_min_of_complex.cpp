// expect: deleted.*of complex numbers: max\(abs\(x\)\)
// line: 12
// Complex numbers have no order.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/storage/buffer.hpp>

ravel::buffer<std::complex<double>> x{1};

#ifdef CONTROL
auto run() { return max(map([](std::complex<double> v) { return std::abs(v); }, x)); }
#else
auto run() { return max(x); }
#endif
