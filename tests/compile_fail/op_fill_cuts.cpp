// expect: the value could be cut: cast_value<T>\(value\) checks
// line: 11
// A value is not rounded to fit the elements.
#include <ravel/loop/copy.hpp>

ravel::buffer<int> whole{0};

#ifdef CONTROL
void run() { fill(whole, 2); }
#else
void run() { fill(whole, 2.5); }
#endif
