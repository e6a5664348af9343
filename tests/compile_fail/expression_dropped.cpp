// expect: nodiscard|unused_result|unused
// flags: -Werror=unused-result
#include <ravel/lazy.hpp>

void use(const ravel::buffer<double>& x) {
#ifndef CONTROL
  // Nothing is added.
  x + 1.0;
#else
  static_cast<void>(x + 1.0);
#endif
}
