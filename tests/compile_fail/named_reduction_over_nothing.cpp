// expect: over which dims|RAVEL_OVER_WHICH_DIMS
// line: 10
// No dim is reduced that is not named.
#include <ravel/named.hpp>
const ravel::tensor<double> t{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j");
#ifdef CONTROL
const auto total = sum(t(i, j), dims_of(t(i, j)));
#else
const auto total = sum(t(i, j));
#endif
