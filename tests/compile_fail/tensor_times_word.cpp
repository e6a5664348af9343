// expect: deleted.*no common type, or no such operator: write cast<T>
// line: 10
// A number is no word.
#include <ravel/tensor.hpp>

const ravel::tensor<double> t{{1, 2}, {3, 4}};
#ifdef CONTROL
const auto twice = t * 2;
#else
const auto twice = t * "a";
#endif
