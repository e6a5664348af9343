// expect: RAVEL_TAKES_A_SHAPE_IN_BRACES
// line: 10
// A shape is one argument.
#include <ravel/tensor/make.hpp>


#ifdef CONTROL
auto made = ravel::zeros<double>({2, 3});
#else
auto made = ravel::zeros<double>(2, 3);
#endif
