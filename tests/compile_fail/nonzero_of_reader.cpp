// expect: positions of a reader are argfilter\(mask\)
// line: 12
// Coordinates are of what has a shape.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/search/filter.hpp>

const ravel::buffer<double> b{1, 2};

#ifdef CONTROL
auto where = argfilter(b > 1.0);
#else
void run() { nonzero(b > 1.0); }
#endif
