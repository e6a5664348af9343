// expect: deleted.*this view can only be read
// line: 11
// A broadcast has one element at many positions: it can only be read.
#include <ravel/tensor/make.hpp>

void clear(const ravel::tensor<double>& t, const ravel::tensor<double>& zero) {
#ifdef CONTROL
  copy(zero, t);
#else

  ravel::broadcast(t, {4, 2, 3}) = ravel::tensor<const double>(zero);
#endif
}
