// SPDX-License-Identifier: BSL-1.0
// The numbers of a picture: any data as doubles in memory, and the interval of those that are finite. They own what they look at.
#pragma once

#include <ravel/any/any_tensor.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ravel::detail {

class drawn_values {
 public:
  // type_error for words; shape_error unless there are that many axes. `chart` names the function in errors.
  drawn_values(const any_tensor& x, index_t axes, std::string_view chart);

  std::span<const double> all() const { return {values_.data(), static_cast<std::size_t>(values_.size())}; }
  index_t size() const { return values_.size(); }
  double operator[](index_t i) const { return all()[static_cast<std::size_t>(i)]; }

 private:
  tensor<const double> values_;  // contiguous
};

struct interval {
  double low, high;
  void include(double value) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
};
// The least and the greatest of the finite values.
std::optional<interval> finite_interval(std::span<const double> values);

void check_axes(const any_tensor& x, index_t axes, std::string_view chart);
// Each value as a word: strings as they are, others as they are printed.
std::vector<std::string> drawn_words(const any_tensor& x, std::string_view chart);

}  // namespace ravel::detail
