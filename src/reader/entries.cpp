// SPDX-License-Identifier: BSL-1.0
// Collects and stores entries.
#include <ravel/reader/detail/entries.hpp>

namespace ravel::detail {

raw_entry_blocks::raw_entry_blocks(const untyped_node& source) : source_(source), from_(source.raw_entries(pass_)) {}
raw_entry_blocks::~raw_entry_blocks() = default;

bool raw_entry_blocks::next() {
  if (left_.count == 0) left_ = from_->next_raw();
  if (left_.count == 0) return false;
  loop_.at(left_.positions[0], source_.size());
  at_hand_ = left_;
  if (current_watch) at_hand_.count = std::min(left_.count, watched_pieces::longest);
  left_.positions += at_hand_.count;
  left_.values = static_cast<const std::byte*>(left_.values) + at_hand_.count * source_.room().bytes;
  left_.count -= at_hand_.count;
  return true;
}

#define RAVEL_INSTANTIATE(T)                                                                \
  template RAVEL_API entry_array<T> collected(entry_stream<T>&, index_t);                   \
  template RAVEL_API shared_entries<T> entry_pass::kept(const node<T>&);                    \
  template RAVEL_API collected_entries<T> entries_between(entries_of<T>, index_t, index_t); \
  template RAVEL_API bool store_entries(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
