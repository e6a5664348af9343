// expect: deleted.*a size, position or axis is an integer: round a real number as you mean it
// line: 11
// A bool is no position.
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/one_axis.hpp>

auto rest(const ravel::tensor<double>& t) {
#ifdef CONTROL
  return slice(t, 1, 2);
#else
  return slice(t, true, 2);
#endif
}
