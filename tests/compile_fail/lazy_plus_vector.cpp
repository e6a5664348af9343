// expect: borrow\(x\) looks at them, adopt\(std::move\(x\)\) takes them over
// line: 12
// An expression owns what it reads, and a vector that stands beside it is neither copied nor looked at.
#include <ravel/lazy/operators.hpp>
#include <ravel/storage/adopt.hpp>

#include <vector>

#ifdef CONTROL
auto sum(const ravel::reader<double>& r, const std::vector<double>& v) { return r + ravel::borrow(v); }
#else
auto sum(const ravel::reader<double>& r, const std::vector<double>& v) { return r + v; }
#endif
