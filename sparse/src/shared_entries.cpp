// SPDX-License-Identifier: BSL-1.0
// Cuts positions so that parts have about the same number of stored entries, and reads the parts by streams, of which each thread has one.
#include <ravel/exec/detail/spares.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/sparse/to_sparse.hpp>
#include <ravel/walk/node.hpp>

#include <algorithm>
#include <memory>

namespace ravel::detail {

namespace {

// Memory for more entries is made when they come.
index_t about_entries(const untyped_node& source) { return std::min(source.about_stored(), index_t{1} << 22); }

// The stored entries that a source reads.
class stored_entries {
 public:
  stored_entries(index_t size) : size_(size) {}

  // Adds a leaf, of which the source reads the elements from `first` on. False if its entries are not stored in the order of its positions.
  bool add(const untyped_node& leaf, index_t first) {
    if (!leaf.sparse() || leaf.never_stores()) return true;
    const node_part below = below_maps(leaf);
    const auto* const stored = dynamic_cast<const counts_entries*>(below.node);
    if (!stored) return false;
    entry_pass pass;
    owned_stream stream = below.node->entries(pass);
    const raw_entry_block block = stream->next();
    list one{nullptr, stored->stored(), first + below.first, std::move(stream)};
    if (block.count == one.count) {
      const index_t begin = block.find(one.first), end = block.find(one.first + size_);
      one.positions = block.positions + begin;
      one.count = end - begin;
    }
    lists_.push_back(std::move(one));
    return true;
  }
  index_t count() const {
    index_t sum = 0;
    for (const list& one : lists_) sum = about_both(sum, one.count);
    return sum;
  }
  // Cuts at every so many entries of each leaf. A leaf that does not list its positions counts as even.
  std::vector<index_t> cuts() const {
    constexpr index_t blocks_in_task = 4;
    const index_t all = count(), each = task_size(std::max<index_t>(1, all), blocks_in_task * rules_of_tasks.smallest);
    std::vector<index_t> cuts{0, size_};
    for (const list& one : lists_) {
      for (index_t k = each; k < one.count; k += each)
        cuts.push_back(one.positions ? one.positions[k] - one.first : static_cast<index_t>(int128{size_} * k / one.count));
    }
    std::sort(cuts.begin(), cuts.end());
    return cuts;
  }

 private:
  struct list {
    const index_t* positions;  // null if they are not listed
    index_t count;
    index_t first;
    owned_stream stream;  // keeps the positions
  };

  index_t size_;
  std::vector<list> lists_;
};

// Reads parts of a source, best by rising position.
class part_reader {
 public:
  explicit part_reader(const untyped_node& source) : source_(source) { begin_again(); }

  void read(index_t begin, index_t end, entry_list& list, entry_taker take) {
    if (begin < std::exchange(end_, end)) begin_again();
    left_ = rest(left_.find(begin));
    if (left_.count == 0) stream_->seek(begin);
    for (; left_.count > 0 || refill(); left_ = {}) {
      check_stop();
      const index_t inside = left_.find(end);
      take(left_.first(inside), list);
      if (inside == left_.count) continue;
      left_ = rest(inside);
      return;
    }
  }

 private:
  raw_entry_block rest(index_t taken) const { return left_.from(taken, source_.room().bytes); }
  bool refill() {
    left_ = stream_->next();
    return left_.count > 0;
  }
  void begin_again() {
    left_ = {};
    stream_ = pass_.stream(source_);
  }

  const untyped_node& source_;
  entry_pass pass_;
  owned_stream stream_;
  raw_entry_block left_;  // behind the last part
  index_t end_ = 0;       // of the last part
};

}  // namespace

node_part below_maps(const untyped_node& source) {
  node_part below{&source, 0};
  for (const untyped_tensor* map = source.as_tensor(); map && map->facts().in_sequence(); map = below.node->as_tensor()) {
    below.first += map->facts().first;
    below.node = map->base().get();
  }
  return below;
}

namespace {

entry_list entries_by_one(const untyped_node& source) {
  entry_pass pass;
  entry_list list = collected(*source.entries(pass), source.room(), about_entries(source));
  list.fit();
  return list;
}
constexpr auto append_entries = [](const raw_entry_block& block, entry_list& list) { list.append(block); };

class blocks_at_hand : public raw_entry_blocks {
 public:
  using raw_entry_blocks::raw_entry_blocks;

  const raw_entry_block& at_hand() const { return at_hand_; }
};
entry_list entries_by_one(const untyped_node& source, entry_taker take) {
  entry_list list(source.room());
  for (blocks_at_hand blocks(source); blocks.next();) take(blocks.at_hand(), list);
  list.fit();
  return list;
}

// The positions at which the source is cut. If one thread reads it, these are both ends alone.
std::vector<index_t> cuts_of(const untyped_node& source, const node_part& below, const leaf_list* leaves, index_t& total) {
  if (!current_executor || source.depth() > low_tree) return {0, source.size()};
  stored_entries stored(source.size());
  bool are_stored = leaves || stored.add(*below.node, below.first);
  if (leaves) {
    for (const auto& leaf : leaves->all()) are_stored = are_stored && stored.add(*leaf.node, below.first);
  }
  total = stored.count();
  return are_stored ? stored.cuts() : std::vector<index_t>{0, source.size()};
}

entry_list entries_by_parts(const untyped_node& source, std::span<const index_t> cuts, index_t total, index_t about, entry_taker take) {
  spares<std::unique_ptr<part_reader>> readers;
  return entries_from_pieces(source.room(), cuts, total, about, [&](index_t begin, index_t end, entry_list& list) {
    readers.with_room([&] { return std::make_unique<part_reader>(source); },
                      [&](const std::unique_ptr<part_reader>& reader) { reader->read(begin, end, list, take); });
  });
}

}  // namespace

entry_list all_entries_of(const untyped_node& source, const node_part& below, const leaf_list* leaves) {
  index_t total = 0;
  const std::vector<index_t> cuts = cuts_of(source, below, leaves, total);
  if (cuts.size() == 2) return entries_by_one(source);
  return entries_by_parts(source, cuts, total, about_entries(source), append_entries);
}

entry_list all_entries_of(const untyped_node& source, const node_part& below, const leaf_list* leaves, entry_taker take) {
  index_t total = 0;
  const std::vector<index_t> cuts = cuts_of(source, below, leaves, total);
  return cuts.size() == 2 ? entries_by_one(source, take) : entries_by_parts(source, cuts, total, 0, take);
}

}  // namespace ravel::detail
