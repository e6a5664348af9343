// expect: deleted.*from\(std::move\(x\)\) takes over what has size\(\) and operator\[\]; borrow\(x\) looks at memory that others own
// line: 12
// from owns what it reads.
#include <ravel/storage/adopt.hpp>

#include <deque>

ravel::reader<int> values(std::deque<int>& d) {
#ifdef CONTROL
  return ravel::from(std::move(d));
#else
  return ravel::from(d);
#endif
}
