// expect: deleted.*(WHAT_IS_BORROWED_OR_ADOPTED|borrow\(x\) looks at them)
// line: 13
// map keeps what it reads, and does not keep what somebody else owns.
#include <ravel/lazy/map.hpp>
#include <ravel/storage/adopt.hpp>

#include <vector>

std::vector<double> v{1, 4};
const auto half = [](double x) { return x / 2; };

#ifndef CONTROL
auto halves = ravel::map(half, v);
#else
auto halves = ravel::map(half, ravel::adopt(std::move(v)));
#endif
