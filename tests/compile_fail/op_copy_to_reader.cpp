// expect: the target can only be read
// line: 12
// Reading never leads to writing.
#include <ravel/loop/copy.hpp>

const ravel::buffer<double> b{3, 1};
const ravel::reader<double> r = b;

#ifdef CONTROL
void write() { copy(r, b); }
#else
void write() { copy(b, r); }
#endif
