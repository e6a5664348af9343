// SPDX-License-Identifier: BSL-1.0
// Choosing the leaves that cover, and looking through stored values of every element type.
#include <ravel/lazy/detail/cover.hpp>

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

#define RAVEL_INSTANTIATE(T)                                       \
  template RAVEL_API void cover_search::next_leaf(const node<T>&); \
  template RAVEL_API bool stored_finite(const node<T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
