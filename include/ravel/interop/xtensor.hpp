// SPDX-License-Identifier: BSL-1.0
// xtensor's adaptors over tensors, and tensors over xtensor's arrays, without a copy; header only, and empty without xtensor. An adaptor
// owns nothing and must not outlive the tensor.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/tensor/make.hpp>

#if __has_include(<xtensor/xadapt.hpp>) || __has_include(<xtensor/containers/xadapt.hpp>)
#if __has_include(<xtensor/xadapt.hpp>)
#include <xtensor/xadapt.hpp>
#else
#include <xtensor/containers/xadapt.hpp>
#endif

#include <cstddef>
#include <memory>
#include <vector>

namespace ravel {

// Takes a tensor of any rank in memory, with one stride of either sign per axis.
template <class T>
[[nodiscard]] auto as_xtensor(const tensor<T>& t) {
  const auto base = t.base();
  const auto memory = base.memory();
  const auto strides = t.strides();
  if (t.size() > 0 && (!memory || !strides))
    throw layout_error(detail::text() << "as_xtensor of " << to_string(t.shape())
                                      << ": its elements are not in memory with one stride for each axis; contiguous(t) is");
  std::vector<std::size_t> extents;
  std::vector<std::ptrdiff_t> steps;
  for (index_t k = 0; k < t.rank(); ++k) {
    extents.push_back(static_cast<std::size_t>(t.extent(k)));
    steps.push_back(t.size() > 0 && t.extent(k) > 1 ? (*strides)[static_cast<std::size_t>(k)] * memory->step : 0);
  }
  T* const first = t.size() > 0 ? const_cast<T*>(memory->data + t.offset() * memory->step) : nullptr;
  // With strides, xtensor expects the number of elements shown, not that of the memory.
  return xt::adapt(first, static_cast<std::size_t>(t.size()), xt::no_ownership(), extents, steps);
}
template <class T>
void as_xtensor(tensor<T>&& t) = delete;  // the adaptor would outlive the tensor: name the tensor first

// A tensor that takes over an array.
template <class X>
  requires(!std::is_lvalue_reference_v<X> &&
           requires(X& x) {
             x.storage();
             x.strides();
             x.data_offset();
           })
[[nodiscard]] auto from_xtensor(X&& x) {
  auto kept = std::make_shared<X>(std::move(x));
  std::vector<index_t> extents, strides;
  for (const auto extent : kept->shape()) extents.push_back(static_cast<index_t>(extent));
  for (const auto stride : kept->strides()) strides.push_back(static_cast<index_t>(stride));
  return wrap(kept->data() + kept->data_offset(), shape(ints(extents)), ints(strides), kept);
}

}  // namespace ravel
#endif
