// expect: a tensor has a shape: reshape
// line: 8
#include <ravel/tensor.hpp>

auto turned(const ravel::tensor<double>& t) {
#ifndef CONTROL
  // It is a tensor.
  return as_tensor(t, {2, 3});
#else
  return reshape(t, {2, 3});
#endif
}
