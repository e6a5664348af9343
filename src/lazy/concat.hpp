// SPDX-License-Identifier: BSL-1.0
// The movement of a concatenation: the elements of sources, one source after the other. Immutable; any thread may use it.
#pragma once

#include <ravel/reader/detail/read.hpp>

#include <vector>

namespace ravel::detail {

class concat_movement final : public movement {
 public:
  // Precondition: there are parts, and none is empty.
  explicit concat_movement(std::vector<shared_untyped> parts);

  std::span<const shared_untyped> sources() const override { return parts_; }
  node_facts facts() const override { return facts_through(starts_.back(), parts_); }
  place find(index_t i) const override {
    const std::size_t p = part_at(i);
    return {parts_[p].get(), i - starts_[p]};
  }
  raw_block pull(index_t start, index_t n, void* out, arena& from) const override;
  owned_stream entries(entry_pass& pass) const override;

 private:
  std::size_t part_at(index_t position) const;

  std::vector<shared_untyped> parts_;
  std::vector<index_t> starts_{0};  // and the end of the last part
};

}  // namespace ravel::detail
