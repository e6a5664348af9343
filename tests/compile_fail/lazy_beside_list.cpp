// expect: deleted.*no such operator: write cast<T>\(x\), a vector for a list
// line: 15
// A list has no random access.
#include <ravel/lazy/operators.hpp>
#include <ravel/storage/adopt.hpp>

#include <list>
#include <vector>

const ravel::buffer<double> x{1, 2};
const std::list<double> more{3, 4};
#ifdef CONTROL
const auto both = x + ravel::adopt(std::vector(more.begin(), more.end()));
#else
const auto both = x + more;
#endif
