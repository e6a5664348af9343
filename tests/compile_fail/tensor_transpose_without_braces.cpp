// expect: deleted.*transpose\(t, \{1, 0\}\)
// line: 11
// So is an order of axes.
#include <ravel/tensor/make.hpp>

const ravel::tensor<int> t{{1, 2, 3}, {4, 5, 6}};

#ifdef CONTROL
auto turned = transpose(t, {1, 0});
#else
void run() { transpose(t, 1, 0); }
#endif
