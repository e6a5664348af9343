// SPDX-License-Identifier: BSL-1.0
// fold(parts, f) of a run-time number of tensors, broadcast to one shape; without f, their sum. One node for any number. Stores no
// elements; owns the tensors.
#pragma once

#include <ravel/lazy/fold.hpp>
#include <ravel/tensor/concat.hpp>

namespace ravel {

template <detail::tensor_range Parts, class Function = detail::plus>
  requires detail::shaped_reader<std::ranges::range_value_t<const Parts>> &&
           detail::folds<Function, detail::read_t<std::ranges::range_value_t<const Parts>>>
[[nodiscard]] auto fold(const Parts& parts, Function f = {}) {
  using T = detail::read_t<std::ranges::range_value_t<const Parts>>;
  shape joint;
  for (const auto& part : parts) detail::widen_shape(joint, part.shape());
  std::vector<reader<T>> stretched;
  for (const auto& part : detail::tensors_of(parts)) stretched.push_back(detail::stretched_tensor(part, joint));
  return detail::with_shape(fold(stretched, std::move(f)), joint);
}

}  // namespace ravel
