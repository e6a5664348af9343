// expect: by a mask: compress\(r, mask\)
// line: 12
// filter asks each element, compress goes by a mask.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/search/filter.hpp>

const ravel::buffer<double> b{3, 1};

#ifdef CONTROL
auto above() { return compress(b, b > 1); }
#else
auto above() { return filter(b, b > 1); }
#endif
