// SPDX-License-Identifier: BSL-1.0
// Casts data of a run-time type to doubles once, so that no chart has code for each type.
#include "picture/values.hpp"
#include <ravel/any/elementwise.hpp>
#include <ravel/base/error.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/print/any.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/place.hpp>

#include <cmath>

namespace ravel::detail {

void check_axes(const any_tensor& x, index_t axes, std::string_view chart) {
  if (x.rank() != axes)
    throw shape_error(text() << chart << " takes data of " << counted(axes, "axis", "axes") << ", not of the shape "
                             << to_string(x.shape()));
}

drawn_values::drawn_values(const any_tensor& x, index_t axes, std::string_view chart) {
  check_axes(x, axes, chart);
  if (x.dtype() == dtype::string || kind_of(x.dtype()) == element_kind::complex)
    throw type_error(text() << chart << " draws numbers, not elements of " << name(x.dtype()));
  const tensor<const double> values = cast<double>(x);
  values_ = values.layout() == layout::contiguous ? values : tensor<const double>(clone(values));
}

std::optional<interval> finite_interval(std::span<const double> values) {
  std::optional<interval> found;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    if (!found) found = interval{value, value};
    found->include(value);
  }
  return found;
}

std::vector<std::string> drawn_words(const any_tensor& x, std::string_view chart) {
  check_axes(x, 1, chart);
  std::vector<std::string> words;
  words.reserve(static_cast<std::size_t>(x.size()));
  if (x.dtype() == dtype::string) {
    for_each(as<std::string>(x), [&](const std::string& word) { words.push_back(word); });
  } else {
    for (index_t i = 0; i < x.size(); ++i) words.push_back(to_string(x(i)));
  }
  return words;
}

}  // namespace ravel::detail
