// expect: the elements are no bools: argfilter\(x != 0\), or argfilter\(x, predicate\)
// line: 11
// A number is not a truth value.
#include <ravel/op/search/filter.hpp>
#include <ravel/storage/buffer.hpp>

ravel::buffer<int> x{1, 0};
#ifdef CONTROL
auto run() { return argfilter(x, [](int v) { return v != 0; }); }
#else
auto run() { return argfilter(x); }
#endif
