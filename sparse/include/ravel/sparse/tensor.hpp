// SPDX-License-Identifier: BSL-1.0
// sparse_tensor: a tensor over a sparse buffer, in row-major order. It works like any tensor, and so do its views. Write an element by
// t.write({i, j}, v), because it may have no memory yet. Copies share; threads as for sparse_buffer.
#pragma once

#include <ravel/sparse/buffer.hpp>
#include <ravel/tensor/tensor.hpp>

namespace ravel {

namespace detail {

template <class T>
tensor<T> tensor_over(const shape& extents, const sparse_buffer<T>& entries) {
  return tensor<T>(dims::row_major(extents), entries);
}

}  // namespace detail

template <class T>
tensor<T> sparse_tensor(const shape& extents) {
  return detail::tensor_over(extents, make_sparse<T>(extents.elements()));
}
template <class T>
tensor<T> sparse_tensor(const shape& extents, detail::value_for<T> fill) {
  return detail::tensor_over(extents, detail::empty_sparse_buffer<T>(extents.elements(), fill));
}
template <detail::deduced = detail::deduced(), class T>
tensor<detail::kept_value_t<T>> sparse_tensor(const shape& extents, const T& fill) {
  return sparse_tensor<detail::kept_value_t<T>>(extents, fill);
}

}  // namespace ravel
