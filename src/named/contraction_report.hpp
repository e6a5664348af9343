// SPDX-License-Identifier: BSL-1.0
// Numbers for the dims of a contraction, and its plan as text, line by line. Knows no elements. A report refers to its dim table, which
// must outlive it.
#pragma once

#include <ravel/base/detail/small_vector.hpp>
#include <ravel/base/error.hpp>
#include <ravel/named/detail/lowering.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace ravel::detail {

using dim_set = std::uint64_t;
using axis_numbers = small_vector<std::size_t, 6>;

inline bool has(dim_set dims, std::size_t k) { return (dims >> k & 1) != 0; }

// All dims of a contraction, as numbers.
struct dim_table {
  std::vector<dim> all;
  std::vector<index_t> extents;

  std::size_t number(const dim& d, index_t extent) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (same(all[k], d)) return k;
    }
    if (all.size() == 64) throw layout_error("a contraction of more than 64 dims");
    all.push_back(d);
    extents.push_back(extent);
    return all.size() - 1;
  }
  index_t volume(dim_set dims) const {
    index_t product = 1;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (has(dims, k)) product = mul_index(product, extents[k]);
    }
    return product;
  }
  index_t volume(const axis_numbers& axes) const {
    index_t product = 1;
    for (const std::size_t k : axes) product = mul_index(product, extents[k]);
    return product;
  }
};

inline std::vector<index_t> extents_in(const axis_numbers& axes, const dim_table& table) {
  std::vector<index_t> extents;
  for (const std::size_t k : axes) extents.push_back(table.extents[k]);
  return extents;
}

class contraction_report {
 public:
  explicit contraction_report(const dim_table& table) : table_(table) {}

  std::string dims(const axis_numbers& axes) const {  // "(i=3, k=4)"
    loops all;
    for (const std::size_t k : axes) all.push_back(table_.all[k](table_.extents[k]));
    return to_string(all);
  }
  std::string dims(dim_set some, const axis_numbers& order) const {
    axis_numbers axes;
    for (const std::size_t k : order) {
      if (has(some, k)) axes.push_back(k);
    }
    return dims(axes);
  }
  void add(const text& line) { lines_.push_back(line); }
  void multiplies(double times) { multiplications_ += times; }
  std::string all() const {
    text made;
    for (const std::string& line : lines_) made << line << "\n";
    if (multiplications_ < 0x1p62)
      made << static_cast<index_t>(multiplications_);
    else
      made << multiplications_;
    return made << " multiplications";
  }

 private:
  const dim_table& table_;
  std::vector<std::string> lines_;
  double multiplications_ = 0;
};

}  // namespace ravel::detail
