// SPDX-License-Identifier: BSL-1.0
// Tensors, readers and values of a run-time type as text: as the tensor, reader or value with its type is.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/print/options.hpp>

#include <iosfwd>
#include <string>

namespace ravel {

[[nodiscard]] RAVEL_API std::string to_string(const any_tensor& x, const print_options& options = {});
[[nodiscard]] RAVEL_API std::string to_string(const any_reader& x, const print_options& options = {});
[[nodiscard]] RAVEL_API std::string to_string(const any_scalar& x, const print_options& options = {});

RAVEL_API std::ostream& operator<<(std::ostream& out, const any_tensor& x);
RAVEL_API std::ostream& operator<<(std::ostream& out, const any_reader& x);
RAVEL_API std::ostream& operator<<(std::ostream& out, const any_scalar& x);

}  // namespace ravel
