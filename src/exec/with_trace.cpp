// SPDX-License-Identifier: BSL-1.0
// The watch behind with_trace. A loop is told of when the next one begins or the work ends, because a guard that is destroyed must not
// throw.
#include <ravel/exec/with_progress.hpp>
#include "exec/clock.hpp"
#include "exec/unwatched.hpp"

namespace ravel::detail {

namespace {

// The path below the folder of sources or headers, without its ending. The paths of sources begin at the root of the project.
std::string_view name_of(std::string_view path) {
  constexpr std::string_view sources = "src/", headers = "/ravel/";
  if (path.starts_with(sources)) path.remove_prefix(sources.size());
  if (const auto at = path.rfind(headers); at != path.npos) path.remove_prefix(at + headers.size());
  return path.substr(0, path.rfind('.'));
}

}  // namespace

trace_watch::trace_watch() : outer_memory_(std::exchange(current_memory_watch, this)) {}
trace_watch::~trace_watch() { current_memory_watch = outer_memory_; }

void trace_watch::begin(const char* source) {
  tell_ended();
  loop_ = {};
  loop_.source = name_of(source);
  state_ = state::running;
  began_ = seconds();
}

void trace_watch::end() {
  loop_.elements = now_.total;
  loop_.seconds = seconds() - began_;
  state_ = state::ended;
}

void trace_watch::allocates(index_t bytes, const char* reason) {
  tell_ended();
  if (outer_memory_) outer_memory_->allocates(bytes, reason);
  trace_event event;
  event.what = trace_event::kind::memory;
  if (reason) event.reason = reason;
  if (state_ == state::running) event.source = loop_.source;
  event.bytes = bytes;
  tell_unwatched(event);
}

void trace_watch::finish() { tell_ended(); }

void trace_watch::tell_ended() {
  if (state_ != state::ended) return;
  state_ = state::none;
  tell_unwatched(loop_);
}

// Hides the watches during the callback: its operations are not part of the work.
void trace_watch::tell_unwatched(const trace_event& event) {
  const unwatched here;
  tell(event);
}

}  // namespace ravel::detail
