// SPDX-License-Identifier: BSL-1.0
// The movement of a slice: every step-th element of a source. Immutable; any thread may use it.
#pragma once

#include <ravel/base/index_range.hpp>
#include <ravel/reader/detail/read.hpp>

namespace ravel::detail {

class slice_movement final : public movement {
 public:
  slice_movement(shared_untyped below, const index_range& places) : below_(std::move(below)), places_(places) {}

  const shared_untyped& below() const { return below_; }
  const index_range& places() const { return places_; }

  std::span<const shared_untyped> sources() const override { return {&below_, 1}; }
  node_facts facts() const override;
  place find(index_t i) const override { return {below_.get(), at(i)}; }
  raw_block pull(index_t start, index_t n, void* out, arena& from) const override;
  void each_operand(shared_blocks& found) const override;
  bool sorted() const override { return places_.step() > 0 && below_->sorted(); }
  shared_untyped sliced(index_t start, index_t count, index_t step) const override;
  owned_stream entries(entry_pass& pass) const override;
  index_t guess_stored() const override { return std::min(places_.size(), below_->about_stored()); }
  void store(index_t start, index_t n, const void* values) const override;
  void store_at(const index_t* positions, index_t n, const void* values) const override;

 private:
  index_t at(index_t i) const { return places_.start() + i * places_.step(); }

  shared_untyped below_;
  index_range places_;
};

}  // namespace ravel::detail
