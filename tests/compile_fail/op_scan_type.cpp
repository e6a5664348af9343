// expect: must give the reader.s element type
// line: 11
// The sum of two int8 is an int, which would wrap on its way back.
#include <ravel/op/fold/scan.hpp>

ravel::buffer<signed char> x{100, 100};

#ifdef CONTROL
auto run() { return cumsum(x); }
#else
auto run() { return scan(x, [](int a, int b) { return a + b; }); }
#endif
