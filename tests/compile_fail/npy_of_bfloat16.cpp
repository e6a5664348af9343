// expect: NumPy has no bfloat16: save cast<float>\(x\)
// line: 8
#include <ravel/interop/npy.hpp>
#include <ravel/tensor.hpp>

void save(const ravel::tensor<ravel::bfloat16>& x) {
#ifndef CONTROL
  ravel::save_npy("x.npy", x);
#else
  ravel::save_npy("x.npy", ravel::cast<float>(x));
#endif
}
