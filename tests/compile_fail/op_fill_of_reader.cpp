// expect: the target can only be read
// line: 12
// Reading never leads to writing.
#include <ravel/loop/copy.hpp>

const ravel::buffer<double> b{3, 1};
const ravel::reader<double> r = b;

#ifdef CONTROL
void write() { fill(b, 0); }
#else
void write() { fill(r, 0); }
#endif
