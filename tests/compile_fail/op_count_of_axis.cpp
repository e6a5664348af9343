// expect: deleted.*a tensor has axes: count
// line: 8
#include <ravel/lazy.hpp>
#include <ravel/op.hpp>

auto positive(const ravel::buffer<double>& b) {
#ifndef CONTROL
  return count(b > 0, 0);
#else
  return count(b > 0);
#endif
}
