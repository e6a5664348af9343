// SPDX-License-Identifier: BSL-1.0
// Key functions of the errors, so that one type serves every shared library, and the spelling of numbers in messages.
#include <ravel/base/error.hpp>

#include <charconv>

namespace ravel {

error::~error() = default;
shape_error::~shape_error() = default;
index_error::~index_error() = default;
type_error::~type_error() = default;
value_error::~value_error() = default;
io_error::~io_error() = default;
overflow_error::~overflow_error() = default;
layout_error::~layout_error() = default;
cancelled::~cancelled() = default;

namespace detail {

text& text::add(std::string_view part) {
  written_.append(part);
  return *this;
}

text& text::add_signed(long long value) {
  written_ += std::to_string(value);
  return *this;
}

text& text::add_unsigned(unsigned long long value) {
  written_ += std::to_string(value);
  return *this;
}

text& text::add_real(double value, int digits) {
  char room[40];
  const auto end =
      digits <= 9 ? std::to_chars(room, room + sizeof room, static_cast<float>(value)) : std::to_chars(room, room + sizeof room, value);
  written_.append(room, end.ptr);
  return *this;
}

}  // namespace detail
}  // namespace ravel
