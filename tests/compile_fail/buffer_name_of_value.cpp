// expect: a name is bound to buffers: fill\(b, value\) writes
// line: 7
#include <ravel/op.hpp>

void clear(ravel::buffer<double>& b) {
#ifndef CONTROL
  b = 0;
#else
  b = {1, 2, 3};
  b = {};
  fill(b, 0);
#endif
}
