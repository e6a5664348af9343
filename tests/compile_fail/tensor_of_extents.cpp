// expect: values are in braces; of a shape: zeros<T>\(\{2, 3\}\)
// line: 10
// Numbers in parentheses are extents elsewhere.
#include <ravel/tensor/make.hpp>


#ifdef CONTROL
ravel::tensor<double> t = ravel::zeros<double>({2, 3});
#else
ravel::tensor<double> t(2, 3);
#endif
