// expect: deleted.*of bools: count\(x != 0\)
// line: 13
// How many what?
#include <ravel/lazy/operators.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/storage/buffer.hpp>

ravel::buffer<int> x{1, 0};

#ifdef CONTROL
auto run() { return count(x != 0); }
#else
auto run() { return count(x); }
#endif
