// SPDX-License-Identifier: BSL-1.0
// Takes the watches from this thread until the end of the scope: nobody is told of its work, and nobody stops it.
#pragma once

#include <ravel/base/detail/element_memory.hpp>
#include <ravel/exec/progress.hpp>

#include <utility>

namespace ravel::detail {

class unwatched : noncopyable {
 public:
  unwatched() : before_(std::exchange(current_watch, nullptr)), memory_(std::exchange(current_memory_watch, nullptr)) {}
  ~unwatched() {
    current_watch = before_;
    current_memory_watch = memory_;
  }

 private:
  watch* const before_;
  memory_watch* const memory_;
};

}  // namespace ravel::detail
