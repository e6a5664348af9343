// expect: deleted.*a position is an integer: round a real number as you mean it
// line: 10
// Neither is a coordinate of a tensor.
#include <ravel/tensor/make.hpp>

auto row(const ravel::tensor<double>& t) {
#ifdef CONTROL
  return t(1);
#else
  return t(1.5);
#endif
}
