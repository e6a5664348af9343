// SPDX-License-Identifier: BSL-1.0
// Work that an executor shares among threads: while f runs, the operations of this thread hand their parts to it. Results are the same for
// every executor, as the parts are cut by the size of the data. Holds for the thread that calls, as long as the call lasts.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/serial.hpp>

#include <concepts>
#include <utility>

namespace ravel {

namespace detail {

RAVEL_API index_t checked_width(index_t width);
RAVEL_API index_t checked_grain(index_t grain);

// An executor, where its type is known.
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

// An executor runs the parts of an operation. over(n, grain, part) calls part(begin, end) for intervals that together have each position of
// [0, n) once, in any order and on any threads, and returns when all of these calls have. width() is how many may run at a time.
template <class X>
concept executor = requires(const X& x, const detail::declared_part& part) {
  x.over(index_t{}, index_t{}, part);
  { x.width() } -> std::convertible_to<index_t>;
};

// f(), with the help of an executor; with serial: without any.
template <executor X, std::invocable F>
std::invoke_result_t<F> with_executor(const X& x, F&& f) {
  const detail::executor_ref helps = detail::executor_access::ref(x);
  const detail::executor_scope inside(helps);
  return std::forward<F>(f)();
}

// The number of threads that may work for an operation of this thread: 1 outside of every scope, and in a function that an operation calls.
[[nodiscard]] inline index_t width() { return detail::current_executor ? detail::current_executor->width : 1; }

}  // namespace ravel
