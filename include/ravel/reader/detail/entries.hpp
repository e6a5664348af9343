// SPDX-License-Identifier: BSL-1.0
// Reads the entries of sparse nodes: the pass that all requests of an evaluation use, collected entries, and streams joined one after the
// other. A pass belongs to one evaluation on one thread.
#pragma once

#include <ravel/base/divider.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/reader/detail/entry_array.hpp>
#include <ravel/reader/detail/read.hpp>

#include <span>

namespace ravel::detail {

template <class T>
class owned_entries final : public entry_stream<T> {
 public:
  explicit owned_entries(entry_array<T> list) : list_(std::move(list)), left_(list_.all()) {}

  entry_block<T> next() override { return std::exchange(left_, {}); }
  void seek(index_t position) override { left_ = left_.from(left_.find(position)); }
  bool give(entry_array<T>& to) override {
    if (left_.count < list_.size()) return false;
    left_ = {};
    to = std::move(list_);
    return true;
  }
  bool is_over() const override { return left_.count == 0; }

 private:
  entry_array<T> list_;
  entry_block<T> left_;
};
template <class T>
entries_of<T> listed(entry_array<T> list) {
  return std::make_unique<owned_entries<T>>(std::move(list));
}

template <class T>
using shared_entries = std::shared_ptr<const entry_array<T>>;
template <class T>
entries_of<T> listed(shared_entries<T> list) {
  const entry_block<T> whole = list->all();
  return std::make_unique<listed_entries<T>>(whole, std::move(list));
}

// Collects the entries of a stream that nobody has read yet.
template <class T>
entry_array<T> collected(entry_stream<T>& from, index_t about = 0) {
  entry_array<T> list;
  if (from.give(list)) return list;
  list.reserve(about);
  for (entry_block<T> got = from.next(); got.count > 0; got = from.next()) {
    check_stop();
    list.append(got);
  }
  return list;
}

// The sparse pass: all requests for entries within one evaluation. In a tree of many levels a node may stand in many places; the pass
// computes its entries once and keeps them.
class entry_pass {
 public:
  template <class T>
  entries_of<T> of(const node<T>& source) {
    if (source.depth() <= low_tree) return source.entries(*this);
    return listed(kept(source));
  }
  // An estimate of the number of entries, to choose an algorithm.
  template <class T>
  index_t about(const node<T>& source) {
    return source.depth() <= low_tree ? source.about_stored() : kept(source)->size();
  }
  // All entries of a node, for a caller that reads them several times.
  template <class T>
  shared_entries<T> kept(const node<T>& source);

  known_nodes<std::shared_ptr<const void>> kept_;
};

template <class T>
shared_entries<T> entry_pass::kept(const node<T>& source) {
  if (const auto* const known = kept_.find(&source)) return std::static_pointer_cast<const entry_array<T>>(*known);
  auto list = std::make_shared<entry_array<T>>(collected(*source.entries(*this)));
  kept_.add(&source, list);
  return list;
}
// The estimate for the entries of `sum` and one more operand.
inline index_t about_with(index_t sum, const untyped_node& more) { return more.sparse() ? about_both(sum, more.about_stored()) : sum; }

// Compiled once in src/ for the closed set of element types: any node may be sparse.
#define RAVEL_DECLARE(T)                                                         \
  extern template RAVEL_API entry_array<T> collected(entry_stream<T>&, index_t); \
  extern template RAVEL_API shared_entries<T> entry_pass::kept(const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// A second base of nodes that have their entries in memory and know their number.
class RAVEL_API counts_entries {
 public:
  virtual index_t stored() const = 0;

 protected:
  ~counts_entries() = default;
};

// True if an eager operation reads the entries. It reads constants like dense sources: a sum of them has the bits of the loop.
template <class T>
bool by_entries(const node<T>& source) {
  return source.fill() && !source.never_stores();
}

// The blocks of entries of a sparse node, without their element type.
class RAVEL_API raw_entry_blocks {
 public:
  explicit raw_entry_blocks(const untyped_node& source);
  ~raw_entry_blocks();
  raw_entry_blocks(const raw_entry_blocks&) = delete;
  raw_entry_blocks& operator=(const raw_entry_blocks&) = delete;

  // Moves to the next block. False at the end.
  bool next();

 protected:
  raw_entry_block at_hand_;

 private:
  const untyped_node& source_;
  entry_pass pass_;
  std::unique_ptr<raw_entry_stream> from_;
  raw_entry_block left_;  // the rest of a block that is split, so that a watch is asked in between
  [[no_unique_address]] watched_loop loop_;
};

// for (entry_blocks<T> from(node); from.next();) reads the entries of a sparse node, by ascending position.
template <class T>
class entry_blocks : raw_entry_blocks {
 public:
  explicit entry_blocks(const node<T>& source) : raw_entry_blocks(source) {}

  using raw_entry_blocks::next;
  entry_block<T> at_hand() const { return {at_hand_.positions, static_cast<const T*>(at_hand_.values), at_hand_.count}; }
};

// Some entries as one block: borrowed if the stream gives one block, else collected.
template <class T>
class collected_entries {
 public:
  const entry_block<T>& all() const { return all_; }
  std::span<const index_t> positions() const { return {all_.positions, static_cast<std::size_t>(all_.count)}; }

 private:
  template <class E>
  friend collected_entries<E> entries_between(entries_of<E> from, index_t begin, index_t end);
  explicit collected_entries(entries_of<T> from) : from_(std::move(from)) {}

  entries_of<T> from_;
  entry_array<T> list_;
  entry_block<T> all_;
};

// The entries of the positions [begin, end).
template <class T>
collected_entries<T> entries_between(entries_of<T> from, index_t begin, index_t end) {
  collected_entries<T> found(std::move(from));
  entry_stream<T>& stream = *found.from_;
  stream.seek(begin);
  entry_block<T> got = stream.next();
  if (got.count > 0 && (stream.is_over() || got.positions[got.count - 1] >= end - 1)) {
    found.all_ = got.first(got.find(end));
    return found;
  }
  for (; got.count > 0; got = stream.next()) {
    const index_t inside = got.find(end);
    found.list_.append(got.first(inside));
    if (inside < got.count) break;
  }
  found.all_ = found.list_.all();
  return found;
}
#define RAVEL_DECLARE(T) extern template RAVEL_API collected_entries<T> entries_between(entries_of<T>, index_t, index_t);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// All entries of a node.
template <class T>
collected_entries<T> all_entries(const node<T>& source, entry_pass& pass) {
  return entries_between(pass.of(source), 0, source.size());
}

// The elements that differ from `fill`, for a source with another fill, or none.
template <class T>
entry_array<T> entries_unlike(const node<T>& source, const T& fill) {
  entry_array<T> found;
  for (source_blocks<T> from(source); from.next();) {
    const auto [b, position, n] = from.at_hand();
    for (index_t i = 0; i < n; ++i) {
      if (!is_fill(b.data[i * b.step], fill)) found.add(position + i, b.data[i * b.step]);
    }
  }
  return found;
}

// The number of positions in `of` that `in` lacks.
inline index_t count_missing(std::span<const index_t> of, std::span<const index_t> in) {
  index_t missing = 0;
  std::size_t k = 0;
  for (const index_t position : of) {
    while (k < in.size() && in[k] < position) ++k;
    missing += k == in.size() || in[k] != position;
  }
  return missing;
}

// Replaces all entries of a sparse target in one write. Entries of the target that the source lacks become the fill.
template <class T>
void store_instead(const entry_block<T>& from, const node<T>& target) {
  entry_pass pass;
  const auto stored = all_entries(target, pass);
  const entry_block<T>& before = stored.all();
  const index_t others = count_missing(stored.positions(), {from.positions, static_cast<std::size_t>(from.count)});
  if (others == 0) return target.store_at(from.positions, from.count, from.values);
  entry_array<T> list(from.count + others);
  for (index_t i = 0, j = 0; i < from.count || j < before.count;) {
    if (j == before.count || (i < from.count && from.positions[i] <= before.positions[j])) {
      j += j < before.count && from.positions[i] == before.positions[j];
      list.add(from.positions[i], from.values[i]);
      ++i;
    } else {
      list.add(before.positions[j++], *target.fill());
    }
  }
  target.store_at(list.all().positions, list.size(), list.all().values);
}

// Writes a source into a sparse target entry by entry. It reads all of the source before it writes, so a target that keeps its elements
// when its own write throws keeps all of them. False if the target is not sparse.
template <class T>
bool store_entries(const node<T>& source, const node<T>& target) {
  if (!target.fill()) return false;
  if (source.fill() && is_fill(*source.fill(), *target.fill())) {
    entry_pass pass;
    store_instead(all_entries(source, pass).all(), target);
  } else {
    store_instead(entries_unlike(source, *target.fill()).all(), target);
  }
  return true;
}
#define RAVEL_DECLARE(T) extern template RAVEL_API bool store_entries(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// The entries of [begin, end), with begin moved to the position `to`.
template <class T>
struct entry_part {
  entries_of<T> entries;
  index_t begin;
  index_t end;
  index_t to;

  index_t behind() const { return to + (end - begin); }
};

// The entries of several parts, one after the other.
template <class T>
class entries_in_parts final : public entry_stream<T> {
 public:
  explicit entries_in_parts(std::vector<entry_part<T>> parts) : parts_(std::move(parts)) {}

  entry_block<T> next() override {
    for (; at_ < parts_.size(); leave()) {
      if (const entry_block<T> got = next_here(); got.count > 0) return got;
    }
    return {};
  }
  void seek(index_t position) override {
    while (at_ < parts_.size() && position >= here().behind()) leave();
    if (at_ == parts_.size() || position <= here().to) return;
    const index_t below = here().begin + (position - here().to);
    left_ = left_.from(left_.find(below));
    if (left_.count == 0) here().entries->seek(below);
    entered_ = true;
  }

 private:
  entry_part<T>& here() { return parts_[at_]; }
  void leave() {
    left_ = {};
    entered_ = over_ = false;
    ++at_;
  }
  // Some entries of the current part, moved; none at its end.
  entry_block<T> next_here() {
    if (over_) return {};
    if (!std::exchange(entered_, true)) here().entries->seek(here().begin);
    if (left_.count == 0) left_ = here().entries->next();
    const entry_block<T> got = left_.first(std::min(left_.count, entry_block_length));
    left_ = left_.from(got.count);
    const index_t inside = got.count > 0 && got.positions[got.count - 1] >= here().end ? got.find(here().end) : got.count;
    over_ = inside < got.count;
    const index_t by = here().to - here().begin;
    for (index_t i = 0; i < inside; ++i) moved_[i] = got.positions[i] + by;
    return {moved_, got.values, inside};
  }

  std::vector<entry_part<T>> parts_;
  std::size_t at_ = 0;
  bool entered_ = false;
  bool over_ = false;
  entry_block<T> left_;  // of the current part, not moved yet
  index_t moved_[entry_block_length];
};

// Repeats each entry of a list at consecutive positions, and then the whole list again, one period further, up to the size of the result.
template <class T>
class repeated_entries final : public entry_stream<T> {
 public:
  repeated_entries(shared_entries<T> list, index_t period, index_t size, index_t each = 1)
      : list_(std::move(list)),
        each_(each),
        period_(period),
        left_(list_->size() > 0 ? size : 0),
        values_(std::make_unique<T[]>(entry_block_length)) {}

  const entry_array<T>& once() const { return *list_; }

  entry_block<T> next() override {
    const entry_block<T> all = list_->all();
    const index_t most = std::exchange(most_, std::min(2 * most_, entry_block_length));
    index_t n = 0;
    while (n < most && begin_ < left_) {
      const index_t first = begin_ + all.positions[at_] * each_.by(), upto = std::min(each_.by(), of_each_ + most - n);
      for (; of_each_ < upto; ++of_each_, ++n) {
        positions_[n] = first + of_each_;
        values_[static_cast<std::size_t>(n)] = all.values[at_];
      }
      if (of_each_ == each_.by()) pass_to(at_ + 1);
    }
    return {positions_, values_.get(), n};
  }
  void seek(index_t position) override {
    if (position <= begin_ || begin_ >= left_) return;
    most_ = entries_behind_gap;
    if (position >= begin_ + period_) enter(position - position % period_);
    const auto [place, of_place] = each_.divmod(position - begin_);
    const index_t found = list_->all().find(place);
    if (found > at_) pass_to(found);
    if (begin_ < left_ && found == at_ && list_->positions()[at_] == place) of_each_ = std::max(of_each_, of_place);
  }

 private:
  void enter(index_t begin) {
    begin_ = begin;
    at_ = of_each_ = 0;
  }
  void pass_to(index_t at) {
    at_ = at;
    of_each_ = 0;
    if (at_ == list_->size()) enter(begin_ + period_);
  }

  shared_entries<T> list_;
  divider each_;
  index_t period_;
  index_t left_;  // where the last period ends
  index_t begin_ = 0;
  index_t at_ = 0;
  index_t of_each_ = 0;
  index_t most_ = entry_block_length;  // the limit of the next block
  index_t positions_[entry_block_length];
  std::unique_ptr<T[]> values_;
};

// The entries [begin, end) of one node, moved to start at `to`.
template <class T>
entries_of<T> part_of_entries(const node<T>& of, index_t begin, index_t end, index_t to, entry_pass& pass) {
  if (begin == to && end >= of.size()) return pass.of(of);
  std::vector<entry_part<T>> parts;
  parts.push_back({pass.of(of), begin, end, to});
  return std::make_unique<entries_in_parts<T>>(std::move(parts));
}

}  // namespace ravel::detail
