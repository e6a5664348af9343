// expect: turn the tensor and then name its axes
// line: 12
// An expression does not say which dim turns to which.
#include <ravel/named.hpp>

const ravel::tensor<double> t{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j");

#ifdef CONTROL
const auto turned = rot90(t)(i, j);
#else
const auto turned = rot90(t(i, j));
#endif
