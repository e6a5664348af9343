// SPDX-License-Identifier: BSL-1.0
// Chooses the leaves that cover, and checks stored values of every element type.
#include <ravel/lazy/detail/cover.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>

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

// A gate in a factor stays if the factor, and so the product, is zero wherever the gate closes it.
void cover_search::drop_gates_but(std::size_t first, std::size_t second, bool first_alone, bool second_alone) {
  std::erase_if(gates_, [&](const gate& g) {
    const bool of_first = g.begin == first && g.end == second, of_second = g.begin == second && g.end == found_.size();
    return g.begin >= first && !(first_alone && of_first) && !(second_alone && of_second);
  });
}

void cover_search::choose_factor(std::size_t first, std::size_t second, bool first_alone, bool second_alone) {
  drop_gates_but(first, second, first_alone, second_alone);
  if (!first_alone && !second_alone) return;
  const place begin = found_.begin() + static_cast<std::ptrdiff_t>(first), middle = found_.begin() + static_cast<std::ptrdiff_t>(second);
  const bool keep_second = first_alone && second_alone ? about_all(middle, found_.end()) < about_all(begin, middle) : second_alone;
  const auto [left_out, behind] = keep_second ? std::pair(begin, middle) : std::pair(middle, found_.end());
  if (first_alone && second_alone) gates_.push_back({numbers(left_out, behind), first, 0});
  found_.erase(left_out, behind);
  for (gate& g : gates_) {
    if (g.begin >= first) g = {std::move(g.leaves), first, found_.size()};
  }
}

std::vector<std::size_t> cover_search::numbers(place begin, place end) {
  std::vector<std::size_t> list;
  for (; begin != end; ++begin) list.push_back(begin->number);
  return list;
}

leaf_cover cover_search::cover() && {
  leaf_cover all{numbers(found_.begin(), found_.end()), {}};
  for (gate& g : gates_) {
    if (g.begin == 0 && g.end == found_.size()) all.gates.push_back(std::move(g.leaves));
  }
  return all;
}

// Checks several values at once, without an early exit. A kernel is private, or its dispatch between instruction sets would be visible
// outside of the library.
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
