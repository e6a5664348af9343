// expect: each row has its own memory: copy all into one vector
// line: 8
#include <ravel/tensor.hpp>

auto whole(const std::vector<std::vector<double>>& v) {
#ifndef CONTROL
  // The rows lie apart.
  return ravel::tensor<double>(v);
#else
  return as_tensor(ravel::borrow(v[0]), {1, -1});
#endif
}
