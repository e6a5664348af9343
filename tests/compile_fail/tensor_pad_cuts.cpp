// expect: the value could be cut: cast_value<T>\(value\) checks
// line: 11
// A fraction does not fit a margin of whole numbers.
#include <ravel/tensor/concat.hpp>

ravel::tensor<int> t{1};

#ifdef CONTROL
auto padded = pad(t, 1, 5);
#else
auto padded = pad(t, 1, 0.5);
#endif
