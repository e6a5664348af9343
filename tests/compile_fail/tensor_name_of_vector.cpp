// expect: t.assign\(x\) writes it, t = as_tensor\(adopt\(std::move\(x\)\), shape\)
// line: 7
#include <ravel/tensor.hpp>

void set(ravel::tensor<double>& t, std::vector<double> v) {
#ifndef CONTROL
  t = v;
#else
  t.assign(v);
  t = as_tensor(ravel::adopt(std::move(v)), 4);
#endif
}
