// SPDX-License-Identifier: BSL-1.0
// Tasks: the parts of an operation that threads may share. Only the size of the data decides how an operation is cut into tasks. If the
// calling thread has no executor, an operation is one call. A task may run on any thread.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/detail/noncopyable.hpp>
#include <ravel/base/index.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <vector>

namespace ravel::detail {

// An executor without its type, and the most threads that it uses.
struct executor_ref {
  using part = void (*)(void* context, index_t begin, index_t end);  // throws nothing

  const void* executor;
  void (*over)(const void* executor, index_t n, part call, void* context);
  index_t width;
};

// The executor of the calling thread. It is null outside of every scope and within a task; operations are serial there.
extern RAVEL_API constinit thread_local const executor_ref* current_executor;

// Sets the executor of this thread until the end of the scope. An executor of width 1 makes operations serial, and so does a task.
class RAVEL_API executor_scope : noncopyable {
 public:
  explicit executor_scope(const executor_ref& helper);
  ~executor_scope() { current_executor = before_; }

 private:
  const executor_ref* const before_;
};

// Makes the operations of this thread serial until the end of the scope.
class serial_scope : executor_scope {
 public:
  serial_scope() : executor_scope({nullptr, nullptr, 1}) {}
};

// The sizes of tasks, and the time of work that is worth a call for help. Tests change them to show that no result depends on them.
struct task_rules {
  index_t most = 1024;          // tasks, so that what they give fits the stack
  index_t smallest = 2048;      // elements of a task
  double worth_waking = 50e-6;  // seconds of work that is left
  double claimed = 20e-6;       // seconds of work that a thread takes at a time
};
extern RAVEL_API constinit task_rules rules_of_tasks;

// The number of positions in a task: the smallest times a power of two.
inline index_t task_size(index_t count, index_t smallest) {
  index_t size = smallest;
  while ((count - 1) / size >= rules_of_tasks.most) size *= 2;
  return size;
}

// tried: the caller does the first task alone and measures its time. long_ones: every task is worth a thread.
enum class task_length : bool { tried, long_ones };

// Calls tasks(begin, end) for intervals that cover each task of [0, n) once, on this thread and on those of its executor. Short tasks share
// an interval. If a task throws, no later interval begins; once all that began have ended, the lowest exception is rethrown. `total` counts
// the elements of all tasks, for the watches of this thread; `source` names the loop in a trace.
RAVEL_API void run_tasks(index_t n, index_t total, function_ref<void(index_t, index_t)> tasks, task_length length = task_length::tried,
                         const char* source = __builtin_FILE());

// Calls f(begin, end) for pieces of [0, count), as tasks. Each position has `elements` elements; a piece is a multiple of `unit` positions.
RAVEL_API void in_pieces(index_t count, index_t elements, function_ref<void(index_t, index_t)> f, index_t unit = 1,
                         const char* source = __builtin_FILE());

// Shares the pieces of an operation among threads and returns their results in order. Also tells which functions several threads may call
// at once. Each result belongs to the thread that makes it until all are made.

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

struct no_rule {};
// Makes the operations of its scope serial if F changes itself when called, as a mutable lambda does. One thread calls such a function, for
// one element after the other.
template <class F, class... Args>
using sharing_for =
    std::conditional_t<std::invocable<const std::remove_reference_t<std::unwrap_reference_t<F>>&, Args...>, no_rule, serial_scope>;

// Shares one line among threads. The line is cut at the nodes of a binary tree and the partial results are joined in that tree, so the
// result has the bits of one thread that reads the whole line. One thread does a part.

// Gives f(begin, end) for all `count` positions, or join(parts) of the results of parts. Each result is a std::optional with a value. A
// part has a power of two units; the last part has the rest.
template <class F, class Join>
auto of_aligned_parts(index_t count, index_t unit, const F& f, const Join& join) {
  using found = std::optional<decltype(f(index_t{}, index_t{}))>;
  if (current_executor && count > unit) {
    const auto least = static_cast<std::uint64_t>((rules_of_tasks.smallest - 1) / unit + 1);
    const index_t size = task_size(count, unit * static_cast<index_t>(std::bit_ceil(least)));
    if (size < count) {
      std::vector<found> parts(static_cast<std::size_t>((count - 1) / size + 1));
      run_tasks(std::ssize(parts), count, [&](index_t first, index_t behind) {
        for (index_t k = first; k < behind; ++k) parts[static_cast<std::size_t>(k)].emplace(f(k * size, std::min(count, (k + 1) * size)));
      });
      return join(parts);
    }
  }
  return f(index_t{0}, count);
}

// One pass of a sort by counting. Threads share it: each counts the digits in a part of the elements, and later puts its elements at the
// places that are kept for them. The pass is stable, so any number of parts gives the same order.

// count(begin, end, counts) adds 1 to counts[digit] for each element of [begin, end), and put(begin, end, places) puts each in order at
// places[digit]++. The lowest place is `first`. Gives the place behind the last. `counters` is workspace; its last `digits` are the ends of
// the digits afterwards.
RAVEL_API index_t counting_pass(index_t n, index_t digits, index_t first, std::vector<index_t>& counters,
                                function_ref<void(index_t, index_t, index_t*)> count, function_ref<void(index_t, index_t, index_t*)> put);

}  // namespace ravel::detail
