// SPDX-License-Identifier: BSL-1.0
// Work that may be shared by threads: it is cut by its size alone, so that no result depends on who does which part, and when. Without an
// executor of the calling thread all of it is one call. Tasks run on any thread; each has an end of its own.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/index.hpp>

#include <algorithm>
#include <utility>

namespace ravel::detail {

// An executor without its type, and for how many threads there is work at most.
struct executor_ref {
  using part = void (*)(void* context, index_t begin, index_t end);  // throws nothing

  const void* executor;
  void (*over)(const void* executor, index_t n, part call, void* context);
  index_t width;
};

// Who helps the calling thread; null: nobody, and so it is within a task.
extern RAVEL_API constinit thread_local const executor_ref* current_executor;

// For the time of a call, another one. Within a task it stays nobody.
class RAVEL_API executor_scope {
 public:
  explicit executor_scope(const executor_ref& helps);  // of width 1: nobody
  ~executor_scope() { current_executor = before_; }
  executor_scope(const executor_scope&) = delete;
  executor_scope& operator=(const executor_scope&) = delete;

 private:
  const executor_ref* const before_;
};

// For the time of a scope, nobody.
class serial_scope {
 public:
  serial_scope() : before_(std::exchange(current_executor, nullptr)) {}
  ~serial_scope() { current_executor = before_; }
  serial_scope(const serial_scope&) = delete;
  serial_scope& operator=(const serial_scope&) = delete;

 private:
  const executor_ref* const before_;
};

// How work is cut and when help is called. Tests set it, to find that no result depends on it.
struct task_rules {
  index_t most = 1024;          // tasks, so that what they give fits the stack
  index_t smallest = 2048;      // elements of a task
  double worth_waking = 50e-6;  // seconds of work that is left
  double claimed = 20e-6;       // seconds of work that a thread takes at a time
};
extern RAVEL_API constinit task_rules rules_of_tasks;

// So many positions a task: a multiple of the smallest by a power of two.
inline index_t task_size(index_t count, index_t smallest) {
  index_t size = smallest;
  while ((count - 1) / size >= rules_of_tasks.most) size *= 2;
  return size;
}

// How long a task takes: is it found out by the first, which is then over before any other begins, or is each surely worth a thread?
enum class task_length : bool { tried, long_ones };

// tasks(begin, end) for intervals that have each task of [0, n) once, on this thread and on those that help. Those that are short are done
// several at a time. What the lowest of them throws comes out, after all that began have ended; none above it begins. The total is what
// they do, in elements, for those who watch.
RAVEL_API void run_tasks(index_t n, index_t total, function_ref<void(index_t, index_t)> tasks, task_length length = task_length::tried);

// f(begin, end) for pieces of [0, count), where a position stands for so many elements, and a piece is a multiple of `unit` positions.
template <class F>
void in_pieces(index_t count, index_t elements, const F& f, index_t unit = 1) {
  if (current_executor && count > 1) {
    const index_t each = std::max<index_t>(1, elements), least = (rules_of_tasks.smallest - 1) / (each * unit) + 1;
    const index_t size = task_size(count, least * unit);
    if (size < count) {
      run_tasks((count - 1) / size + 1, count * each,
                [&](index_t first, index_t behind) { f(first * size, std::min(count, behind * size)); });
      return;
    }
  }
  f(index_t{0}, count);
}

}  // namespace ravel::detail
