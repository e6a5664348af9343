// SPDX-License-Identifier: BSL-1.0
// Prints ranges, selections and index sets: a title line, then the positions. Long ones are shortened, and only the positions shown are
// read.
#pragma once

#include <ravel/index/index_set.hpp>
#include <ravel/print/detail/value.hpp>

namespace ravel {

namespace detail {

RAVEL_API std::string positions_text(std::string_view name, const selection& positions, const print_options& options);

constexpr std::string_view positions_name(const index_range&) { return "index_range"; }
constexpr std::string_view positions_name(const selection&) { return "selection"; }
constexpr std::string_view positions_name(const index_set&) { return "index_set"; }

// Exactly these types, and no type that converts to one of them.
template <class X>
concept printable_positions = std::same_as<X, index_range> || std::same_as<X, selection> || std::same_as<X, index_set>;

}  // namespace detail

template <detail::printable_positions X>
[[nodiscard]] std::string to_string(const X& x, const print_options& options = {}) {
  return detail::positions_text(detail::positions_name(x), x, options);
}

template <detail::printable_positions X>
std::ostream& operator<<(std::ostream& out, const X& x) {
  detail::write_text(out, to_string(x));
  return out;
}

}  // namespace ravel
