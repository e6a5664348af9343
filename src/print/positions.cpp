// SPDX-License-Identifier: BSL-1.0
// Prints positions in rows, as the elements of a reader.
#include <ravel/base/error.hpp>
#include <ravel/print/print.hpp>

namespace ravel::detail {

std::string positions_text(std::string_view name, const selection& positions, const print_options& options) {
  const dims whole = dims::row_major(positions.size()), part = shown(whole, options);
  std::vector<std::string> values;
  for (index_t i = 0; i < part.size(); ++i) values.push_back(integer_text(std::int64_t{positions[part.to_local(i)]}));
  return (text() << "#ravel." << name << to_string(whole.shape()) << "\n" << rows_text(whole.shape(), part.shape(), values));
}

}  // namespace ravel::detail
