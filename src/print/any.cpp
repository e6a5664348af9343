// SPDX-License-Identifier: BSL-1.0
// Prints data of a run-time type with its type.
#include <ravel/print/any.hpp>
#include <ravel/print/print.hpp>

#include <ostream>

namespace ravel {

std::string to_string(const any_tensor& x, const print_options& options) {
  return visit_held(x, [&](const auto& t) { return to_string(t, options); });
}
std::string detail::text_of_reader(const any_reader& x, const print_options& options) {
  return visit_held(x, [&](const auto& r) { return to_string(r, options); });
}
std::string to_string(const any_scalar& x, const print_options& options) {
  return visit_held(x, [&](const auto& value) { return detail::value_text(value, options); });
}

std::ostream& operator<<(std::ostream& out, const any_tensor& x) { return out << to_string(x); }
void detail::print_reader(std::ostream& out, const any_reader& x) { out << text_of_reader(x, {}); }
std::ostream& operator<<(std::ostream& out, const any_scalar& x) { return out << to_string(x); }

}  // namespace ravel
