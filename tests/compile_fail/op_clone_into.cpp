// expect: into memory that is there: copy\(source, target\)
// line: 12
// A clone is new.
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>

const ravel::buffer<double> b{1, 2};

#ifdef CONTROL
void run() { copy(b, b); }
#else
void run() { clone(b, b); }
#endif
