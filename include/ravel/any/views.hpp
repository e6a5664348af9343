// SPDX-License-Identifier: BSL-1.0
// Views of tensors of run-time type are those of <ravel/tensor/views.hpp>. None copies. broadcast, tile, windows and stretch are read-only.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

[[nodiscard]] inline std::vector<any_tensor> split(const any_reader& x, index_arg axis, const ints& counts) {
  return split(x.as_tensor(), axis, counts);
}

// True if a shows elements that b holds.
[[nodiscard]] inline bool is_view_of(const any_tensor& a, const any_tensor& b) {
  return a.dtype() == b.dtype() && detail::is_view_of(any_tensor_access::node(a), any_tensor_access::node(b));
}

}  // namespace ravel
