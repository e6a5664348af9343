// SPDX-License-Identifier: BSL-1.0
// Repeats readers of any type.
#include <ravel/lazy/concat.hpp>
#include <ravel/reader/detail/entries.hpp>

namespace ravel::detail {

namespace {

class repeat_movement final : public movement {
 public:
  repeat_movement(shared_untyped below, index_t times)
      : below_(std::move(below)), period_(below_->size()), size_(mul_index(period_, times)) {}

  std::span<const shared_untyped> sources() const override { return {&below_, 1}; }
  node_facts facts() const override { return facts_through(size_, below_); }
  place find(index_t i) const override { return {below_.get(), i % period_}; }
  raw_block pull(index_t start, index_t n, void* out, arena& from) const override {
    const index_t first = start % period_, head = std::min(n, period_ - first);
    if (head == n) return below_->pull_raw(first, n, out, from);
    const auto read = [&](index_t position, index_t count, index_t done) {
      std::byte* const to = element_at(kind(), out, done);
      spread(kind(), below_->pull_raw(position, count, to, from), count, to);
    };
    read(first, head, 0);
    const index_t rest = std::min(n - head, first);  // now the part of the period before `first`
    if (rest > 0) read(0, rest, head);
    for (index_t done = head + rest; done < n;) {  // one whole period; each copy doubles it
      const index_t more = std::min(done, n - done);
      spread(kind(), {out, 1}, more, element_at(kind(), out, done));
      done += more;
    }
    return {out, 1};
  }
  owned_stream entries(entry_pass& pass) const override {
    if (size_ == 0) return no_entries();
    return std::make_unique<repeated_entries>(pass.kept(*below_), period_, size_);
  }
  index_t guess_stored() const override { return size_ == 0 ? 0 : size_ / period_ * below_->about_stored(); }

 private:
  shared_untyped below_;
  index_t period_, size_;
};

}  // namespace

shared_untyped repeat_of(const shared_untyped& below, index_t times) {
  check_size(times, "number of times");
  return times == 1 ? below : make_moved<repeat_movement>(below, times);
}

}  // namespace ravel::detail
