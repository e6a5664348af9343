// expect: a parameter of this function cannot hold every element: let it take const auto&
// line: 9
#include <ravel/ravel.hpp>

auto add = [](double sum, int v) { return sum + v; };
void use(const ravel::buffer<double>& x) {
#ifndef CONTROL
  // Each element would be cut.
  static_cast<void>(reduce(x, 0.0, add));
#else
  static_cast<void>(reduce(ravel::cast<int>(x), 0.0, add));
#endif
}
