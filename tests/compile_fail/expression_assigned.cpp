// expect: this is computed, so that there is nothing to write to
// line: 7
#include <ravel/lazy.hpp>

void add(const ravel::buffer<double>& a, const ravel::buffer<double>& b) {
#ifndef CONTROL
  (a + b) = a + a;
#else
  auto sum = a + b;
  sum = b + a;
#endif
}
