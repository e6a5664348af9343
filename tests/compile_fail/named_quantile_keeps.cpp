// expect: leave out keep|LEAVE_OUT_KEEP
// Nor for a quantile, whose dims stand in braces.
#include <ravel/named.hpp>

const ravel::tensor<double> t{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j");
#ifdef CONTROL
const auto most = t(i, j) - quantile(t(i, j), 0.25, {j});
#else
const auto most = t(i, j) - quantile(t(i, j), 0.25, {j}, ravel::keep);
#endif
