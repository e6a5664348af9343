// expect: a tensor of bools: nonzero\(x != 0\)
// line: 13
// nonzero takes a mask.
#include <ravel/tensor/make.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/tensor/elementwise.hpp>

ravel::tensor<int> x{{1, 2}};

#ifdef CONTROL
auto run() { return nonzero(x != 0); }
#else
auto run() { return nonzero(x); }
#endif
