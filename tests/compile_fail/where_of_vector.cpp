// expect: deleted.*(WHAT_IS_BORROWED_OR_ADOPTED|borrow\(x\) looks at them)
// line: 14
// The branches of where are kept, like all operands.
#include <ravel/lazy/functions.hpp>
#include <ravel/storage/adopt.hpp>

#include <vector>

const std::vector<double> v{1, 4};

#ifdef CONTROL
auto chosen(const ravel::reader<bool>& mask) { return where(mask, ravel::borrow(v), 0); }
#else
auto chosen(const ravel::reader<bool>& mask) { return where(mask, v, 0); }
#endif
