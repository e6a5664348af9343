// expect: deleted.* copy\(sum\(x, 0\), any_tensor\(t\)\)
// line: 13
// Data of a type that is known at run time have no result of a type that is known.
#include <ravel/any.hpp>
#include <ravel/tensor/make.hpp>

const ravel::any_tensor column = ravel::tensor<double>{2, 1};
const ravel::tensor<float> sorted = ravel::empty<float>({2});

#ifdef CONTROL
void run() { copy(sort(column, 0), ravel::any_tensor(sorted)); }
#else
void run() { sort(column, 0, ravel::into{sorted}); }
#endif
