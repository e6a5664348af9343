// expect: a parameter of this function cannot hold every element: let it take const auto&
// line: 9
#include <ravel/ravel.hpp>

auto twice = [](int v) { return 2 * v; };
void use(const ravel::buffer<double>& x) {
#ifndef CONTROL
  // 3e9 would be the least int.
  static_cast<void>(map(twice, x));
#else
  static_cast<void>(map(twice, ravel::cast<int>(x)));
#endif
}
