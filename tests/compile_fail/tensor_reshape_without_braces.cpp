// expect: deleted.*reshape\(t, \{3, 2\}\)
// line: 11
// A shape is one argument.
#include <ravel/tensor/make.hpp>

const ravel::tensor<int> t{{1, 2, 3}, {4, 5, 6}};

#ifdef CONTROL
auto turned = reshape(t, {3, 2});
#else
void run() { reshape(t, 3, 2); }
#endif
