// expect: deleted.*it would outlive the tensor
// line: 11
// Unchecked access looks at the tensor's memory and must not outlive it.
#include <ravel/tensor/views.hpp>

double corner(const ravel::tensor<double>& t) {
#ifdef CONTROL
  const auto turned = transpose(t);
  return turned.unchecked<2>()(0, 0);
#else
  const auto u = transpose(t).unchecked<2>();
  return u(0, 0);
#endif
}
