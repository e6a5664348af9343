// expect: deleted.*the pointer would outlive the buffer: name the buffer first
// line: 11
// The memory goes with its last handle.
#include <ravel/storage/buffer.hpp>

int* elements() {
#ifdef CONTROL
  static const ravel::buffer<int> named = ravel::make_buffer<int>(3);
  return named.data();
#else
  return ravel::make_buffer<int>(3).data();
#endif
}
