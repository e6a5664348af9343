// expect: the value could be cut: cast_value<T>\(value\) checks
// line: 11
// A fraction is not written among whole numbers; the other functions that take one value take it by the same type.
#include <ravel/storage/buffer.hpp>

ravel::buffer<int> whole{0};

#ifdef CONTROL
void run() { whole.write(0, 2); }
#else
void run() { whole.write(0, 2.5); }
#endif
