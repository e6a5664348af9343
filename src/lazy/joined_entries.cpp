// SPDX-License-Identifier: BSL-1.0
// Merging the positions of sparse operands, whatever their elements are, and the operands of every element type.
#include <ravel/base/detail/small_vector.hpp>
#include <ravel/lazy/detail/joined_entries.hpp>

#include <algorithm>

namespace ravel::detail {

index_t position_merge::next() {
  if (!refill()) return 0;
  const index_t n = share_positions() ? lend() : merge();
  for (std::size_t k = covering_; k < operands_.size(); ++k) {
    operands_[k]->look_up(positions_, n);
    ready_[k] = operands_[k]->room();
  }
  return n;
}

void position_merge::seek(index_t position) {
  for (std::size_t k = 0; k < covering_; ++k) operands_[k]->seek(position);
}

// False where none has an entry left.
bool position_merge::refill() {
  bool left = false;
  for (std::size_t k = 0; k < covering_; ++k) {
    joined_operand& one = *operands_[k];
    if (one.at == one.count) one.refill();
    left |= one.at < one.count;
  }
  return left;
}

// One operand, or several with one pattern: nothing has to be merged, nor moved.
bool position_merge::share_positions() const {
  const joined_operand& first = *operands_.front();
  return std::all_of(operands_.begin() + 1, operands_.begin() + static_cast<std::ptrdiff_t>(covering_), [&](const auto& other) {
    return other->positions + other->at == first.positions + first.at && other->count - other->at == first.count - first.at;
  });
}

index_t position_merge::lend() {
  const joined_operand& first = *operands_.front();
  positions_ = first.positions + first.at;
  const index_t n = std::min(first.count - first.at, entry_block_length);
  for (std::size_t k = 0; k < covering_; ++k) {
    ready_[k] = operands_[k]->lent();
    operands_[k]->at += n;
  }
  return n;
}

index_t position_merge::merge() {
  while (targets_.size() < covering_) targets_.push_back(std::make_unique<index_t[]>(entry_block_length));
  std::vector<index_t> before(covering_);
  index_t done = 0;
  while (done < entry_block_length && refill()) {
    const index_t begin = done;
    for (std::size_t k = 0; k < covering_; ++k) before[k] = operands_[k]->at;
    done = covering_ == 2 ? merge_two(done) : merge_some(done);
    for (std::size_t k = 0; k < covering_; ++k) operands_[k]->place(targets_[k].get(), operands_[k]->at - before[k], begin, done);
  }
  for (std::size_t k = 0; k < covering_; ++k) ready_[k] = operands_[k]->room();
  positions_ = merged_;
  return done;
}

// Up to the end of the block of one of them.
index_t position_merge::merge_some(index_t done) {
  struct head {
    const index_t* at;
    const index_t* end;
    index_t* target;
  };
  small_vector<head, 16> heads;
  for (std::size_t k = 0; k < covering_; ++k) {
    const joined_operand& one = *operands_[k];
    heads.push_back({one.positions + one.at, one.positions + one.count, targets_[k].get()});
  }
  for (bool emptied = false; done < entry_block_length && !emptied; ++done) {
    index_t least = index_limit;
    for (const head& one : heads) {
      if (one.at != one.end) least = std::min(least, *one.at);
    }
    merged_[done] = least;
    for (head& one : heads) {
      if (one.at == one.end || *one.at != least) continue;
      *one.target++ = done;
      emptied |= ++one.at == one.end;
    }
  }
  for (std::size_t k = 0; k < covering_; ++k) operands_[k]->at = heads[k].at - operands_[k]->positions;
  return done;
}

// Without a branch that has to be guessed.
index_t position_merge::merge_two(index_t done) {
  joined_operand &a = *operands_[0], &b = *operands_[1];
  if (a.at == a.count || b.at == b.count) return merge_some(done);  // one is at its end
  index_t *target_a = targets_[0].get(), *target_b = targets_[1].get();
  index_t at_a = a.at, at_b = b.at;
  for (; done < entry_block_length && at_a < a.count && at_b < b.count; ++done) {
    const index_t position_a = a.positions[at_a], position_b = b.positions[at_b];
    const index_t in_a = position_a <= position_b, in_b = position_b <= position_a;
    merged_[done] = position_a < position_b ? position_a : position_b;
    *target_a = *target_b = done;  // counts where it is here
    target_a += in_a;
    target_b += in_b;
    at_a += in_a;
    at_b += in_b;
  }
  a.at = at_a;
  b.at = at_b;
  return done;
}

#define RAVEL_INSTANTIATE(T)                                                                        \
  template RAVEL_API std::unique_ptr<joined_operand> covering_operand(const node<T>&, entry_pass&); \
  template RAVEL_API std::unique_ptr<joined_operand> followed_operand(const node<T>&, entry_pass&); \
  template RAVEL_API bool stored_finite(const node<T>&);                                            \
  template class joined_entries<T>;
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
