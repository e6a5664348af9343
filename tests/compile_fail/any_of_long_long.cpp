// expect: deleted.*cast<canonical_t<T>>\(t\)
// line: 10
#include <ravel/any/any_tensor.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/elementwise.hpp>

ravel::any_tensor hold(const ravel::tensor<long long>& t) {
#ifndef CONTROL
  // Run-time types are those of the closed set, where 64 bits are std::int64_t.
  return ravel::any_tensor(t);
#else
  return ravel::any_tensor(ravel::cast<std::int64_t>(t));
#endif
}
