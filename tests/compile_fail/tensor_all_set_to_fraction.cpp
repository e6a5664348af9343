// expect: deleted.*the value could be cut: t\(all\) = cast_value<T>\(value\)
// line: 10
// A fraction is no integer.
#include <ravel/tensor.hpp>

const ravel::tensor<int> t{{1, 2}, {3, 4}};
#ifdef CONTROL
void set() { t(ravel::all) = 2; }
#else
void set() { t(ravel::all) = 1.5; }
#endif
