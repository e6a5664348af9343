// SPDX-License-Identifier: BSL-1.0
// Writes pictures as documents, and puts them beside each other.
#include <ravel/base/error.hpp>
#include <ravel/picture/picture.hpp>
#include "picture/svg.hpp"

#include <algorithm>
#include <utility>

namespace ravel {

std::string to_svg(const picture& p) {
  return detail::svg_document(p.width(), p.height(), picture_access::title(p), picture_access::elements(p));
}

void write_svg(const std::string& path, const picture& p, const save_options& options) {
  const std::string written = to_svg(p);
  detail::new_file file(path);
  file.write(written);
  file.finish(options);
}

picture picture_grid(const std::vector<picture>& parts, const grid_options& options) {
  const auto n = static_cast<index_t>(parts.size());
  if (n == 0) throw value_error("picture_grid has no pictures");
  if (options.columns < 0) throw value_error(detail::text() << "picture_grid in " << options.columns << " columns");
  index_t columns = options.columns;
  while (options.columns == 0 && columns * columns < n) ++columns;
  columns = std::min(columns, n);
  index_t width = 0;
  for (const picture& part : parts) width = std::max(width, part.width());
  index_t top = options.title.empty() ? 0 : 34, row_height = 0;
  detail::svg drawn;
  if (top > 0) drawn.text(14, 24, options.title, "text title");
  for (index_t k = 0; k < n; ++k) {
    const picture& part = parts[static_cast<std::size_t>(k)];
    if (k % columns == 0) top += std::exchange(row_height, 0);
    row_height = std::max(row_height, part.height());
    drawn << "<g transform=\"translate(" << k % columns * width << " " << top << ")\">\n" << picture_access::elements(part) << "</g>\n";
  }
  return picture_access::make(columns * width, top + row_height, options.title, std::move(drawn).str());
}

}  // namespace ravel
