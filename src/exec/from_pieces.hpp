// SPDX-License-Identifier: BSL-1.0
// Results that several threads build together: each builds one from its pieces, and they are joined in ascending order.
#pragma once

#include <ravel/exec/detail/tasks.hpp>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace ravel::detail {

// Joins the results of f(begin, end) for all pieces, in ascending order.
template <class F, class Join>
auto from_pieces(index_t count, index_t elements, const F& f, const Join& join) {
  using State = decltype(f(index_t{}, index_t{}));
  if (!current_executor) return f(index_t{0}, count);
  std::vector<std::pair<index_t, State>> found;
  std::mutex guard;
  in_pieces(count, elements, [&](index_t begin, index_t end) {
    State one = f(begin, end);
    const std::lock_guard lock(guard);
    found.emplace_back(begin, std::move(one));
  });
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  State total = std::move(found.front().second);
  for (std::size_t k = 1; k < found.size(); ++k) total = join(total, found[k].second);
  return total;
}

}  // namespace ravel::detail
