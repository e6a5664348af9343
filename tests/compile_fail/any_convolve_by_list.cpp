// expect: deleted.*have a type of their own: convolve\(x, buffer<double>\{1, 2\}\)
// line: 10
#include <ravel/any/convolve.hpp>
#include <ravel/storage/buffer.hpp>

auto smooth(const ravel::any_tensor& x) {
#ifdef CONTROL
  return convolve(x, ravel::buffer<double>{1, 2});
#else
  return convolve(x, {1, 2});
#endif
}
