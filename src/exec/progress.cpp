// SPDX-License-Identifier: BSL-1.0
// The list of a thread's watches, innermost first, and the watches for cancellation and progress.
#include <ravel/base/error.hpp>
#include <ravel/exec/with_progress.hpp>
#include "exec/clock.hpp"
#include "exec/unwatched.hpp"

namespace ravel::detail {

constinit thread_local watch* current_watch = nullptr;

watch::watch() : outer_(current_watch) { current_watch = this; }
watch::~watch() { current_watch = outer_; }
void watch::begin(const char*) {}
void watch::end() {}

void watch::check() {
  for (watch* one = current_watch; one; one = one->outer_) one->look();
}

void watched_loop::end() {
  for (watch* one = current_watch; one; one = one->outer_) {
    if (one->loop_ != this) continue;
    one->loop_ = nullptr;
    one->end();
  }
}

void watched_loop::look(index_t done, index_t total, const char* source) {
  for (watch* one = current_watch; one; one = one->outer_) {
    if (!one->loop_) {
      one->loop_ = this;
      ++one->now_.loop;
      one->begin(source);
    }
    if (one->loop_ != this) continue;
    one->now_.done = done;
    one->now_.total = total;
  }
  watch::check();
}

stop_watch::~stop_watch() = default;

void stop_watch::look() {
  if (requested())
    throw cancelled(text() << "stopped on request, when " << now_.done << " of " << counted(now_.total, "element was", "elements were")
                           << " done");
}

progress_watch::progress_watch(double seconds_apart) : apart_(seconds_apart), last_(apart_ > 0 ? seconds() : 0) {}
progress_watch::~progress_watch() = default;

void progress_watch::look() {
  if (apart_ > 0) {
    const double now = seconds();
    if (now - last_ < apart_) return;
    last_ = now;
  }
  tell_unwatched();
}

void progress_watch::finish() {
  now_.done = now_.total;
  tell_unwatched();
}

// Hides the watches during the callback: its operations are not part of the work.
void progress_watch::tell_unwatched() {
  const unwatched here;
  tell(now_);
}

}  // namespace ravel::detail
