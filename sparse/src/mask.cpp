// SPDX-License-Identifier: BSL-1.0
// The node of sparse_mask. It asks the set for its members by rank, block by block. A dense mask of the set reads its elements.
#include <ravel/index/detail/marks.hpp>
#include <ravel/reader/detail/read.hpp>
#include <ravel/sparse/to_sparse.hpp>

#include <algorithm>

namespace ravel {

namespace {

class member_entries final : public detail::entry_stream {
 public:
  explicit member_entries(const index_set& members) : members_(members), size_(members.size()) { std::fill_n(true_, length, true); }

  detail::raw_entry_block next() override {
    const index_t n = std::min(length, size_ - done_);
    members_.read(done_, std::span(positions_, static_cast<std::size_t>(n)));
    done_ += n;
    return {positions_, true_, n};
  }
  void seek(index_t position) override { done_ = std::max(done_, members_.rank(position)); }

 private:
  static constexpr index_t length = detail::entry_block_length;

  index_set members_;
  index_t size_;
  index_t done_ = 0;
  index_t positions_[length];
  bool true_[length];
};

class member_node final : public detail::node<bool>, public detail::counts_entries, public detail::shows_set {
 public:
  member_node(const index_set& members, const reader<bool>& dense)
      : detail::node<bool>({.size = dense.size(), .need = detail_access::node(dense).need(), .immutable = true}),
        members_(members),
        dense_(dense) {
    this->declare_fill(&no_member);
  }

  bool at(index_t i) const override { return members_.contains(i); }
  const index_set& members() const override { return members_; }
  detail::overlap meets(const detail::target_memory&) const override { return detail::overlap::none; }
  detail::owned_stream entries(detail::entry_pass&) const override { return std::make_unique<member_entries>(members_); }
  index_t guess_stored() const override { return stored(); }
  index_t stored() const override { return members_.size(); }

 protected:
  block<const bool> produce(index_t start, index_t n, bool* out, detail::arena& from) const override {
    return detail_access::node(dense_).pull(start, n, out, from);
  }

 private:
  static constexpr bool no_member = false;

  index_set members_;
  reader<bool> dense_;
};

}  // namespace

reader<bool> sparse_mask(const index_set& members, index_arg n) { return detail::make_reader<member_node>(members, mask(members, n)); }

}  // namespace ravel
