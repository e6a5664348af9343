// expect: deleted.*any_of\(x != 0, axes\)
// line: 13
// Along axes too, numbers are no truth values.
#include <ravel/tensor/make.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/tensor/elementwise.hpp>

ravel::tensor<int> x{{1, 2}};

#ifdef CONTROL
auto run() { return any_of(x != 0, {0}); }
#else
auto run() { return any_of(x, {0}); }
#endif
