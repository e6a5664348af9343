// expect: nobody owns these elements: as_tensor\(borrow\(x\), shape\)
// line: 7
#include <ravel/tensor.hpp>

auto whole(const std::vector<double>& v) {
#ifndef CONTROL
  return ravel::tensor<double>(v);
#else
  return as_tensor(ravel::borrow(v), {-1, 2});
#endif
}
