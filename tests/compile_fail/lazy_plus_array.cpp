// expect: borrow\(x\) looks at them, adopt\(std::move\(x\)\) takes them over
// line: 10
// An array of int beside a reader of int: not a pointer that moves on by each element.
#include <ravel/lazy/operators.hpp>
#include <ravel/storage/adopt.hpp>

#ifdef CONTROL
auto sum(const ravel::reader<int>& r, const int (&a)[3]) { return r + ravel::borrow(a); }
#else
auto sum(const ravel::reader<int>& r, const int (&a)[3]) { return r + a; }
#endif
