// expect: RAVEL_OF_TWO_ELEMENT_BY_ELEMENT
// line: 13
// The least element is min, not minimum.
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/sources.hpp>
#include <ravel/storage/buffer.hpp>

const ravel::buffer<double> b{1, 2};

#ifdef CONTROL
auto least = minimum(b, b);
#else
void run() { minimum(b); }
#endif
