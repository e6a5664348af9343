// SPDX-License-Identifier: BSL-1.0
// Floating values with a fixed number of significant digits: as %#.4g, but without the trailing point, in any locale.
#include <ravel/print/print.hpp>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace ravel::detail {

namespace {

constexpr std::size_t longest = 64;  // characters of a number of 17 digits, fixed or scientific

std::string digits(double value, std::chars_format format, int precision) {
  char room[longest];
  const auto end = std::to_chars(room, room + longest, value, format, precision).ptr;
  return {room, end};
}

}  // namespace

std::string integer_text(std::int64_t value) { return std::to_string(value); }
std::string integer_text(std::uint64_t value) { return std::to_string(value); }

std::string real_text(double value, int precision) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string scientific = digits(value, std::chars_format::scientific, precision - 1);
  const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);  // of the rounded value
  if (exponent < -4 || exponent >= precision) return scientific;
  return digits(value, std::chars_format::fixed, precision - 1 - exponent);
}

std::string complex_text(const std::complex<double>& value, int precision) {
  const std::string imaginary = real_text(value.imag(), precision);
  return real_text(value.real(), precision) + (imaginary.front() == '-' ? "" : "+") + imaginary + "i";
}

std::string quoted_text(std::string_view value) {
  std::string quoted = "\"";
  for (const char c : value) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      (quoted += '\\') += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (code < 0x20 || code == 0x7f) {
      constexpr char hex[] = "0123456789abcdef";
      ((quoted += "\\x") += hex[code / 16]) += hex[code % 16];
    } else {
      quoted += c;
    }
  }
  return quoted += '"';
}

std::size_t text_width(std::string_view value) {
  std::size_t characters = 0;
  for (const char c : value) characters += (static_cast<unsigned char>(c) & 0xc0u) != 0x80u;
  return characters;
}

void write_text(std::ostream& out, const std::string& text) { out << text; }

std::string written_text(void (*write)(std::ostream& out, const void* value), const void* value) {
  std::ostringstream out;
  write(out, value);
  return std::move(out).str();
}

}  // namespace ravel::detail
