// SPDX-License-Identifier: BSL-1.0
// The error message of parse for an element of a tensor.
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/words.hpp>

namespace ravel::detail {

void throw_no_number_in(const shape& of, index_t position, std::string_view text, dtype type) {
  throw_no_number(checked_coordinates(of, position), text, type);
}

}  // namespace ravel::detail
