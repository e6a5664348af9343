// SPDX-License-Identifier: BSL-1.0
// The text of a file header while it is parsed: helpers that all parsers share, and errors that name the byte of the file. Refers to the
// file, which must outlive it. Also the little-endian numbers of headers.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/interop/mapped_file.hpp>
#include "interop/utf8.hpp"

#include <initializer_list>
#include <map>
#include <string>
#include <utility>

namespace ravel::detail {

inline std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t k = bytes.size(); k-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[k]);
  return value;
}

// The arrays of a list by their names, of which two are not equal. `what` names an array in the error.
inline std::map<std::string, any_tensor> by_name(const std::string& path, std::string_view what,
                                                 std::initializer_list<std::pair<const std::string, any_tensor>> list) {
  std::map<std::string, any_tensor> arrays;
  for (const auto& one : list) {
    if (!arrays.insert(one).second)
      throw value_error(text() << path << ": two " << what << " are named \"" << shown_text(one.first) << "\"");
  }
  return arrays;
}

struct header_number {
  std::uint64_t value;
  int width;
};
inline std::string little_endian(std::initializer_list<header_number> numbers) {
  std::string bytes;
  for (const auto& [value, width] : numbers) {
    for (int k = 0; k < width; ++k) bytes += static_cast<char>(value >> (8 * k) & 0xff);
  }
  return bytes;
}

class header_text {
 protected:
  // `what` names the expected header in errors.
  header_text(const file_bytes& file, index_t start, index_t length, const char* what)
      : file_(file), left_(file.text_at(start, length)), what_(what) {}

  // The byte of the file where a part of the text begins.
  index_t byte_of(std::string_view part) const { return static_cast<index_t>(part.data() - reinterpret_cast<const char*>(file_.data())); }
  [[noreturn]] void fail(const std::string& why) const { throw_bad_file(file_, byte_of(left_), why); }
  void skip_space() {
    while (!left_.empty() && (left_.front() == ' ' || left_.front() == '\n' || left_.front() == '\t' || left_.front() == '\r'))
      left_.remove_prefix(1);
  }
  bool take(char c) {
    skip_space();
    if (left_.empty() || left_.front() != c) return false;
    left_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(text() << "the header is no " << what_ << ": '" << std::string_view(&c, 1) << "' is missing");
  }
  // Reads a whole number, called `name` in errors.
  index_t read_number(const char* name) {
    skip_space();
    const auto at_digit = [&] { return !left_.empty() && left_.front() >= '0' && left_.front() <= '9'; };
    if (!at_digit()) fail(text() << name << " is no number");
    index_t value = 0;
    while (at_digit()) {
      if (value > index_limit / 10) fail(text() << name << " is too large");
      value = value * 10 + (left_.front() - '0');
      left_.remove_prefix(1);
    }
    if (value > index_limit) fail(text() << name << " is too large");
    return value;
  }

  const file_bytes& file_;
  std::string_view left_;

 private:
  const char* what_;
};

}  // namespace ravel::detail
