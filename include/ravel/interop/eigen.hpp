// SPDX-License-Identifier: BSL-1.0
// Eigen's maps over tensors of rank 1 and 2, and tensors over Eigen's matrices, without a copy; header only, and empty without Eigen. A map
// owns nothing and must not outlive the tensor.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/tensor/make.hpp>

#if __has_include(<Eigen/Core>)
#include <Eigen/Core>

namespace ravel {

namespace detail {

[[noreturn]] inline void throw_no_eigen(const dims& map) {
  throw layout_error(text() << "as_eigen of " << to_string(map.shape())
                            << ": it takes a tensor of one or two axes in memory, each with one stride; contiguous(t) is");
}

template <class T>
using eigen_matrix = Eigen::Matrix<std::remove_const_t<T>, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using eigen_strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;

}  // namespace detail

// A row-major map of a matrix; a tensor of rank 1 is a column. Strides may be negative. Assumes no alignment.
template <class T>
[[nodiscard]] auto as_eigen(const tensor<T>& t) {
  using matrix = std::conditional_t<std::is_const_v<T>, const detail::eigen_matrix<T>, detail::eigen_matrix<T>>;
  using map = Eigen::Map<matrix, Eigen::Unaligned, detail::eigen_strides<T>>;
  const auto base = t.base();
  const auto memory = base.memory();
  const auto strides = t.strides();
  if (t.rank() < 1 || t.rank() > 2 || (t.size() > 0 && (!memory || !strides))) detail::throw_no_eigen(t.dims());
  const index_t columns = t.rank() == 2 ? t.extent(1) : 1;
  if (t.size() == 0) return map(nullptr, t.extent(0), columns, {1, 1});
  T* const first = const_cast<T*>(memory->data + t.offset() * memory->step);
  const index_t inner = t.rank() == 2 ? (*strides)[1] * memory->step : 1;
  return map(first, t.extent(0), columns, {(*strides)[0] * memory->step, inner});
}
template <class T>
void as_eigen(tensor<T>&& t) = delete;  // the map would outlive the tensor: name the tensor first

// A tensor that takes over a matrix, [rows columns].
template <class M>
  requires(!std::is_lvalue_reference_v<M> &&
           requires(M& m) {
             m.data();
             m.outerStride();
           })
[[nodiscard]] auto from_eigen(M&& m) {
  using T = typename M::Scalar;
  auto kept = std::make_shared<M>(std::move(m));
  const index_t outer = kept->outerStride(), inner = kept->innerStride();
  T* const first = kept->data();
  const shape extents{index_t{kept->rows()}, index_t{kept->cols()}};
  return M::IsRowMajor ? wrap(first, extents, {outer, inner}, kept) : wrap(first, extents, {inner, outer}, kept);
}
template <class M>
  requires requires(M& m) {
    m.data();
    m.outerStride();
  }
void from_eigen(M& m) = delete;  // from_eigen(std::move(m)) takes it over, from_eigen(m, owner) looks at what an owner keeps alive
// A tensor over a matrix that an owner keeps alive: a Map or a Ref, or a matrix in a shared_ptr.
template <class M, detail::owner Owner>
  requires requires(M& m) {
    m.data();
    m.outerStride();
  }
[[nodiscard]] auto from_eigen(M& m, Owner&& owner) {
  const index_t outer = m.outerStride(), inner = m.innerStride();
  const shape extents{index_t{m.rows()}, index_t{m.cols()}};
  return M::IsRowMajor ? wrap(m.data(), extents, {outer, inner}, std::forward<Owner>(owner))
                       : wrap(m.data(), extents, {inner, outer}, std::forward<Owner>(owner));
}

}  // namespace ravel
#endif
