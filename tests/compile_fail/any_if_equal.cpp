// expect: deleted.*all_of\(x == y\), equal\(x, y\)
// line: 8
#include <ravel/any/elementwise.hpp>

bool alike(const ravel::any_tensor& a, const ravel::any_tensor& b) {
#ifndef CONTROL
  // Elements compare one by one; whether all are equal is another question.
  if (a == b) return true;
  return false;
#else
  return equal(a, b);
#endif
}
