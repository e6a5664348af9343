// expect: deleted.*the pointer would outlive the tensor: name the tensor first
// line: 11
// The memory goes with its last handle.
#include <ravel/tensor/make.hpp>

double* elements() {
#ifdef CONTROL
  static const ravel::tensor<double> named = ravel::zeros<double>({3});
  return named.data();
#else
  return ravel::zeros<double>({3}).data();
#endif
}
