// expect: deleted.*all rows in one vector
// line: 12
// Each row of a vector of vectors has memory of its own.
#include <ravel/interop/npy.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/make.hpp>

void save(const std::vector<std::vector<double>>& rows, const std::vector<double>& all) {
#ifdef CONTROL
  ravel::save_npy("x.npy", as_tensor(ravel::borrow(all), {static_cast<ravel::index_t>(rows.size()), -1}));
#else
  ravel::save_npy("x.npy", rows);
#endif
}
