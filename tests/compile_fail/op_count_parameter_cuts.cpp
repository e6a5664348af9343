// expect: a parameter of this function cannot hold every element: let it take const auto&
// line: 9
#include <ravel/ravel.hpp>

bool positive(float v) { return v > 0; }
void use(const ravel::buffer<double>& x) {
#ifndef CONTROL
  // 1e-50 would be 0.
  static_cast<void>(count(x, positive));
#else
  static_cast<void>(count(x, [](double v) { return v > 0; }));
#endif
}
