// SPDX-License-Identifier: BSL-1.0
// A reduction of all elements whose blocks come one after the other, so that one loop can compute several. It has the bits of the verb on a
// tensor. Each part of a line has a fold of its own, on one thread.
#pragma once

#include <ravel/any/any_scalar.hpp>
#include <ravel/reader/block.hpp>

#include <memory>
#include <span>
#include <string_view>

namespace ravel::detail {

class loop_fold {
 public:
  virtual ~loop_fold() = default;

  // Takes the next elements, which are of the fold's type.
  virtual void take(raw_block block, index_t n) = 0;
  // Ends the part. At least one element was taken.
  virtual void end() = 0;
  // Joins parts that have ended, in order. Each begins at a chunk, and all but the last have the same power of two of chunks.
  virtual void join(std::span<const loop_fold* const> parts) = 0;
  // The result over n elements, when all have ended.
  virtual any_scalar result(index_t n) const = 0;
};

// A fold for a verb over all elements of a type: sum, mean, min, max and count. Null if there is none.
std::unique_ptr<loop_fold> make_loop_fold(std::string_view verb, dtype type);

}  // namespace ravel::detail
