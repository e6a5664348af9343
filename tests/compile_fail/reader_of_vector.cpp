// expect: borrow\(x\) looks at them, adopt\(std::move\(x\)\) takes them over
// line: 12
// A reader owns what it reads.
#include <ravel/storage/adopt.hpp>

#include <vector>


#ifdef CONTROL
ravel::reader<double> seen(const std::vector<double>& v) { return ravel::borrow(v); }
#else
ravel::reader<double> seen(const std::vector<double>& v) { return v; }
#endif
