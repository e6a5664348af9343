// expect: deleted.*of complex numbers: max\(abs\(x\), axes\)
// line: 15
// Complex numbers have no order along axes either.
#include <ravel/tensor/make.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/tensor/elementwise.hpp>

#include <complex>

ravel::tensor<std::complex<double>> x{{1, 2}};

#ifdef CONTROL
auto run() { return max(abs(x), {0}, ravel::keep); }
#else
auto run() { return max(x, {0}, ravel::keep); }
#endif
