// expect: use of deleted function .*concat|call to deleted function 'concat'
// line: 12
// Elements of two types have no common reader; a cast gives them one.
#include <ravel/lazy/concat.hpp>
#include <ravel/storage/buffer.hpp>

#ifdef CONTROL
auto joined(const ravel::buffer<int>& a, const ravel::buffer<int>& b) { return concat(a, b); }
#else
// One of them would have to change silently.
auto joined(const ravel::buffer<int>& a, const ravel::buffer<double>& b) {
  return concat(a, b);
}
#endif
