// expect: deleted.*(WHAT_IS_BORROWED_OR_ADOPTED|borrow\(x\) looks at them)
// line: 20
// A view owns what it looks at, and will not look at what somebody else owns.
#include <ravel/lazy/slice.hpp>

#include <utility>

struct squares : ravel::reader_base {
  ravel::index_t size() const { return 10; }
  ravel::index_t operator[](ravel::index_t i) const { return i * i; }
};

#ifdef CONTROL
auto part() {
  squares s;
  return slice(std::move(s), 2, 3);
}
#else
// s would be gone when the slice is read.
auto part(squares& s) { return slice(s, 2, 3); }
#endif
