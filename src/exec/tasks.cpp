// SPDX-License-Identifier: BSL-1.0
// Runs tasks on several threads. The caller does the first task, and asks for help if enough work is left. Also handles the thread-local
// state of a task, exceptions and stops.
#include <ravel/base/error.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/exec/with_threads.hpp>
#include "exec/clock.hpp"
#include "exec/job.hpp"

#include <array>
#include <atomic>
#include <cfenv>
#include <exception>
#include <mutex>
#include <utility>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace ravel::detail {

constinit thread_local const executor_ref* current_executor = nullptr;
constinit task_rules rules_of_tasks;

namespace {

constinit thread_local bool within_task = false;

// A thread's rounding mode and its treatment of subnormal numbers.
#ifdef __SSE__
struct float_rules {
  unsigned control = _mm_getcsr();
  int rounding = std::fegetround();  // of long double, too

  bool are_held() const {
    constexpr unsigned raised = _MM_EXCEPT_MASK;
    return std::fegetround() == rounding && (_mm_getcsr() | raised) == (control | raised);
  }
  void hold() const {
    std::fesetround(rounding);
    _mm_setcsr(control);
  }
};
#else
struct float_rules {
  std::fenv_t all;

  float_rules() { std::fegetenv(&all); }
  bool are_held() const { return false; }
  void hold() const { std::feupdateenv(&all); }  // exceptions that were raised stay so
};
#endif

// Sets the caller's rules until the end of the scope. On the calling thread, too: oneTBB runs all tasks by the rules of their arena.
class float_frame : noncopyable {
 public:
  explicit float_frame(const float_rules& callers) : changes_(!callers.are_held()) {
    if (changes_) callers.hold();
  }
  ~float_frame() {
    if (changes_) before_.hold();
  }

 private:
  const float_rules before_;
  const bool changes_;
};

// The state of a thread within a task: operations there are serial.
class task_frame {
 public:
  task_frame() : before_(std::exchange(within_task, true)) {}
  ~task_frame() { within_task = before_; }

 private:
  const serial_scope alone_;
  const bool before_;
};

// Ends a task whose result is no longer needed. No error class, so that no handler takes it for one.
struct not_needed {};

class job {
 public:
  static constexpr index_t most_parts = 1024;

  // Runs the tasks from `first` on, `in_part` in each part.
  job(index_t first, index_t n, index_t total, index_t in_part, function_ref<void(index_t, index_t)> tasks, watched_loop& loop)
      : first_(first), n_(n), total_(total), in_part_(in_part), tasks_(tasks), loop_(loop) {}

  index_t parts() const { return (n_ - first_ - 1) / in_part_ + 1; }
  void run(const executor_ref& helps);
  void look() noexcept;

 private:
  class helper_frame;

  static void call(void* context, index_t begin, index_t end) { static_cast<job*>(context)->run_parts(begin, end); }
  void run_parts(index_t begin, index_t end) noexcept;
  void run_part(index_t part, const helper_frame* helper) noexcept;
  void fail(index_t task) noexcept;
  bool is_caller() const { return &within_task == caller_; }

  const index_t first_, n_, total_, in_part_;
  const function_ref<void(index_t, index_t)> tasks_;
  watched_loop& loop_;
  const bool* const caller_ = &within_task;
  const float_rules floats_;

  std::array<std::atomic<bool>, most_parts> taken_{};
  std::atomic<index_t> done_ = first_, parts_done_ = 0;
  std::atomic<index_t> failed_ = n_;  // the first task of the lowest part that failed; -1: the caller was told to stop
  std::mutex mutex_;
  std::exception_ptr failure_;
};

// The watch of a helping thread: it ends a task once an earlier one has failed.
class job::helper_frame final : public watch {
 public:
  explicit helper_frame(const job& of) : job_(of) {}
  void at(index_t task) const { task_ = task; }

 private:
  void look() override {
    if (job_.failed_.load(std::memory_order_relaxed) < task_) throw not_needed{};
  }

  const job& job_;
  mutable index_t task_ = 0;
};

void job::fail(index_t task) noexcept {
  const std::lock_guard lock(mutex_);
  if (task >= failed_.load(std::memory_order_relaxed)) return;
  failure_ = std::current_exception();
  failed_.store(task, std::memory_order_relaxed);
}

void job::look() noexcept {
  if (!current_watch) return;
  try {
    loop_.at(std::min(done_.load(std::memory_order_relaxed), n_ - 1) * (total_ / n_), total_);
  } catch (...) {
    fail(-1);
  }
}

void job::run_part(index_t part, const helper_frame* helper) noexcept {
  const index_t begin = first_ + part * in_part_, end = std::min(n_, begin + in_part_);
  if (begin < failed_.load(std::memory_order_relaxed)) {
    if (helper) helper->at(begin);
    try {
      tasks_(begin, end);
    } catch (const not_needed&) {
    } catch (const cancelled&) {
      fail(helper ? begin : -1);
    } catch (...) {
      fail(begin);
    }
  }
  done_.fetch_add(end - begin, std::memory_order_relaxed);
  parts_done_.fetch_add(1, std::memory_order_relaxed);
  if (!helper) look();
}

void job::run_parts(index_t begin, index_t end) noexcept {
  const task_frame inside;
  const float_frame floats(floats_);
  const auto run_all = [&](const helper_frame* helper) {
    for (index_t part = begin; part < end; ++part) {
      if (!taken_[static_cast<std::size_t>(part)].exchange(true, std::memory_order_relaxed)) {
        run_part(part, helper);
      } else {
        try {
          throw value_error(text() << "the executor has called part " << part << " of " << parts() << " twice");
        } catch (...) {
          fail(-1);
        }
      }
    }
  };
  if (is_caller()) return run_all(nullptr);
  watch* const watching = std::exchange(current_watch, nullptr);
  {
    const helper_frame helper(*this);
    run_all(&helper);
  }
  current_watch = watching;
}

void job::run(const executor_ref& helps) {
  helps.over(helps.executor, parts(), call, this);
  if (failure_) std::rethrow_exception(std::move(failure_));
  if (parts_done_.load(std::memory_order_relaxed) != parts())
    throw value_error(text() << "the executor has called " << parts_done_.load(std::memory_order_relaxed) << " of " << parts() << " parts");
}

}  // namespace

executor_scope::executor_scope(const executor_ref& helper) : before_(current_executor) {
  current_executor = within_task || helper.width < 2 ? nullptr : &helper;
}

index_t checked_width(index_t width) {
  if (width < 1) throw value_error(text() << "an executor's width is " << width << ", and is at least 1");
  return width;
}

void look_while_waiting(void* context) noexcept { static_cast<job*>(context)->look(); }

void run_tasks(index_t n, index_t total, function_ref<void(index_t, index_t)> tasks, task_length length, const char* source) {
  if (n <= 0) return;
  const executor_ref* const helps = current_executor;
  watched_loop loop;
  loop.at(0, total, source);
  const bool shared = helps && n > 1;
  if (shared && length == task_length::long_ones) {
    job(0, n, total, (n - 1) / job::most_parts + 1, tasks, loop).run(*helps);
    return loop.at(total, total, source);
  }

  const double start = shared ? seconds() : 0;
  const auto do_here = [&](index_t begin, index_t end) {
    const task_frame inside;
    tasks(begin, end);
  };
  do_here(0, 1);
  const double each = shared ? seconds() - start : 0;
  if (shared && each * static_cast<double>(n - 1) >= rules_of_tasks.worth_waking) {
    const double worth_claiming = each > 0 ? rules_of_tasks.claimed / each : 1;
    // Makes enough parts for the threads to finish together, and no more: the first task may have taken longer than others will.
    const index_t most = std::max<index_t>(1, (n - 1) / (4 * helps->width)),
                  least = (n - 2) / std::min(job::most_parts, 32 * helps->width) + 1;
    const index_t in_part = std::max(least, std::min(most, static_cast<index_t>(worth_claiming)));
    job(1, n, total, in_part, tasks, loop).run(*helps);
  } else if (n > 1) {
    loop.at(total / n, total, source);
    do_here(1, n);
  }
  loop.at(total, total, source);
}

void in_pieces(index_t count, index_t elements, function_ref<void(index_t, index_t)> f, index_t unit, const char* source) {
  if (current_executor && count > 1) {
    const index_t each = std::max<index_t>(1, elements), least = (rules_of_tasks.smallest - 1) / (each * unit) + 1;
    const index_t size = task_size(count, least * unit);
    if (size < count) {
      run_tasks((count - 1) / size + 1, count * each,
                [&](index_t first, index_t behind) { f(first * size, std::min(count, behind * size)); }, task_length::tried, source);
      return;
    }
  }
  f(0, count);
}

}  // namespace ravel::detail
