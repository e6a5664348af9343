// expect: could lose their value: copy\(cast<T>\(source\), target\)
// line: 11
// What copies into a smaller type must say how.
#include <ravel/tensor/elementwise.hpp>

void run(const ravel::tensor<double>& exact, const ravel::tensor<int>& whole) {
#ifdef CONTROL
  copy(ravel::cast<int>(exact), whole);
#else

  copy(exact, whole);
#endif
}
