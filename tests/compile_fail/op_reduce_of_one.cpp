// expect: f takes the result so far and one element
// line: 12
// What is reduced is put together of two.
#include <ravel/lazy/iota.hpp>
#include <ravel/op/fold/reduce.hpp>

const ravel::reader<double> b = ravel::iota<double>(2);

#ifdef CONTROL
auto total() { return reduce(b, 0.0, [](double sum, double x) { return sum + x; }); }
#else
auto total() { return reduce(b, 0.0, [](double x) { return x; }); }
#endif
