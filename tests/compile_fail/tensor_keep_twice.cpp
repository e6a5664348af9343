// expect: an option is given twice
#include <ravel/op.hpp>

auto total(const ravel::tensor<double>& t) {
#ifndef CONTROL
  // Once is enough.
  return sum(t, 0, ravel::keep, ravel::keep);
#else
  return sum(t, 0, ravel::keep);
#endif
}
