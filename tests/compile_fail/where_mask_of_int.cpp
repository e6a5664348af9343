// expect: use of deleted function.*where|call to deleted function 'where'
// line: 11
// A mask is of bool; a number is not a truth value.
#include <ravel/lazy/functions.hpp>

auto pick(const ravel::reader<int>& mask, const ravel::reader<double>& x) {
#ifdef CONTROL
  const ravel::reader<bool> chosen(mask != 0);
  return where(chosen, x, 0);
#else
  return where(mask, x, 0);
#endif
}
