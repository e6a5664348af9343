// SPDX-License-Identifier: BSL-1.0
// Tasks: the parts of an operation that threads may share. Only the size of the data decides how an operation is cut into tasks. If the
// calling thread has no executor, an operation is one call. A task may run on any thread.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/index.hpp>

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
class RAVEL_API executor_scope {
 public:
  explicit executor_scope(const executor_ref& helper);
  ~executor_scope() { current_executor = before_; }
  executor_scope(const executor_scope&) = delete;
  executor_scope& operator=(const executor_scope&) = delete;

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

}  // namespace ravel::detail
