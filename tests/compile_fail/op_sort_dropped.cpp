// expect: nodiscard
// flags: -Werror=unused-result
#include <ravel/op.hpp>

void use(const ravel::buffer<double>& x) {
#ifndef CONTROL
  // sort gives a new buffer.
  sort(x);
#else
  static_cast<void>(sort(x));
#endif
}
