// SPDX-License-Identifier: BSL-1.0
// watched_stages: the guard of an operation that goes through stages, each with loops of its own. The progress watches of the thread then
// tell how far all stages are, and no longer how far each loop is. Belongs to one thread and lives as long as the operation.
#pragma once

#include <ravel/base/detail/noncopyable.hpp>
#include <ravel/base/index.hpp>
#include <ravel/exec/progress.hpp>

namespace ravel::detail {

class progress_watch;

// Counts thousandths of stages. Watches that are within a loop, or within the stages of another operation, stay as they are.
class watched_stages : noncopyable {
 public:
  explicit watched_stages(index_t count);
  ~watched_stages();

  void next() { ++ended_; }  // a stage has ended
  void finish();             // all have ended

 private:
  friend class progress_watch;
  // The progress of all stages, where this is that of the current loop. It never falls back, though a stage may have several loops.
  progress over_all(const progress& of_loop, bool in_loop);

  static constexpr index_t parts = 1000;

  index_t total_, ended_ = 0, told_ = 0;
};

}  // namespace ravel::detail
