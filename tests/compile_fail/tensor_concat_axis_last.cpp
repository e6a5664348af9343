// expect: concat\(along\(0\), a, b\)
// line: 11
// Nor is it one behind them.
#include <ravel/tensor/concat.hpp>

const ravel::tensor<int> t{{1, 2, 3}, {4, 5, 6}};

#ifdef CONTROL
auto both = concat(ravel::along(1), t, t);
#else
void run() { concat(t, t, 1); }
#endif
