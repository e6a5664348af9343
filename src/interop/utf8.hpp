// SPDX-License-Identifier: BSL-1.0
// Text that others read as UTF-8, and what a message shows of text that may be anything. Stateless.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ravel::detail {

// How many bytes the character takes that stands first, 0 if none does: no longer than it needs, no half of a pair, none beyond the last.
std::size_t utf8_length(std::string_view from);
bool is_utf8(std::string_view text);
// The character of a code up to 0x10ffff that is no half of a pair.
void add_utf8(std::string& to, std::uint32_t code);

// Its beginning; what cannot be printed as "?".
std::string shown_text(std::string_view text);

}  // namespace ravel::detail
