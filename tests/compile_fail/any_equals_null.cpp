// expect: no pointer: whether there are elements, x.size\(\) says
// line: 8
#include <ravel/any.hpp>

bool nothing(const ravel::any_tensor& x) {
#ifndef CONTROL
  // A handle is no pointer.
  return x == nullptr;
#else
  return x.size() == 0;
#endif
}
