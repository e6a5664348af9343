// SPDX-License-Identifier: BSL-1.0
// Threads that take parts of jobs. A job lives on the stack of its caller. The caller works too, removes the job from the list when no part
// is left, and waits only for threads that still have a part. One mutex guards the list; one atomic number hands out parts in ascending
// order.
#include <ravel/base/error.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/exec/with_threads.hpp>
#include "exec/job.hpp"
#include "exec/processors.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <new>
#include <vector>

#include <dlfcn.h>
#include <pthread.h>

namespace ravel::detail {
namespace {

constexpr index_t most_threads = 1024;
constexpr std::size_t stack_bytes = std::size_t{8} << 20;  // enough for the deepest nested calls
constexpr auto look_every = std::chrono::milliseconds(50);

// Counts forks: a forked child has none of the threads.
std::atomic<int> forks = 0;
void count_fork() { forks.fetch_add(1, std::memory_order_relaxed); }
int forks_until_now() {
  static const int counted = pthread_atfork(nullptr, nullptr, count_fork);
  static_cast<void>(counted);
  return forks.load(std::memory_order_relaxed);
}

struct pool_job {
  const index_t parts;
  const executor_ref::part call;
  void* const context;
  const index_t most_helpers;
  std::atomic<index_t> next = 0;
  index_t helpers = 0;  // at work; guarded as the list is
  std::condition_variable alone = {};

  bool is_open() const { return next.load(std::memory_order_relaxed) < parts && helpers < most_helpers; }
  void work() {
    for (index_t part; (part = next.fetch_add(1, std::memory_order_relaxed)) < parts;) call(context, part, part + 1);
  }
};

}  // namespace

class worker_pool {
 public:
  ~worker_pool() {
    if (state_->forks != forks_until_now()) {  // its threads are not in this process
      static_cast<void>(state_.release());
      return;
    }
    {
      const std::lock_guard lock(state_->mutex);
      state_->ends = true;
    }
    state_->work.notify_all();
    for (const pthread_t one : state_->threads) pthread_join(one, nullptr);
  }

  void over(index_t parts, executor_ref::part call, void* context, index_t width) {
    if (state_->forks != forks_until_now()) [[unlikely]] {
      static_cast<void>(state_.release());  // the thread that held the mutex is gone
      state_ = std::make_unique<state>();
    }
    pool_job job{parts, call, context, std::min(width, parts) - 1};
    add(job);
    job.work();
    take_back(job);
  }

 private:
  struct state {
    std::mutex mutex;
    std::condition_variable work;
    std::vector<pool_job*> jobs;  // the oldest first
    std::vector<pthread_t> threads;
    index_t idle = 0;
    bool ends = false;
    const int forks = forks_until_now();

    pool_job* open_job() const {
      const auto found = std::find_if(jobs.begin(), jobs.end(), [](const pool_job* one) { return one->is_open(); });
      return found == jobs.end() ? nullptr : *found;
    }
    void help();
  };

  // If memory or threads cannot be had, the work goes on with the threads there are.
  void add(pool_job& job) {
    state& s = *state_;
    index_t wanted = job.most_helpers;
    {
      const std::lock_guard lock(s.mutex);
      try {
        s.jobs.push_back(&job);
        while (s.idle < wanted && std::ssize(s.threads) < std::min(most_threads, wanted + busy()) && start_thread()) ++s.idle;
      } catch (const std::bad_alloc&) {
      }
      wanted = std::min(wanted, s.idle);
    }
    for (index_t k = 0; k < wanted; ++k) s.work.notify_one();
  }
  index_t busy() const { return std::ssize(state_->threads) - state_->idle; }

  void take_back(pool_job& job) {
    state& s = *state_;
    std::unique_lock lock(s.mutex);
    std::erase(s.jobs, &job);
    while (job.helpers > 0) {
      if (!current_watch) {
        job.alone.wait(lock);
      } else if (job.alone.wait_for(lock, look_every) == std::cv_status::timeout) {
        lock.unlock();
        look_while_waiting(job.context);
        lock.lock();
      }
    }
  }

  bool start_thread() {
    state& s = *state_;
    s.threads.reserve(s.threads.size() + 1);
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_t how;
    if (pthread_attr_init(&how) != 0) return false;
    pthread_attr_setstacksize(&how, stack_bytes);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the threads of the program
    pthread_t made;
    const bool started = pthread_create(&made, &how, help, &s) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&how);
    if (!started) return false;
    pthread_setname_np(made, "ravel");
    s.threads.push_back(made);
    return true;
  }
  static void* help(void* of) {
    static_cast<state*>(of)->help();
    return nullptr;
  }

  std::unique_ptr<state> state_ = std::make_unique<state>();
};

// The thread counts as idle from its creation.
void worker_pool::state::help() {
  std::unique_lock lock(mutex);
  for (;;) {
    pool_job* const job = open_job();
    if (!job) {
      if (ends) return;
      work.wait(lock);
      continue;
    }
    ++job->helpers;
    --idle;
    lock.unlock();
    job->work();
    lock.lock();
    ++idle;
    if (--job->helpers == 0) job->alone.notify_one();
  }
}

namespace {

// The process-wide pool is never destroyed: other threads may use it while the process ends.
alignas(worker_pool) std::byte room_of_pool[sizeof(worker_pool)];

// Its threads run this code, so that the library or the plugin that holds it must stay when it is closed.
worker_pool* pool_that_stays_loaded() {
  Dl_info own;
  if (dladdr(room_of_pool, &own) != 0) static_cast<void>(dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE));
  return std::construct_at(reinterpret_cast<worker_pool*>(room_of_pool));
}
worker_pool& shared_pool() {
  static worker_pool* const made = pool_that_stays_loaded();
  return *made;
}

struct shared_executor {
  static void over(const void* width, index_t n, executor_ref::part call, void* context) {
    shared_pool().over(n, call, context, static_cast<index_t>(reinterpret_cast<std::intptr_t>(width)));
  }
};

}  // namespace

index_t checked_grain(index_t grain) {
  if (grain < 1) throw value_error(text() << "a part has at least one position, not " << grain);
  return grain;
}

index_t checked_threads(index_t given) {
  if (given < 0) throw value_error(text() << "the number of threads is " << given << ": 0 stands for as many as this process may use");
  return given == 0 ? usable_processors() : std::min(given, most_threads);
}

executor_ref shared_threads(index_t width) {
  return {reinterpret_cast<const void*>(static_cast<std::intptr_t>(width)), shared_executor::over, width};
}

}  // namespace ravel::detail

namespace ravel {

thread_pool::thread_pool(index_arg threads) : width_(detail::checked_threads(threads)), workers_(std::make_unique<detail::worker_pool>()) {}
thread_pool::~thread_pool() = default;

detail::executor_ref thread_pool::as_executor() const {
  const auto over = [](const void* pool, index_t n, detail::executor_ref::part call, void* context) {
    const auto& self = *static_cast<const thread_pool*>(pool);
    self.workers_->over(n, call, context, self.width_);
  };
  return {this, over, width_};
}

}  // namespace ravel
