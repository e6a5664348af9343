// expect: leave out keep|LEAVE_OUT_KEEP
// A dim that is gone leaves no axis behind.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

const ravel::any_tensor x = ravel::tensor<double>{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j");
#ifdef CONTROL
const auto most = x(i, j) - max(x(i, j), j);
#else
const auto most = x(i, j) - max(x(i, j), j, ravel::keep);
#endif
