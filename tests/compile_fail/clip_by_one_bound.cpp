// expect: between two: clip\(x, low, high\)
// line: 13
// A clip has two bounds.
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/sources.hpp>
#include <ravel/storage/buffer.hpp>

const ravel::buffer<double> b{1, 2};

#ifdef CONTROL
auto kept = clip(b, 0.0, 1.0);
#else
void run() { clip(b, 0.0); }
#endif
