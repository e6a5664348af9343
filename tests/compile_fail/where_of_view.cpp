// expect: deleted.*(WHAT_IS_BORROWED_OR_ADOPTED|borrow\(x\) looks at them)
// line: 16
// A view converts to bool, which tells whether it has elements. That is no value to choose.
#include <ravel/lazy/functions.hpp>
#include <ravel/storage/adopt.hpp>

#include <ranges>
#include <vector>

const std::vector<bool> v{true, false};

#ifdef CONTROL
auto chosen(const ravel::reader<bool>& mask) { return where(mask, ravel::borrow(v), mask); }
#else
// Reversed, it is a view.
auto chosen(const ravel::reader<bool>& mask) { return where(mask, std::views::reverse(v), mask); }
#endif
