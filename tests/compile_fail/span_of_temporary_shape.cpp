// expect: deleted
// line: 10
// t.shape() is a value of its own.
#include <ravel/tensor/make.hpp>

#include <span>

ravel::index_t rows(const ravel::tensor<double>& t) {
#ifndef CONTROL
  const std::span<const ravel::index_t> extents = t.shape();
#else
  const ravel::shape of = t.shape();
  const std::span<const ravel::index_t> extents = of;
#endif
  return extents[0];
}
