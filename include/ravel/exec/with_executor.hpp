// SPDX-License-Identifier: BSL-1.0
// with_executor: while f runs, the operations of this thread hand their parts to an executor. Results are the same for every executor,
// because the size of the data decides the parts. Applies to the calling thread, for the duration of the call.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/serial.hpp>

#include <concepts>
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

}  // namespace ravel
