// expect: deleted
// line: 11
// The memory goes with its last handle.
#include <ravel/storage/buffer.hpp>

std::span<int> elements() {
#ifdef CONTROL
  static const ravel::buffer<int> named = ravel::make_buffer<int>(3);
  return named.span();
#else
  return ravel::make_buffer<int>(3).span();
#endif
}
