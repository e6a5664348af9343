// SPDX-License-Identifier: BSL-1.0
// Validates and writes UTF-8, and makes any text printable for a message. Stateless.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ravel::detail {

// The length in bytes of the first character; 0 if it is invalid: overlong, a surrogate, or beyond the last code point.
std::size_t utf8_length(std::string_view from);
bool is_utf8(std::string_view text);
// Appends a code point up to 0x10ffff that is no surrogate.
void add_utf8(std::string& to, std::uint32_t code);

// The beginning of the text, with "?" for unprintable characters.
std::string shown_text(std::string_view text);

}  // namespace ravel::detail
