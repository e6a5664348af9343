// SPDX-License-Identifier: BSL-1.0
// block_evaluation: one collective run of an expression over the own part of a target. It brings what leaves lack in one exchange, and
// gives block by block the elements of each leaf; blocks of a target that lack nothing come first. Used by one thread, once.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/mpi/detail/collective.hpp>
#include <ravel/mpi/detail/schedule.hpp>
#include <ravel/mpi/traffic.hpp>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
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
  index_t first_position() const { return run->position + (first - run_begin) * run->position_step; }

  std::vector<const void*> leaves;
  const ravel::detail::address_run* run = nullptr;  // of the own part, where the block begins
  index_t run_begin = 0;                            // the place where that run begins
};

class RAVEL_API block_evaluation {
 public:
  block_evaluation(const world& ranks, const char* operation);
  block_evaluation(const block_evaluation&) = delete;
  block_evaluation& operator=(const block_evaluation&) = delete;
  ~block_evaluation();

  // To be called in `prepare`, for the leaves in the order of the expression. Names of types are literals.
  void add(const world& of, const shared_part& part, const dims& map, std::string_view type);
  // An operand that is no distributed tensor. It must be the same on all ranks, as far as `what` says.
  void add_equal(std::string what) { equal_.push_back(std::move(what)); }
  // The target is memory, or only a map: then rank r computes the positions with addresses from r * span on, `block` at a time.
  void write_to(const world& of, const shared_part& part, const dims& map);
  void compute_over(const dims& map, index_t span, index_t block = 0);
  // The one leaf has the elements of the target and is copied as it is.
  void copy_only() { copies_ = true; }

  // `prepare` returns what the operation is called with; it must be the same on all ranks. `finish` exchanges results, once no block has
  // failed on any rank.
  void run(ravel::detail::function_ref<std::string()> prepare, ravel::detail::function_ref<void(const block_at_hand&)> compute,
           std::initializer_list<stage> finish = {});
  // The same in two operations, between which messages are under way.
  void start(ravel::detail::function_ref<std::string()> prepare);
  void complete(ravel::detail::function_ref<void(const block_at_hand&)> compute);
  // Local: whether all messages of this rank have arrived since the start.
  bool has_arrived() const;
  // Local: of this rank, were it run.
  traffic of_this_rank() const;

 private:
  struct work;

  std::string begin(ravel::detail::function_ref<std::string()> prepare);
  void post();
  void perform(ravel::detail::function_ref<void(const block_at_hand&)> compute);
  std::string details() const;

  world ranks_;
  const char* operation_;
  schedule_key key_;
  std::vector<std::string_view> types_;  // of leaves
  std::vector<std::string> equal_;
  std::vector<shared_part> groups_;  // one for each buffer
  shared_part written_;
  index_t block_ = 0;
  bool copies_ = false;
  std::unique_ptr<work> work_;  // from the roll call on
};

// Runs of the own part of a map, for those who write it without an expression.
RAVEL_API schedule own_runs(const dims& map, index_t span, int rank);

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
