// expect: deleted.*of a tensor, which as_tensor\(r, \{2, 3\}\) makes
// line: 12
// A reader becomes a tensor.
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

const ravel::buffer<double> x{1, 2, 3, 4};
#ifdef CONTROL
const auto square = as_tensor(x, {2, 2});
#else
const auto square = reshape(x, {2, 2});
#endif
