// SPDX-License-Identifier: BSL-1.0
// Writes numbers and lists as formulas read them: the shortest text that gives the same bits.
#include <ravel/plan/detail/call_step.hpp>

#include <ravel/base/error.hpp>
#include "any/typed.hpp"

#include <bit>
#include <charconv>
#include <cmath>

namespace ravel::detail {

namespace {

template <class Real>
std::string shortest(Real value) {
  char room[64];
  std::string written(room, std::to_chars(room, room + sizeof room, value).ptr);
  if (written.find_first_of(".en") == std::string::npos) written += ".0";  // neither 1e+30 nor inf nor nan
  return written;
}

template <class Unsigned>
std::string bits_text(Unsigned bits) {
  char room[32];
  return "0x" + std::string(room, std::to_chars(room, room + sizeof room, bits, 16).ptr);
}

// A number in parentheses behind its type. A NaN that is not the usual one is written as its bits.
template <std::floating_point Real>
std::string real_text(Real value) {
  using bits_type = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;
  const auto bits = std::bit_cast<bits_type>(value);
  if (!std::isnan(value)) return shortest(value);
  return bits == std::bit_cast<bits_type>(std::numeric_limits<Real>::quiet_NaN()) ? "nan" : bits_text(bits);
}
template <half_element H>
std::string real_text(H value) {
  const auto number = static_cast<float>(value);
  return std::isnan(number) ? bits_text(std::bit_cast<std::uint16_t>(value)) : shortest(number);
}

}  // namespace

std::string text_in_marks(std::string_view value, char mark) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string written(1, mark);
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == mark || c == '\\') {
      written += '\\';
      written += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      written += "\\x";
      written += digits[byte / 16];
      written += digits[byte % 16];
    } else {
      written += c;
    }
  }
  return written + mark;
}

namespace {

template <class T>
std::string plain_text(const T& value) {
  if constexpr (std::same_as<T, std::string>) {
    return text_in_marks(value, '"');
  } else if constexpr (complex_element<T>) {
    return real_text(value.real()) + ", " + real_text(value.imag());
  } else if constexpr (half_element<T> || std::floating_point<T>) {
    return real_text(value);
  } else if constexpr (std::same_as<T, bool>) {
    return value ? "true" : "false";
  } else {
    return text() << value;
  }
}

template <class T, class F>
std::string listed(std::span<const T> list, const F& word) {
  std::string written = "{";
  for (std::size_t k = 0; k < list.size(); ++k) written += (k ? ", " : "") + word(list[k]);
  return written + "}";
}

}  // namespace

std::string element_text(const any_scalar& value) {
  return visit_held(
      value, []<class T>(const T& one) -> std::string { return complex_element<T> ? "(" + plain_text(one) + ")" : plain_text(one); });
}

std::string scalar_literal(const any_scalar& value) {
  return visit_held(value, [&]<class T>(const T& one) -> std::string {
    const std::string plain = plain_text(one);
    if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>) {
      return plain;
    } else if constexpr (std::same_as<T, double>) {
      if (std::isfinite(one)) return plain;
    } else if constexpr (std::same_as<T, float>) {
      if (std::isfinite(one)) return plain + "f";
    } else if constexpr (std::same_as<T, std::int32_t>) {
      if (one > std::numeric_limits<T>::min()) return plain;
    } else if constexpr (std::same_as<T, std::int64_t>) {
      if (one > std::numeric_limits<T>::min() && !std::in_range<std::int32_t>(one) && !std::in_range<std::int32_t>(-one)) return plain;
    }
    return std::string(name(value.dtype())) + "(" + plain + ")";
  });
}

std::string argument_words(double value) { return std::isfinite(value) ? shortest(value) : scalar_literal(any_scalar(value)); }
std::string argument_words(index_t value) { return text() << value; }
std::string argument_words(std::uint64_t value) {
  return std::in_range<index_t>(value) ? argument_words(static_cast<index_t>(value)) : scalar_literal(any_scalar(value));
}
std::string argument_words(const ints& list) {
  return list.size() == 1 ? argument_words(list[0]) : argument_words(std::span<const index_t>(list));
}
std::string argument_words(std::span<const double> list) {
  return listed(list, [](double value) { return argument_words(value); });
}
std::string argument_words(std::span<const index_t> list) {
  return listed(list, [](index_t value) { return argument_words(value); });
}
std::string argument_words(decay by) { return "decay::alpha(" + argument_words(by.alpha()) + ")"; }
std::string braced_words(std::string_view name, const std::string& value) { return std::string(name) + "{" + value + "}"; }
std::string braced_words(std::string_view name, const std::array<double, 2>& bounds) {
  return std::string(name) + argument_words(std::span<const double>(bounds));
}

}  // namespace ravel::detail
