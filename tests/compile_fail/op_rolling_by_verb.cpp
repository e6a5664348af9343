// expect: deleted.*f is reducer::mean or its like
// line: 9
// A verb is no reducer.
#include <ravel/op/fold/means.hpp>
#include <ravel/op/windows/rolling.hpp>

const ravel::buffer<double> x{1, 2};
#ifndef CONTROL
void run() { std::ignore = rolling(x, 2, ravel::mean); }
#else
void run() { std::ignore = rolling(x, 2, ravel::reducer::mean); }
#endif
