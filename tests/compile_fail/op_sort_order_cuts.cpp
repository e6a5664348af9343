// expect: a parameter of this function cannot hold every element: let it take const auto&
// line: 9
#include <ravel/ravel.hpp>

#include <functional>
void use(const ravel::buffer<double>& x) {
#ifndef CONTROL
  // Elements would be compared by their whole parts.
  static_cast<void>(sort(x, std::greater<int>()));
#else
  static_cast<void>(sort(x, std::greater<>()));
#endif
}
