// expect: deleted.*fill_missing\(r, missing_where\(r\), value or fill_policy\)
// line: 10
// The refusal for columns stands alone; beside another one the call would be ambiguous.
#include <ravel/op.hpp>

auto filled(const ravel::buffer<double>& x) {
#ifdef CONTROL
  return fill_missing(x, missing_where(x), 0.0);
#else
  return fill_missing(x, 0.0);
#endif
}
