// expect: deleted.*write adopt\(std::move\(x\)\), or borrow\(x\) to look at it
// line: 12
// Whether a container is given away or looked at is the user's to say.
#include <ravel/storage/adopt.hpp>

#include <vector>

auto values(std::vector<double>& v) {
#ifdef CONTROL
  return ravel::adopt(std::move(v));
#else
  return ravel::adopt(v);
#endif
}
