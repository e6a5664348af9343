// expect: deleted.*borrow\(x\) looks at them, adopt\(std::move\(x\)\) takes them over
// line: 14
// Positions in braces have no type of their own that a refusal could be found by.
#include <ravel/lazy/slice.hpp>
#include <ravel/storage/adopt.hpp>

#include <vector>

const std::vector<double> v{1, 4};

#ifdef CONTROL
auto chosen() { return select(ravel::borrow(v), {0, 1}); }
#else
auto chosen() { return ravel::select(v, {0, 1}); }
#endif
