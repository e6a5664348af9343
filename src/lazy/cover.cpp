// SPDX-License-Identifier: BSL-1.0
// Choosing the leaves that cover, and looking through stored values of every element type.
#include <ravel/lazy/detail/cover.hpp>

#include <cmath>
#include <limits>
#include <numeric>

namespace ravel::detail {

cover_search::cover_search(entry_pass& pass) : pass_(pass) {}
cover_search::~cover_search() = default;

void cover_search::add(index_t about) { found_.push_back({next_++, about}); }
std::size_t cover_search::found() const { return found_.size(); }

index_t cover_search::about_all(place begin, place end) {
  return std::accumulate(begin, end, index_t{0}, [](index_t sum, const leaf& l) { return about_both(sum, l.about); });
}

void cover_search::choose_factor(std::size_t first, std::size_t second, bool first_alone, bool second_alone) {
  if (!first_alone && !second_alone) return;
  const place begin = found_.begin() + static_cast<std::ptrdiff_t>(first), middle = found_.begin() + static_cast<std::ptrdiff_t>(second);
  const bool keep_second = first_alone && second_alone ? about_all(middle, found_.end()) < about_all(begin, middle) : second_alone;
  found_.erase(keep_second ? begin : middle, keep_second ? middle : found_.end());
}

std::vector<std::size_t> cover_search::leaves() && {
  std::vector<std::size_t> numbers;
  for (const leaf& l : found_) numbers.push_back(l.number);
  return numbers;
}

// Several at once, without a way out. A kernel is private, or its choice between instruction sets would be seen outside of the library.
#define RAVEL_FINITE(T)                                                                               \
  namespace {                                                                                         \
  RAVEL_KERNEL index_t count_not_finite(const T* values, index_t n) {                                 \
    index_t found = 0;                                                                                \
    for (index_t i = 0; i < n; ++i) found += !(std::abs(values[i]) <= std::numeric_limits<T>::max()); \
    return found;                                                                                     \
  }                                                                                                   \
  }                                                                                                   \
  bool all_finite(const T* values, index_t n) { return count_not_finite(values, n) == 0; }
RAVEL_FOR_EACH_REAL(RAVEL_FINITE)
#undef RAVEL_FINITE

#define RAVEL_INSTANTIATE(T)                                       \
  template RAVEL_API void cover_search::next_leaf(const node<T>&); \
  template RAVEL_API bool stored_finite(const node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
