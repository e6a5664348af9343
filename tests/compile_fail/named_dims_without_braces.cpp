// expect: several dims are one list|RAVEL_TAKES_DIMS_IN_BRACES
// line: 10
// A list of dims is one argument.
#include <ravel/named.hpp>
const ravel::tensor<double> t{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j");
#ifdef CONTROL
const auto most = max(t(i, j), {i, j});
#else
const auto most = max(t(i, j), i, j);
#endif
