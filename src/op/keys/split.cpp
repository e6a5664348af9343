// SPDX-License-Identifier: BSL-1.0
// Texts are cut from the left to the right.
#include <ravel/base/error.hpp>
#include <ravel/op/keys/split.hpp>

namespace ravel::detail {

void cut_text(std::string_view text, std::string_view separator, std::string* parts) {
  for (std::size_t at = text.find(separator); at != text.npos; at = text.find(separator)) {
    parts++->assign(text.substr(0, at));
    text.remove_prefix(at + separator.size());
  }
  parts->assign(text);
}

std::vector<buffer<std::string>> empty_columns(index_t texts, index_t columns) {
  if (columns < 0) throw value_error(detail::text() << "split_columns: " << columns << " columns");
  std::vector<buffer<std::string>> made;
  for (index_t k = 0; k < columns; ++k) made.push_back(make_buffer<std::string>(texts));
  return made;
}

void cut_in_columns(std::string_view text, std::string_view separator, index_t row, std::span<const buffer<std::string>> columns) {
  for (const buffer<std::string>& column : columns) {
    const std::size_t at = text.find(separator);
    column.unchecked(row).assign(text.substr(0, at));
    if (at == text.npos) return;
    text.remove_prefix(at + separator.size());
  }
}

}  // namespace ravel::detail
