// expect: deleted.*no pointer: whether there are elements, x.size\(\) says
// line: 9
// A handle is no pointer.
#include <ravel/lazy/operators.hpp>
#include <ravel/storage/buffer.hpp>

bool nothing(const ravel::reader<double>& x) {
#ifndef CONTROL
  return x == nullptr;
#else
  return x.size() == 0;
#endif
}
