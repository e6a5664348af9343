// expect: deleted.*the iterator would outlive the range: name the range first
// line: 7
#include <ravel/loop/for_each.hpp>

double first(const ravel::reader<double>& r) {
#ifndef CONTROL
  return *walk(r).begin();
#else
  for (const double x : walk(r)) return x;  // it lives as long as the loop
  return 0;
#endif
}
