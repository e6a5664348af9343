// expect: fill\(t, value\) writes, and so does t\(all\) = value
// line: 12
// A name is bound to a tensor, and a number is none.
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/tensor.hpp>

void run(ravel::tensor<double> t) {

#ifdef CONTROL
  fill(t, 3.0);
#else
  t = 3.0;
#endif
}
