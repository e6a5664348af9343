// expect: could lose their value: copy\(cast<T>\(source\), target\)
// line: 13
// What copies into a smaller type must say how.
#include <ravel/lazy/cast.hpp>
#include <ravel/loop/copy.hpp>

ravel::buffer<double> exact{1.5};
ravel::buffer<int> whole{0};

#ifdef CONTROL
void run() { copy(ravel::saturate_cast<int>(exact), whole); }
#else
void run() { copy(exact, whole); }
#endif
