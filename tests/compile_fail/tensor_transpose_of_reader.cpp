// expect: deleted.*of a tensor, which as_tensor\(r, \{2, 3\}\) makes
// line: 11
// A reader has no axes.
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor.hpp>

const ravel::buffer<double> x{1, 2, 3, 4};
#ifdef CONTROL
auto run() { return transpose(as_tensor(x, {2, 2})); }
#else
auto run() { return transpose(x); }
#endif
