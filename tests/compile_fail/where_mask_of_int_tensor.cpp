// expect: deleted.*the mask must be of bool|the mask must be of bool: write x != 0
// line: 11
// A mask of a tensor is of bool, too.
#include <ravel/tensor.hpp>

auto pick(const ravel::tensor<int>& mask, const ravel::tensor<double>& x) {
#ifdef CONTROL
  const ravel::tensor<const bool> chosen(mask != 0);
  return where(chosen, x, 0);
#else
  return where(mask, x, 0);
#endif
}
