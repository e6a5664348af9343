// expect: deleted.*neither consecutive nor a reader_base: from\(std::move\(x\)\) takes it over
// line: 13
// A deque has no consecutive elements to look at.
#include <ravel/storage/adopt.hpp>

#include <deque>

auto values(std::deque<double>& d) {
#ifdef CONTROL
  return ravel::from(std::move(d));
#else

  return ravel::borrow(d);
#endif
}
