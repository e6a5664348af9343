// SPDX-License-Identifier: BSL-1.0
// An executor on the threads of oneTBB, for with_executor; header only, and empty without oneTBB. The arena must outlive the executor.
#pragma once

#include <ravel/exec/with_threads.hpp>

#if __has_include(<tbb/parallel_for.h>)
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace ravel {

// Uses the threads of an arena, or of the caller's current one.
class tbb_executor {
 public:
  tbb_executor() = default;
  explicit tbb_executor(tbb::task_arena& arena) : arena_(&arena) {}

  // Isolated: while this thread waits, it must not run other tasks of the caller, which would see a half-finished statement.
  template <class Part>
  void over(index_arg n, index_arg grain, const Part& part) const {
    const auto size = static_cast<std::size_t>(detail::checked_grain(grain));
    const auto run = [&] {
      tbb::this_task_arena::isolate([&] {
        const auto call = [&](const tbb::blocked_range<index_t>& range) { part(range.begin(), range.end()); };
        tbb::parallel_for(tbb::blocked_range<index_t>(0, n, size), call);
      });
    };
    arena_ ? arena_->execute(run) : run();
  }
  index_t width() const { return arena_ ? arena_->max_concurrency() : tbb::this_task_arena::max_concurrency(); }

 private:
  tbb::task_arena* arena_ = nullptr;
};

}  // namespace ravel
#endif
