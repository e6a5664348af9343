// expect: deleted.*use equal\(a, b\), all_of\(x\) or any_of\(x\)
// line: 11
// == gives a truth value for each element.
#include <ravel/lazy/operators.hpp>
#include <ravel/loop/compare.hpp>

bool alike(const ravel::reader<int>& a, const ravel::reader<int>& b) {
#ifdef CONTROL
  if (ravel::equal(a, b)) return true;
#else
  if (a == b) return true;
#endif
  return false;
}
