// expect: discards qualifiers|no viable overloaded|expects an lvalue
// line: 7
#include <ravel/tensor.hpp>

void reshape_it(const ravel::tensor<double>& t) {
#ifndef CONTROL
  t.shape() = {3, 2};  // of a copy: reshape(t, {3, 2}) is a tensor of that shape
#else
  ravel::shape wanted = t.shape();
  wanted = {3, 2};
#endif
}
