// SPDX-License-Identifier: BSL-1.0
// Prints named expressions: a line with their dims, then the elements as a tensor's, dims first. If an extent is not known yet, prints only
// the line. Printing reads the elements shown and computes pending reductions.
#pragma once

#include <ravel/named/any_named.hpp>
#include <ravel/print/print.hpp>

namespace ravel {

namespace detail {

// "#ravel.named<float64>(i=2, k)[4]"
RAVEL_API std::string named_title(std::string_view type, const form& of);

template <class T>
std::string named_text(const named<T>& e, const print_options& options) {
  const std::string title = named_title(type_name<T>(), e.of());
  return e.of().known() ? title + "\n" + elements_text(values_of(e).values, options) : title;
}

RAVEL_API std::string any_named_text(const any_named& e, const print_options& options);

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API std::string named_text(const named<T>&, const print_options&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::is_named E>
[[nodiscard]] std::string to_string(const E& e, const print_options& options = {}) {
  return detail::named_text(named<typename E::value_type>(e), options);
}

// An expression whose element type is known at run time. The line names the type if all extents are known.
template <detail::any_named_handle E>
[[nodiscard]] std::string to_string(const E& e, const print_options& options = {}) {
  return detail::any_named_text(e, options);
}

template <class E>
  requires(detail::is_named<E> || detail::any_named_handle<E>)
std::ostream& operator<<(std::ostream& out, const E& e) {
  detail::write_text(out, to_string(e));
  return out;
}

}  // namespace ravel
