// expect: one value for all of it: fill\(target, value\)
// line: 13
// A value is no source.
#include <ravel/loop/copy.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/storage/buffer.hpp>

const ravel::buffer<double> b{1, 2};

#ifdef CONTROL
void run() { fill(b, 1.5); }
#else
void run() { copy(1.5, b); }
#endif
