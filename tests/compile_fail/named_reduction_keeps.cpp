// expect: leave out keep|LEAVE_OUT_KEEP
// A dim that is gone leaves no axis behind.
#include <ravel/named.hpp>

const ravel::tensor<double> t{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j");
#ifdef CONTROL
const auto most = t(i, j) - max(t(i, j), j);
#else
const auto most = t(i, j) - max(t(i, j), j, ravel::keep);
#endif
