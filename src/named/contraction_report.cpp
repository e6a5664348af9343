// SPDX-License-Identifier: BSL-1.0
// Numbers dims, and writes lines of text about them.
#include "named/contraction_report.hpp"

namespace ravel::detail {

std::size_t dim_table::number(const dim& d, index_t extent) {
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (same(all[k], d)) return k;
  }
  if (all.size() == 64) throw layout_error("a contraction of more than 64 dims");
  all.push_back(d);
  extents.push_back(extent);
  return all.size() - 1;
}

index_t dim_table::volume(dim_set dims) const {
  index_t product = 1;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (has(dims, k)) product = mul_index(product, extents[k]);
  }
  return product;
}

index_t dim_table::volume(const axis_numbers& axes) const {
  index_t product = 1;
  for (const std::size_t k : axes) product = mul_index(product, extents[k]);
  return product;
}

std::vector<index_t> extents_in(const axis_numbers& axes, const dim_table& table) {
  std::vector<index_t> extents;
  for (const std::size_t k : axes) extents.push_back(table.extents[k]);
  return extents;
}

std::string contraction_report::dims(const axis_numbers& axes) const {
  loops all;
  for (const std::size_t k : axes) all.push_back(table_.all[k](table_.extents[k]));
  return to_string(all);
}

std::string contraction_report::dims(dim_set some, const axis_numbers& order) const {
  axis_numbers axes;
  for (const std::size_t k : order) {
    if (has(some, k)) axes.push_back(k);
  }
  return dims(axes);
}

std::string contraction_report::all() const {
  text made;
  for (const std::string& line : lines_) made << line << "\n";
  if (multiplications_ < 0x1p62)
    made << static_cast<index_t>(multiplications_);
  else
    made << multiplications_;
  return made << " multiplications";
}

}  // namespace ravel::detail
