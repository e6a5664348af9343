// expect: argfilter\(mask\), of a tensor nonzero\(mask\)
// line: 13
// Positions are asked for by another name.
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/storage/buffer.hpp>

const ravel::buffer<double> x{1, -2};

#ifdef CONTROL
auto positive = where(x > 0, x, 0);
#else
void run() { where(x > 0); }
#endif
