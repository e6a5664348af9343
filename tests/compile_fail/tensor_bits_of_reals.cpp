// expect: deleted.*the elements have no such operator
// line: 10
// Only integers and bools have bits.
#include <ravel/tensor.hpp>

const ravel::tensor<double> t{{1, 2}, {3, 4}};
#ifdef CONTROL
const auto flipped = ~ravel::cast<int>(t);
#else
const auto flipped = ~t;
#endif
