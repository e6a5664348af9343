// SPDX-License-Identifier: BSL-1.0
// Who watches how the work of a thread goes on, and the loops that tell him: each says how long it is and, between its blocks, how far it
// has come. A watch belongs to one thread and lasts as long as the call that it watches; where there is none, a loop reads one pointer of
// the thread and nothing else.
#pragma once

#include <ravel/base/index.hpp>

namespace ravel {

// How far an operation has come, in elements of its outermost loop.
struct progress {
  index_t loop = 0;  // 1, 2, …: an operation may go over its elements several times, by one loop after the other
  index_t done = 0;
  index_t total = 0;

  double fraction() const { return total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1.0; }  // of this loop
};

namespace detail {

class watch;

extern RAVEL_API constinit thread_local watch* current_watch;  // the innermost of this thread, or null

// A loop over elements; those inside of another are part of it.
class RAVEL_API watched_loop {
 public:
  watched_loop() = default;
  ~watched_loop() {
    if (current_watch) end();
  }
  watched_loop(const watched_loop&) = delete;
  watched_loop& operator=(const watched_loop&) = delete;

  // So many of them are done. Throws where the work is to stop.
  void at(index_t done, index_t total) {
    if (current_watch) look(done, total);
  }

 private:
  void look(index_t done, index_t total);
  void end();
};

// A loop that has to be cut for nobody but a watch: all at once where there is none.
class watched_pieces {
 public:
  explicit watched_pieces(index_t count, index_t piece = longest) : count_(count), piece_(current_watch ? piece : count) {}

  bool next() {
    done_ += n_;
    n_ = piece_ < count_ - done_ ? piece_ : count_ - done_;
    loop_.at(done_, count_);
    return n_ > 0;
  }
  index_t done() const { return done_; }  // before this piece
  index_t size() const { return n_; }

  static constexpr index_t longest = index_t{1} << 16;

 private:
  index_t count_, piece_;
  index_t done_ = 0, n_ = 0;
  [[no_unique_address]] watched_loop loop_;
};

// A loop whose steps are not alike, or too short to look between any two: it looks where as much was visited as a piece has.
class watched_steps {
 public:
  // So many of them are done, and the next visits so many elements.
  void at(index_t done, index_t total, index_t visits) {
    left_ -= visits;
    if (left_ > 0) return;
    left_ = watched_pieces::longest;
    loop_.at(done, total);
  }

 private:
  index_t left_ = 0;  // the first step looks
  [[no_unique_address]] watched_loop loop_;
};

// It watches from when it is made to its end, beside those that do already.
class RAVEL_API watch {
 public:
  watch(const watch&) = delete;
  watch& operator=(const watch&) = delete;

  static void check();

 protected:
  watch();
  virtual ~watch();
  virtual void look() = 0;  // what it throws ends the work

  progress now_;

 private:
  friend class watched_loop;

  watch* const outer_;
  const watched_loop* loop_ = nullptr;  // the outermost that began after it
};

}  // namespace detail

// What every operation does between its blocks, for long loops of your own: throws `cancelled` where this thread's work is to stop.
inline void check_stop() {
  if (detail::current_watch) detail::watch::check();
}

}  // namespace ravel
