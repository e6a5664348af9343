// expect: cannot hold all that f gives
// line: 12
// The start value's type is the result's: 0 would cut every sum of doubles.
#include <ravel/op/fold/reduce.hpp>
#include <ravel/storage/buffer.hpp>

ravel::buffer<double> x{1.5};

#ifdef CONTROL
double run() { return reduce(x, 0.0, [](double a, double b) { return a + b; }); }
#else
double run() { return reduce(x, 0, [](double a, double b) { return a + b; }); }
#endif
