// expect: a reducer of these elements: reducer::sum
// line: 12
// A function of two elements is for reduce; a reducer says how it begins, merges and ends.
#include <ravel/op/fold/reduce_with.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/storage/buffer.hpp>

ravel::buffer<double> x{1, 2};
#ifdef CONTROL
auto run() { return reduce_with(x, ravel::reducer::sum); }
#else
auto run() { return reduce_with(x, [](double a, double b) { return a + b; }); }
#endif
