// expect: deleted.*(WHAT_IS_BORROWED_OR_ADOPTED|borrow\(x\) looks at them)
// line: 16
// Functions of times own what they read, and do not look at a vector of somebody else.
#include <ravel/lazy/time.hpp>
#include <ravel/storage/adopt.hpp>

#include <chrono>
#include <vector>

auto weeks(const std::vector<std::chrono::sys_days>& days) {
#ifdef CONTROL
  return floor_to(ravel::borrow(days), std::chrono::weeks(1));
#else
  // The vector would be gone, or changed, when an element is read.
  static_cast<void>(0);
  return ravel::floor_to(days, std::chrono::weeks(1));
#endif
}
