// expect: deleted.*as_tensor\(borrow\(x\), .*looks at them
// line: 12
// A tensor shares what its elements stand in, and a vector shares nothing.
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/make.hpp>

const std::vector<double> v{1, 4};

#ifdef CONTROL
auto column = ravel::as_tensor(ravel::borrow(v), {2, 1});
#else
auto column = ravel::as_tensor(v, {2, 1});
#endif
