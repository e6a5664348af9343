// expect: deleted.*\{"v", borrow\(v\)\}
// line: 10
#include <ravel/interop/npy.hpp>
#include <ravel/storage/adopt.hpp>

void keep(const std::vector<double>& v) {
#ifdef CONTROL
  ravel::save_npz("v.npz", {{"v", ravel::borrow(v)}});
#else
  ravel::save_npz("v.npz", {{"v", v}});
#endif
}
