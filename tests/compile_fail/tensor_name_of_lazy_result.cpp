// expect: deleted.*t.assign\(x\) writes it
// line: 11
// = on a name binds it, and a lazy result is nothing that a tensor<T> can be bound to.
#include <ravel/tensor/elementwise.hpp>

void add(ravel::tensor<double>& t) {
#ifdef CONTROL
  t.assign(t + 1.0);
#else

  t = t + 1.0;
#endif
}
