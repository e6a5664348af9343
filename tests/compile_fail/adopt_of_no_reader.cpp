// expect: deleted.*clone\(from\(std::move\(x\)\)\), or from\(std::move\(x\)\) alone
// line: 14
// A class that computes its elements has no memory to take over.
#include <ravel/storage/adopt.hpp>

struct squares {
  long long size() const { return 3; }
  double operator[](long long i) const { return static_cast<double>(i * i); }
};
auto taken(squares x) {
#ifdef CONTROL
  return ravel::from(std::move(x));
#else
  return ravel::adopt(std::move(x));
#endif
}
