// expect: deleted.*with an order, or argmin\(x, less\)
// line: 16
// Complex numbers have no order of which one could be the least along an axis.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/tensor/make.hpp>

#include <complex>

ravel::tensor<std::complex<double>> x{{1, 2}};

#ifdef CONTROL
auto run() {
  return argmin(x, 1, [](std::complex<double> a, std::complex<double> b) { return abs(a) < abs(b); });
}
#else
auto run() { return argmin(x, 1); }
#endif
