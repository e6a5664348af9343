// expect: no matching function for call to .slice
// line: 12
// On a tensor slice means an axis; the form of one dimension is for readers without a shape.
#include <ravel/lazy/slice.hpp>
#include <ravel/tensor/views.hpp>

auto part(const ravel::tensor<double>& t) {
#ifdef CONTROL
  return slice(t, 0, 1, 2);
#else

  return slice(t, 1, 2);
#endif
}
