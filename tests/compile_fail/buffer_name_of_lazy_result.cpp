// expect: deleted.*b.assign\(x\) writes it
// line: 10
// = on a name binds it, and a lazy result is nothing that a buffer can be bound to.
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/copy.hpp>
void add(ravel::buffer<double>& b) {
#ifdef CONTROL
  b.assign(b + 1.0);
#else
  b = b + 1.0;
#endif
}
