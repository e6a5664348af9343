// SPDX-License-Identifier: BSL-1.0
// Progress and cancellation: the watch, a per-thread observer, and the loop guards that report to it between blocks. A guard says how long
// its loop is and how much is done. A watch belongs to one thread and lives as long as the call it observes. Without a watch, a guard only
// reads one thread-local pointer.
#pragma once

#include <ravel/base/detail/noncopyable.hpp>
#include <ravel/base/index.hpp>

namespace ravel {

// The progress of an operation, in elements of its outermost loop; of a run of a plan, in thousandths of its steps.
struct progress {
  index_t loop = 0;  // 1, 2, …: an operation may read its elements in several loops
  index_t done = 0;
  index_t total = 0;

  double fraction() const { return total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1.0; }  // of this loop
};

namespace detail {

class watch;

extern RAVEL_API constinit thread_local watch* current_watch;  // the innermost of this thread, or null

// The guard of a loop over elements. Loops inside another loop are part of it.
class RAVEL_API watched_loop : noncopyable {
 public:
  ~watched_loop() {
    if (current_watch) end();
  }

  // Reports `done` elements. Throws if the work is to stop. `source` names the loop in a trace.
  void at(index_t done, index_t total, const char* source = __builtin_FILE()) {
    if (current_watch) look(done, total, source);
  }

 private:
  void look(index_t done, index_t total, const char* source);
  void end();
};

// Cuts a loop into pieces for a watch only. Without a watch the loop is one piece.
class watched_pieces {
 public:
  explicit watched_pieces(index_t count, index_t piece = longest, const char* source = __builtin_FILE())
      : count_(count), piece_(current_watch ? piece : count), source_(source) {}

  bool next() {
    done_ += n_;
    n_ = piece_ < count_ - done_ ? piece_ : count_ - done_;
    loop_.at(done_, count_, source_);
    return n_ > 0;
  }
  index_t done() const { return done_; }  // before this piece
  index_t size() const { return n_; }

  static constexpr index_t longest = index_t{1} << 16;

 private:
  index_t count_, piece_;
  index_t done_ = 0, n_ = 0;
  const char* source_;
  [[no_unique_address]] watched_loop loop_;
};

// The guard of a loop whose steps differ in length or are too short to report after each. It reports once per `longest` visited elements.
class watched_steps {
 public:
  // Reports `done` elements; the next step visits `visits` elements.
  void at(index_t done, index_t total, index_t visits, const char* source = __builtin_FILE()) {
    left_ -= visits;
    if (left_ > 0) return;
    left_ = watched_pieces::longest;
    loop_.at(done, total, source);
  }

 private:
  index_t left_ = 0;  // the first step looks
  [[no_unique_address]] watched_loop loop_;
};

// Observes its thread from construction to destruction, in addition to the watches that exist already.
class RAVEL_API watch {
 public:
  watch(const watch&) = delete;
  watch& operator=(const watch&) = delete;

  static void check();

 protected:
  watch();
  virtual ~watch();
  virtual void look() = 0;                 // an exception ends the work
  virtual void begin(const char* source);  // of an outermost loop; an exception ends the work
  virtual void end();                      // of that loop; throws nothing

  progress now_;

 private:
  friend class watched_loop;

  watch* const outer_;
  const watched_loop* loop_ = nullptr;  // the outermost that began after it
};

}  // namespace detail

// For long loops of your own, what every operation does between its blocks: throws `cancelled` if this thread's work is to stop.
inline void check_stop() {
  if (detail::current_watch) detail::watch::check();
}

}  // namespace ravel
