// SPDX-License-Identifier: BSL-1.0
#include <ravel/op/split.hpp>

namespace ravel::detail {

void append_parts(list<std::string>& parts, std::string_view text, std::string_view separator) {
  for (std::size_t at = text.find(separator); at != text.npos; at = text.find(separator)) {
    parts.push_back(std::string(text.substr(0, at)));
    text.remove_prefix(at + separator.size());
  }
  parts.push_back(std::string(text));
}

}  // namespace ravel::detail
