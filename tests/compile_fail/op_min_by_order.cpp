// expect: deleted.*by an order of your own: argmin\(r, f\) says where it stands
// line: 11
// min and max are by the order of the elements; how often an order is called, and what of NaN, is a question of where it stands.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/storage/buffer.hpp>

auto least(const ravel::buffer<int>& b, bool (*less)(int, int)) {
#ifdef CONTROL
  return b[argmin(b, less)];
#else
  return min(b, less);
#endif
}
