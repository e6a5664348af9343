// SPDX-License-Identifier: BSL-1.0
// The list of a thread's watches, innermost first, and the watches for cancellation and progress.
#include <ravel/base/error.hpp>
#include <ravel/exec/with_progress.hpp>
#include "exec/clock.hpp"
#include "exec/unwatched.hpp"
#include "exec/watched_stages.hpp"

#include <algorithm>
#include <utility>

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

namespace {

constinit thread_local progress_watch* innermost_progress = nullptr;  // of this thread, or null

}  // namespace

progress_watch::progress_watch(double seconds_apart)
    : apart_(seconds_apart), last_(apart_ > 0 ? seconds() : 0), outer_(std::exchange(innermost_progress, this)) {}
progress_watch::~progress_watch() { innermost_progress = outer_; }

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
  const progress now = stages_ ? stages_->over_all(now_, in_loop_) : now_;
  const unwatched here;
  tell(now);
}

watched_stages::watched_stages(index_t count) : total_(parts * count) {
  if (!current_watch) return;
  for (progress_watch* one = innermost_progress; one; one = one->outer_) {
    if (!one->in_loop_ && !one->stages_) one->stages_ = this;
  }
}
watched_stages::~watched_stages() {
  for (progress_watch* one = innermost_progress; one; one = one->outer_) {
    if (one->stages_ == this) one->stages_ = nullptr;
  }
}

void watched_stages::finish() {
  for (progress_watch* one = innermost_progress; one; one = one->outer_) {
    if (one->stages_ == this) one->now_.done = one->now_.total = total_;
  }
}

progress watched_stages::over_all(const progress& of_loop, bool in_loop) {
  const double in_stage = in_loop ? of_loop.fraction() * parts : 0;
  told_ = std::min(total_, std::max(told_, ended_ * parts + static_cast<index_t>(in_stage)));
  return {of_loop.loop, told_, total_};
}

}  // namespace ravel::detail
