// expect: a parameter of this function cannot hold every element: let it take const auto&
// line: 9
#include <ravel/ravel.hpp>

auto look = [](long) {};
void use(const ravel::buffer<double>& x) {
#ifndef CONTROL
  // Each element would be cut.
  for_each(x, look);
#else
  for_each(ravel::cast<long>(x), look);
#endif
}
