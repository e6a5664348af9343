// expect: deleted.*the iterator would outlive the expression: name it first
// line: 11
// An iterator looks at the expression, which looks at nothing that could vanish.
#include <ravel/lazy/operators.hpp>

double first(const ravel::reader<double>& a) {
#ifdef CONTROL
  const auto e = a + a;
  return *e.begin();
#else
  return *(a + a).begin();
#endif
}
