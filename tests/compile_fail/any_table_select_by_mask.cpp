// expect: deleted.*rows by a mask: filter\(t, mask\)
// line: 9
// select is for columns, by name.
#include <ravel/any.hpp>

#ifdef CONTROL
ravel::any_table paid(const ravel::any_table& t) { return filter(t, t["paid"] > 5); }
#else
auto paid(const ravel::any_table& t) { return select(t, t["paid"] > 5); }
#endif
