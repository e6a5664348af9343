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

  std::size_t number(const dim& d, index_t extent);
  index_t volume(dim_set dims) const;
  index_t volume(const axis_numbers& axes) const;
};

std::vector<index_t> extents_in(const axis_numbers& axes, const dim_table& table);

class contraction_report {
 public:
  explicit contraction_report(const dim_table& table) : table_(table) {}

  std::string dims(const axis_numbers& axes) const;  // "(i=3, k=4)"
  std::string dims(dim_set some, const axis_numbers& order) const;
  void add(const text& line) { lines_.push_back(line); }
  void multiplies(double times) { multiplications_ += times; }
  std::string all() const;

 private:
  const dim_table& table_;
  std::vector<std::string> lines_;
  double multiplications_ = 0;
};

}  // namespace ravel::detail
