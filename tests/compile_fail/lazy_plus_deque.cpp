// expect: deleted.*clone\(x\)
// line: 14
// A deque lies in pieces, so neither borrow nor adopt takes it.
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/clone.hpp>

#include <deque>

const std::deque<double> more{1, 2};

#ifdef CONTROL
auto sum(const ravel::reader<double>& r) { return r + ravel::clone(more); }
#else
auto sum(const ravel::reader<double>& r) { return r + more; }
#endif
