// expect: deleted.*(WHAT_IS_BORROWED_OR_ADOPTED|borrow\(x\) looks at them)
// line: 16
// Functions of words own what they read, and do not look at a vector of somebody else.
#include <ravel/lazy/words.hpp>
#include <ravel/storage/adopt.hpp>

#include <string>
#include <vector>

auto cities(const std::vector<std::string>& names) {
#ifdef CONTROL
  return lower(ravel::borrow(names));
#else
  // The vector would be gone, or changed, when an element is read.
  static_cast<void>(0);
  return ravel::lower(names);
#endif
}
