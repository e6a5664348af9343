// expect: of numbers but bools
// line: 10
// false - true is no bool.
#include <ravel/op/windows/diff.hpp>

ravel::buffer<bool> x{true, false};
#ifdef CONTROL
auto run() { return diff(ravel::buffer<int>{1, 0}); }
#else
auto run() { return diff(x); }
#endif
