// expect: deleted.*who frees it\? wrap\(p, \{2, 3\}, std::move\(owner\)\), or borrow\(p, \{2, 3\}\)
// line: 9
#include <ravel/tensor.hpp>

auto table(double* p) {
#ifdef CONTROL
  return ravel::borrow(p, {2, 3});
#else
  return ravel::wrap(p, {2, 3});
#endif
}
