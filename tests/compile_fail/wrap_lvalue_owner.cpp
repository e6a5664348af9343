// expect: deleted.*the owner is taken over: pass it with std::move or as a shared_ptr, or borrow
// line: 12
// A copy of the owner would own other memory.
#include <ravel/storage/adopt.hpp>

#include <vector>

auto values(std::vector<int>& v) {
#ifdef CONTROL
  return ravel::wrap(v.data(), 3, std::move(v));
#else
  return ravel::wrap(v.data(), 3, v);
#endif
}
