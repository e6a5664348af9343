// SPDX-License-Identifier: BSL-1.0
// UTF-8, a character at a time.
#include "interop/utf8.hpp"

#include <algorithm>

namespace ravel::detail {

std::size_t utf8_length(std::string_view from) {
  const auto byte = [&](std::size_t k) { return k < from.size() ? static_cast<unsigned char>(from[k]) : 0u; };
  const auto follows = [&](std::size_t k, unsigned least = 0x80, unsigned most = 0xbf) { return byte(k) >= least && byte(k) <= most; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) return follows(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
  if (first >= 0xf0 && first <= 0xf4)
    return follows(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf) && follows(2) && follows(3) ? 4 : 0;
  return 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

void add_utf8(std::string& to, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xc0 | code >> 6), add(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    add(0xe0 | code >> 12), add(0x80 | (code >> 6 & 0x3f)), add(0x80 | (code & 0x3f));
  } else {
    add(0xf0 | code >> 18), add(0x80 | (code >> 12 & 0x3f)), add(0x80 | (code >> 6 & 0x3f)), add(0x80 | (code & 0x3f));
  }
}

std::string shown_text(std::string_view text) {
  constexpr std::size_t most = 64;
  std::string shown;
  while (!text.empty() && shown.size() < most) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const bool is_control = static_cast<unsigned char>(text[0]) < ' ' || text[0] == '\x7f' ||
                            (text[0] == '\xc2' && character.size() > 1 && static_cast<unsigned char>(text[1]) < 0xa0);
    if (length == 0 || is_control)
      shown += '?';
    else
      shown += character;
    text.remove_prefix(character.size());
  }
  return text.empty() ? shown : shown + "...";
}

}  // namespace ravel::detail
