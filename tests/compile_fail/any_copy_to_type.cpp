// expect: to a type that is known: copy\(cast<T>\(x\), t\)
// line: 12
// The target says which type the elements should have, and no cast is hidden in a copy.
#include <ravel/any/make.hpp>
#include <ravel/any/elementwise.hpp>
#include <ravel/tensor/make.hpp>


#ifdef CONTROL
void run(const ravel::any_tensor& x, const ravel::tensor<double>& t) { copy(ravel::cast<double>(x), t); }
#else
void run(const ravel::any_tensor& x, const ravel::tensor<double>& t) { copy(x, t); }
#endif
