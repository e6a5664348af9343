// expect: deleted.*clone\(x\)
// line: 14
// A deque lies in pieces.
#include <ravel/loop/clone.hpp>
#include <ravel/storage/borrow.hpp>

#include <deque>

const std::deque<double> values{1, 2};

#ifdef CONTROL
auto look() { return ravel::clone(values); }
#else
auto look() { return ravel::borrow(values); }
#endif
