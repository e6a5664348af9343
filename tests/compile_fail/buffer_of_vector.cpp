// expect: borrow\(x\) looks at them, adopt\(std::move\(x\)\) takes them over, clone\(x\) copies
// line: 12
// A vector becomes a buffer by a word that says how.
#include <ravel/storage/adopt.hpp>

#include <vector>


#ifdef CONTROL
ravel::buffer<double> made(std::vector<double>&& v) { return ravel::adopt(std::move(v)); }
#else
ravel::buffer<double> made(std::vector<double>&& v) { return v; }
#endif
