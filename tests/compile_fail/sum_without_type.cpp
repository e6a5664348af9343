// expect: no such operator: write cast<T>\(x\)
// line: 11
// No element type holds both, so that there is no sum without a cast.
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/operators.hpp>

auto sum(const ravel::reader<std::uint64_t>& a, const ravel::reader<std::int64_t>& b) {
#ifdef CONTROL
  return ravel::cast<std::int64_t>(a) + b;
#else
  return a + b;
#endif
}
