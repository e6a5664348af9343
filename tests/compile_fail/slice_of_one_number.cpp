// expect: up to where\? slice\(r, start, count\), or slice\(r, slice_from\(start\)\)
// line: 7
#include <ravel/lazy.hpp>

auto rest(const ravel::buffer<double>& b) {
#ifndef CONTROL
  return slice(b, 1);
#else
  return slice(b, ravel::slice_from(1));
#endif
}
