// expect: deleted.*clone\(x\) makes a buffer of it
// line: 11
// Reading does not lead to writing.
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>

void sort_in_place(const ravel::reader<int>& r) {
#ifdef CONTROL
  ravel::buffer<int> b = ravel::clone(r);
#else
  ravel::buffer<int> b = r;
#endif
  b[0] = 1;
}
