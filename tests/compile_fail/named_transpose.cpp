// expect: dims have no order
// line: 12
// order says which dim is which axis.
#include <ravel/named.hpp>

const ravel::tensor<double> t{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j");

#ifdef CONTROL
const auto turned = order(t(i, j), j, i);
#else
const auto turned = transpose(t(i, j));
#endif
