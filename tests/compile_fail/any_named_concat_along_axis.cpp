// expect: along a dim: concat
// line: 13
// An expression has no axes to be joined along.
#include <ravel/any.hpp>
#include <ravel/named.hpp>

const ravel::any_tensor x = ravel::tensor<double>{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j");

#ifdef CONTROL
const auto both = concat(ravel::along(0), order(x(i, j), i, j), order(x(i, j) * 2, i, j));
#else
const auto both = concat(ravel::along(0), order(x(i, j), i, j), x(i, j));
#endif
