// expect: deleted.*x\.write\(\{i, j\}, value\) writes the element
// line: 8
#include <ravel/any/any_tensor.hpp>

void set(const ravel::any_tensor& x) {
#ifndef CONTROL
  // An element that was read is a value of its own, and writing to it would change nothing.
  x(1) = 5;
#else
  x.write({1}, 5);
#endif
}
