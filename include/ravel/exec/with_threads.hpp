// SPDX-License-Identifier: BSL-1.0
// with_executor: while f runs, the operations of this thread hand their parts to an executor. with_threads(8, f) calls f and shares its
// operations among this thread and seven more, from a process-wide pool or from a thread_pool of your own. Results are the same for every
// executor, because the size of the data decides the parts. Both apply to the calling thread, for the duration of the call.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/serial.hpp>

#include <concepts>
#include <memory>
#include <utility>

namespace ravel {

namespace detail {

RAVEL_API index_t checked_width(index_t width);
RAVEL_API index_t checked_grain(index_t grain);

// An executor with its type.
struct executor_access {
  template <class Executor>
  static executor_ref ref(const Executor& x) {
    if constexpr (requires { x.as_executor(); }) {
      return x.as_executor();
    } else {
      const auto over = [](const void* executor, index_t n, executor_ref::part call, void* context) {
        static_cast<const Executor*>(executor)->over(n, 1, [&](index_t begin, index_t end) noexcept { call(context, begin, end); });
      };
      return {&x, over, checked_width(static_cast<index_t>(x.width()))};
    }
  }
};

struct declared_part {
  void operator()(index_t begin, index_t end) const noexcept;
};

}  // namespace detail

// An executor runs the parts of an operation. over(n, grain, part) calls part(begin, end) for intervals that together cover each position
// of [0, n) once, in any order and on any threads, and returns when all calls have. width() is the most calls that may run at a time.
template <class X>
concept executor = requires(const X& x, const detail::declared_part& part) {
  x.over(index_t{}, index_t{}, part);
  { x.width() } -> std::convertible_to<index_t>;
};

// Calls f() with the help of an executor; serial gives none.
template <executor X, std::invocable F>
std::invoke_result_t<F> with_executor(const X& x, F&& f) {
  const detail::executor_ref helps = detail::executor_access::ref(x);
  const detail::executor_scope inside(helps);
  return std::forward<F>(f)();
}

// The number of threads that may share an operation of this thread. It is 1 outside of every scope, and in a function that an operation
// calls.
[[nodiscard]] inline index_t width() { return detail::current_executor ? detail::current_executor->width : 1; }

namespace detail {

class worker_pool;

RAVEL_API index_t checked_threads(index_t given);  // 0: as many as this process may use
RAVEL_API executor_ref shared_threads(index_t width);

}  // namespace detail

// A pool of threads that help the caller, which counts as one of them. Threads start when there is work and are joined by the destructor,
// which no work on the pool may call.
class RAVEL_API thread_pool {
 public:
  explicit thread_pool(index_arg threads = 0);  // 0: as many as this process may use
  ~thread_pool();
  thread_pool(const thread_pool&) = delete;
  thread_pool& operator=(const thread_pool&) = delete;

  index_t width() const { return width_; }
  // Calls part(begin, end) for intervals that cover each position of [0, n) once, on this thread and on those of the pool. Rethrows the
  // exception of the lowest interval that failed; later ones may be skipped.
  template <class Part>
  void over(index_arg n, index_arg grain, const Part& part) const {
    const index_t size = detail::checked_grain(grain), count = n > 0 ? (n - 1) / size + 1 : 0;
    const detail::executor_ref helps = as_executor();
    const detail::executor_scope inside(helps);
    detail::run_tasks(count, n, [&](index_t first, index_t behind) { part(first * size, std::min<index_t>(n, behind * size)); });
  }

 private:
  friend struct detail::executor_access;
  detail::executor_ref as_executor() const;

  index_t width_;
  std::unique_ptr<detail::worker_pool> workers_;
};

// Calls f() on the given number of threads, or on as many as this process may use: its processors, limited by its control group.
template <std::invocable F>
std::invoke_result_t<F> with_threads(index_arg threads, F&& f) {
  const detail::executor_ref helps = detail::shared_threads(detail::checked_threads(threads));
  const detail::executor_scope inside(helps);
  return std::forward<F>(f)();
}

}  // namespace ravel
