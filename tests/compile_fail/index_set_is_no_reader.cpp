// expect: deleted.*of a reader: reverse\(r\)
// line: 10
// The members of a set are read through positions(s).
#include <ravel/index/index_set.hpp>
#include <ravel/lazy/slice.hpp>
ravel::index_set s{1, 2};
#ifdef CONTROL
auto run() { return reverse(positions(s)); }
#else
auto run() { return ravel::reverse(s); }
#endif
