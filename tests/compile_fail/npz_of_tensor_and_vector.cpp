// expect: deleted.*\{"v", borrow\(v\)\}
// line: 10
#include <ravel/interop/npy.hpp>
#include <ravel/storage/adopt.hpp>

void keep(const ravel::tensor<double>& x, const std::vector<double>& v) {
#ifdef CONTROL
  ravel::save_npz("x.npz", {{"x", x}, {"v", ravel::borrow(v)}});
#else
  ravel::save_npz("x.npz", {{"x", x}, {"v", v}});
#endif
}
