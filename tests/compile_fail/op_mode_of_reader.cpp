// expect: the most common value is called most_common
// line: 8
#include <ravel/op.hpp>

auto common(const ravel::buffer<int>& x) {
#ifndef CONTROL
  // That is its name elsewhere.
  return mode(x);
#else
  return most_common(x);
#endif
}
