// expect: deleted.*the iterator would outlive the range: name the range first
// line: 7
#include <ravel/loop/for_each.hpp>

double first(const ravel::reader<double>& r) {
#ifndef CONTROL
  return (*blocks(r).begin())[0];
#else
  for (const auto part : blocks(r)) return part[0];
  return 0;
#endif
}
