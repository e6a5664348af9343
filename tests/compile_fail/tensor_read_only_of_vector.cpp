// expect: as_tensor\(borrow\(x\), shape\)
// line: 13
// A tensor that is only read owns its elements, too.
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/make.hpp>
#include <vector>

const std::vector<double> v{1, 2};

#ifdef CONTROL
ravel::tensor<const double> t(ravel::as_tensor(ravel::borrow(v), {2}));
#else
ravel::tensor<const double> t(v);
#endif
