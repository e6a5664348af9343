// expect: deleted.* copy\(sum\(x, 0\), t\)
// line: 14
// The type of the target is known at run time only.
#include <ravel/any.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor/make.hpp>

const ravel::tensor<double> data{{2, 1}, {4, 3}};
const ravel::any_tensor sorted = ravel::empty<double>({2, 2});

#ifdef CONTROL
void run() { copy(sort(data, 0), sorted); }
#else
void run() { sort(data, 0, ravel::into{sorted}); }
#endif
