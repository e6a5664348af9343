// SPDX-License-Identifier: BSL-1.0
// Shares the pieces of an operation among threads and returns their results in order. Also tells which functions several threads may call
// at once. Each result belongs to the thread that makes it until all are made.
#pragma once

#include <ravel/exec/detail/tasks.hpp>

#include <algorithm>
#include <concepts>
#include <functional>
#include <type_traits>
#include <vector>

namespace ravel::detail {

// Gives the results of make(begin, end) for pieces of [0, count), in ascending order, or one result if no thread helps. Default-constructed
// results may stand between them.
template <class Make>
auto made_in_pieces(index_t count, index_t elements, const Make& make) {
  using result = decltype(make(index_t{}, index_t{}));
  const index_t each = std::max<index_t>(1, elements), size = task_size(count, (rules_of_tasks.smallest - 1) / each + 1);
  std::vector<result> made(current_executor && count > size ? static_cast<std::size_t>((count - 1) / size + 1) : 1);
  if (made.size() == 1) {
    made.front() = make(index_t{0}, count);
  } else {
    run_tasks(std::ssize(made), count * each, [&](index_t first, index_t behind) {
      made[static_cast<std::size_t>(first)] = make(first * size, std::min(count, behind * size));
    });
  }
  return made;
}

// A piece throws this when its search succeeds. run_tasks then rethrows what the lowest piece threw: a find or an error.
struct search_end {
  index_t found;
};

// Gives the result of search(begin, end) for the first piece that finds something, or -1. search returns -1 if it finds nothing.
template <class Search>
index_t first_in_pieces(index_t count, const Search& search) {
  if (!current_executor) return search(index_t{0}, count);
  const index_t alone = std::min(count, rules_of_tasks.smallest);  // a search that ends early needs no help
  if (const index_t found = search(index_t{0}, alone); found >= 0) return found;
  try {
    in_pieces(count - alone, 1, [&](index_t begin, index_t end) {
      if (const index_t found = search(alone + begin, alone + end); found >= 0) throw search_end{found};
    });
  } catch (const search_end& end) {
    return end.found;
  }
  return -1;
}

// True if F changes itself when called, as a mutable lambda does. One thread calls such a function, for one element after the other.
template <class F, class... Args>
concept callable_by_several = std::invocable<const std::remove_reference_t<std::unwrap_reference_t<F>>&, Args...>;

struct no_rule {};
// Makes the operations of its scope serial if several threads must not call F.
template <class F, class... Args>
using sharing_for = std::conditional_t<callable_by_several<F, Args...>, no_rule, serial_scope>;

}  // namespace ravel::detail
