// expect: of numbers with an order: moment\(x, 3\)
// line: 7
#include <ravel/op/fold/means.hpp>

auto third(const std::vector<double>& values) {
#ifndef CONTROL
  ravel::moment(values, 3, 2);
#else
  ravel::moment(values, 3);
#endif
}
