// SPDX-License-Identifier: BSL-1.0
// Threads share the pieces of an operation, and their results come in the order of the pieces. Says which functions several threads may
// call at a time. Each result belongs to the thread that makes it until all are made.
#pragma once

#include <ravel/exec/detail/tasks.hpp>

#include <algorithm>
#include <concepts>
#include <functional>
#include <type_traits>
#include <vector>

namespace ravel::detail {

// Gives the results of make(begin, end) for pieces of [0, count), in ascending order, or one result for all where nobody helps. Between
// them there may be results that nobody made, which are as they are by default.
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

// Thrown by a piece that has found what a search looks for, so that the lowest of all pieces ends it: a find, or an exception.
struct search_end {
  index_t found;
};

// Gives the result of search(begin, end) for the first piece in which it finds something, or -1. A search gives -1 where it finds nothing.
template <class Search>
index_t first_in_pieces(index_t count, const Search& search) {
  if (!current_executor) return search(index_t{0}, count);
  const index_t alone = std::min(count, rules_of_tasks.smallest);  // what ends early needs no help
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

// A function that changes itself when it is called, such as a mutable lambda, is called by one thread, for one element after the other.
template <class F, class... Args>
concept callable_by_several = std::invocable<const std::remove_reference_t<std::unwrap_reference_t<F>>&, Args...>;

struct no_rule {};
// A variable of this type makes the operations of its scope serial where several threads must not call F.
template <class F, class... Args>
using sharing_for = std::conditional_t<callable_by_several<F, Args...>, no_rule, serial_scope>;

}  // namespace ravel::detail
