// expect: f takes one element of each and gives a value
// line: 12
// The function takes as many elements as there are operands.
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

const ravel::tensor<int> t{{1, 2, 3}, {4, 5, 6}};

#ifdef CONTROL
auto sums = map([](int x, int y) { return x + y; }, t, 3);
#else
void run() { map([](int x) { return x; }, t, 3); }
#endif
