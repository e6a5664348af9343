// SPDX-License-Identifier: BSL-1.0
// block_evaluation: one collective run of an expression over the own part of a target. It brings what leaves lack in one exchange, and then
// gives block by block the elements of each leaf. Used by one thread, once.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/mpi/detail/schedule.hpp>
#include <ravel/mpi/world.hpp>

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

// This rank's elements of a distributed buffer; all tensors over it share one.
struct own_part {
  std::byte* data = nullptr;
  index_t span = 1;       // addresses of each rank
  std::size_t width = 1;  // bytes of an element
  std::shared_ptr<const void> owner;
};
using shared_part = std::shared_ptr<const own_part>;

// The places [first, first + count) of the own part of the target.
class RAVEL_API block_at_hand {
 public:
  index_t first = 0;
  index_t count = 0;
  std::byte* out = nullptr;  // where the results of the block belong; null if nothing is written

  const void* leaf(std::size_t k) const { return leaves[k]; }
  // The row-major positions in the target.
  std::vector<index_t> positions() const;
  // If they are equally spaced, the distance; else 0.
  index_t spacing() const;
  index_t first_position() const;

  std::vector<const void*> leaves;
  const schedule* plan = nullptr;
};

class RAVEL_API block_evaluation {
 public:
  block_evaluation(const world& ranks, const char* operation);
  block_evaluation(const block_evaluation&) = delete;
  block_evaluation& operator=(const block_evaluation&) = delete;
  ~block_evaluation();

  // To be called in `prepare`, for the leaves in the order of the expression.
  void add(const world& of, const shared_part& part, const dims& map);
  // The target is memory, or only a map: then rank r computes the positions with addresses from r * span on, `block` at a time.
  void write_to(const world& of, const shared_part& part, const dims& map);
  void compute_over(const dims& map, index_t span, index_t block);
  // The one leaf has the elements of the target and is copied as it is.
  void copy_only() { copies_ = true; }

  // `finish` exchanges results, once no block has failed on any rank.
  void run(ravel::detail::function_ref<void()> prepare, ravel::detail::function_ref<void(const block_at_hand&)> compute,
           std::initializer_list<ravel::detail::function_ref<void()>> finish = {});

 private:
  struct work;

  world ranks_;
  const char* operation_;
  schedule_key key_;
  std::vector<shared_part> groups_;  // one for each buffer
  shared_part written_;
  index_t block_ = 0;
  bool copies_ = false;
};

// Runs of the own part of a map, for those who write it without an expression.
RAVEL_API schedule own_runs(const dims& map, index_t span, int rank);

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
