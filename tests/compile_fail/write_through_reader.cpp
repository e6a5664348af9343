// expect: this can only be read: write to a buffer, a writer, a tensor<T>
// line: 10
// A function that takes a reader promises not to write.
#include <ravel/storage/buffer.hpp>

void change(const ravel::writer<int>& w, const ravel::reader<int>& r) {
#ifdef CONTROL
  w.write(0, r[1]);
#else
  r.write(0, w[1]);
#endif
}
