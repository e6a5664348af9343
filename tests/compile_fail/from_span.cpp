// expect: deleted.*borrow\(x\) looks at memory that others own
// line: 11
// from owns what it reads, and a span owns nothing.
#include <ravel/reader/foreign.hpp>
#include <ravel/storage/adopt.hpp>

ravel::reader<int> values(const int* data) {
#ifdef CONTROL
  return ravel::borrow(std::span(data, 3));
#else
  return ravel::from(std::span(data, 3));
#endif
}
