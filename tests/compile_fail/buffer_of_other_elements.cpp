// expect: the elements are of another type: clone\(cast<T>\(x\)\)
// line: 8
#include <ravel/op.hpp>

ravel::buffer<int> whole(const ravel::buffer<double>& x) {
#ifndef CONTROL
  // Doubles would be cut.
  return x;
#else
  return clone(ravel::cast<int>(x));
#endif
}
