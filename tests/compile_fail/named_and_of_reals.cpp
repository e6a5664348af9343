// expect: RAVEL_TAKES_BOOLS_SO_COMPARE_FIRST|of bools: compare first
// line: 12
// && is no question about numbers.
#include <ravel/named.hpp>

const ravel::tensor<double> t{{1, 2}, {3, 4}};
const ravel::dim i("i"), j("j");

#ifdef CONTROL
const auto all = t(i, j) != 0 && true;
#else
const auto all = t(i, j) && true;
#endif
