// expect: deleted.*the iterator would outlive the range: name the range first
// line: 7
#include <ravel/loop/stored.hpp>

double first(const ravel::reader<double>& r) {
#ifndef CONTROL
  return (*blocks_stored(r).begin()).values[0];
#else
  for (const auto [positions, values] : blocks_stored(r)) return values[0];
  return 0;
#endif
}
