// SPDX-License-Identifier: BSL-1.0
// One run of a loop that computes several values over the same positions: block by block, each value in turn. Belongs to one run.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include "plan/loop_fold.hpp"

#include <atomic>
#include <string>
#include <vector>

namespace ravel::detail {

class loop_run {
 public:
  using folds = std::vector<std::unique_ptr<loop_fold>>;

  explicit loop_run(const shape& extents) : extents_(extents) {}

  bool has(std::size_t step) const { return place_of(step) < values_.size(); }
  // The value of a step, in step with those before it. Its elements are written to memory in row-major order, unless that is null. False
  // if it is not best read in row-major order.
  bool add_value(std::size_t step, const any_operand& value, std::byte* to);
  // A reduction of a value that was added.
  void add_fold(std::size_t step, std::string_view verb);

  // The reductions in the order in which they were added.
  folds run();
  index_t size() const { return extents_.elements(); }
  // The step whose value threw.
  std::size_t failed() const { return failed_; }

 private:
  struct one_value {
    std::size_t step;
    any_tensor value;
    const untyped_node* node;
    std::byte* to;
    bool at_once;                    // may be computed where it goes
    std::vector<std::size_t> folds;  // of it
  };
  struct fold_call {
    std::string verb;
    dtype type;
  };
  std::size_t place_of(std::size_t step) const;
  folds new_folds() const;
  folds run_part(index_t begin, index_t end);
  void take_memory(index_t begin, index_t end, const folds& to) const;

  shape extents_;
  std::vector<one_value> values_;
  std::vector<const untyped_node*> nodes_;
  std::vector<fold_call> calls_;
  std::atomic<std::size_t> failed_ = 0;
};

}  // namespace ravel::detail
