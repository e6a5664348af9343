// expect: deleted.*only memory that stays can be borrowed: adopt\(std::move\(x\)\) takes a temporary over
// line: 12
// The one door through which a handle can dangle takes no temporary.
#include <ravel/storage/adopt.hpp>

#include <vector>

auto values() {
#ifdef CONTROL
  return ravel::adopt(std::vector<int>{1, 2, 3});
#else
  return ravel::borrow(std::vector<int>{1, 2, 3});
#endif
}
