// expect: deleted.*can only be read
// line: 10
// A view of what can only be read is not written through, and binding a temporary anew would do nothing.
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/copy.hpp>
void clear(const ravel::reader<int>& r, const ravel::buffer<int>& b) {
#ifdef CONTROL
  slice(b, 0, r.size()) = r;
#else
  slice(r, 0, 2) = b;
#endif
}
