// expect: deleted
// line: 10
// A span of const elements takes any range of consecutive elements, and this one goes with its last handle.
#include <ravel/loop/clone.hpp>

#include <span>

double first(const ravel::buffer<double>& b) {
#ifndef CONTROL
  const std::span<const double> elements = clone(b);
#else
  const ravel::buffer<double> copy = clone(b);
  const std::span<const double> elements = copy;
#endif
  return elements[0];
}
