// expect: one operand is a tensor \(as_tensor\(r, shape\) makes one\)
// line: 12
// Readers have no rows and columns.
#include <ravel/lazy/iota.hpp>
#include <ravel/op/fold/product.hpp>

auto r = ravel::iota<double>(4);

#ifdef CONTROL
auto c = matmul(r, ravel::as_tensor(r, {4, 1}));
#else
auto c = matmul(r, r);
#endif
