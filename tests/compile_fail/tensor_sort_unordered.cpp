// expect: deleted.*sort\(t, axis, less\)
// line: 16
// Complex numbers have no order to sort lines by.
#include <ravel/op/order/sort.hpp>
#include <ravel/tensor/make.hpp>

#include <complex>

ravel::tensor<std::complex<double>> x{{1, 2}};

#ifdef CONTROL
auto run() {
  return sort(x, 1, [](std::complex<double> a, std::complex<double> b) { return abs(a) < abs(b); });
}
#else
auto run() { return sort(x, 1); }
#endif
