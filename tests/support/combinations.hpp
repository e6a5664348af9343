// SPDX-License-Identifier: BSL-1.0
// each_combination(work, factors...): work(values...) for every combination of one value of each factor. A sanitizer looks for memory and
// behaviour that a single value makes wrong, and it is slow: under one, work is called just so often that it has had every value of every
// factor. Which values meet is the same in every run.
#pragma once

#include <support/sanitized.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace support {

namespace detail {

template <class Work>
void each_of_product(const Work& work) {
  work();
}
template <class Work, class Factor, class... Factors>
void each_of_product(const Work& work, const Factor& first, const Factors&... others) {
  for (const auto& value : first) each_of_product([&](const auto&... values) { work(value, values...); }, others...);
}

// The k-th call has the k-th value of each factor; a shorter factor begins again.
template <class Work, class... Factors>
void each_of_cover(const Work& work, const Factors&... factors) {
  const std::size_t longest = std::max({std::size(factors)...});
  for (std::size_t k = 0; k < longest; ++k) work(std::data(factors)[k % std::size(factors)]...);
}

}  // namespace detail

// A factor is a list in memory that is not empty.
template <class Work, class... Factors>
void each_combination(const Work& work, const Factors&... factors) {
  if constexpr (sanitized) {
    detail::each_of_cover(work, factors...);
  } else {
    detail::each_of_product(work, factors...);
  }
}

}  // namespace support
