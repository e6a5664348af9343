// expect: the elements are of another type: clone\(cast<T>\(x\)\)
// line: 8
#include <ravel/tensor.hpp>

ravel::tensor<int> whole(const ravel::tensor<double>& t) {
#ifndef CONTROL
  // Doubles would be cut.
  return t;
#else
  return clone(ravel::cast<int>(t));
#endif
}
