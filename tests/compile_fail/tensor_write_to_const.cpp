// expect: this can only be read: what is written to is a tensor<T>
// line: 7
#include <ravel/tensor.hpp>

void set(const ravel::tensor<const double>& t, const ravel::tensor<double>& mine) {
#ifndef CONTROL
  t.write({0, 1}, 2.0);
#else
  mine.write({0, 1}, t(0, 1));
#endif
}
