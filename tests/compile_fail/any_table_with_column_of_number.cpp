// expect: deleted.*each row has a value: constant\(t.size\(\), value\)
// line: 9
#include <ravel/ravel.hpp>

auto table(const ravel::any_table& t) {
#ifdef CONTROL
  return with_column(t, "x", ravel::constant(t.size(), 5));
#else
  return with_column(t, "x", 5);
#endif
}
