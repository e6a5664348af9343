// expect: into what\? copy\(source, target\) writes; clone\(r\) makes a new buffer
// line: 12
// A copy has a target.
#include <ravel/loop/clone.hpp>
#include <ravel/loop/copy.hpp>

const ravel::buffer<double> b{1, 2};

#ifdef CONTROL
auto made = clone(b);
#else
void run() { copy(b); }
#endif
