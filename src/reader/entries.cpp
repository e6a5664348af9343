// SPDX-License-Identifier: BSL-1.0
// Streams of entries of any type, and lists of them. Entries are moved, not computed, so their type is not needed.
#include <ravel/reader/detail/entries.hpp>

namespace ravel::detail {

// Lists.

entry_list::entry_list(const element_room& kind, entry_list placed, const void* values) : values_(kind, placed.size()) {
  gather(kind, {values, 1}, static_cast<const index_t*>(placed.values()), placed.size(), values_.get());
  std::swap(positions_, placed.positions_);
  size_ = room_ = placed.size();
}

entry_list::entry_list(const element_room& kind, entry_list words) : entry_list(std::move(words)) { values_.become(kind); }

void entry_list::append(const raw_entry_block& more) {
  make_room(more.count);
  std::copy_n(more.positions, more.count, positions() + size_);
  spread(kind(), {more.values, 1}, more.count, element_at(kind(), values(), size_));
  size_ += more.count;
}

void entry_list::move_to(index_t room) {
  if (room == 0) return clear();
  owned_elements<index_t> positions(room);
  raw_elements values(kind(), room);
  if (kind().of_bytes()) {
    spread(kind(), {values_.get(), 1}, size_, values.get());
  } else {
    kind().move(values_.get(), size_, values.get());
  }
  std::copy_n(positions_.get(), size_, positions.get());
  positions_ = std::move(positions);
  values_ = std::move(values);
  room_ = room;
}

// Streams.

namespace {

// Entries in memory. A list that nobody shares is given away whole.
class listed_entries final : public entry_stream {
 public:
  listed_entries(const raw_entry_block& given, index_t value_bytes, std::shared_ptr<const void> owner)
      : left_(given), value_bytes_(value_bytes), owner_(std::move(owner)) {}
  explicit listed_entries(entry_list own) : left_(own.all()), value_bytes_(own.kind().bytes), own_(std::move(own)) {}

  raw_entry_block next() override { return std::exchange(left_, {}); }
  void seek(index_t position) override { left_ = left_.from(left_.find(position), value_bytes_); }
  bool give(entry_list& to) override {
    if (!own_ || left_.count < own_->size()) return false;
    left_ = {};
    to = *std::move(own_);
    return true;
  }
  bool is_over() const override { return left_.count == 0; }

 private:
  raw_entry_block left_;
  index_t value_bytes_;
  std::shared_ptr<const void> owner_;
  std::optional<entry_list> own_;
};

class entries_of_parts final : public entry_stream {
 public:
  entries_of_parts(std::vector<entry_part> parts, index_t value_bytes) : parts_(std::move(parts)), value_bytes_(value_bytes) {}

  raw_entry_block next() override {
    for (; at_ < parts_.size(); leave()) {
      if (const raw_entry_block got = next_here(); got.count > 0) return got;
    }
    return {};
  }
  void seek(index_t position) override {
    while (at_ < parts_.size() && position >= here().behind()) leave();
    if (at_ == parts_.size() || position <= here().to) return;
    const index_t below = here().begin + (position - here().to);
    left_ = left_.from(left_.find(below), value_bytes_);
    if (left_.count == 0) here().entries->seek(below);
    entered_ = true;
  }

 private:
  entry_part& here() { return parts_[at_]; }
  void leave() {
    left_ = {};
    entered_ = over_ = false;
    ++at_;
  }
  // Some entries of the current part, moved; none at its end.
  raw_entry_block next_here() {
    if (over_) return {};
    if (!std::exchange(entered_, true)) here().entries->seek(here().begin);
    if (left_.count == 0) left_ = here().entries->next();
    const raw_entry_block got = left_.first(std::min(left_.count, entry_block_length));
    left_ = left_.from(got.count, value_bytes_);
    const index_t inside = got.count > 0 && got.positions[got.count - 1] >= here().end ? got.find(here().end) : got.count;
    over_ = inside < got.count;
    const index_t by = here().to - here().begin;
    for (index_t i = 0; i < inside; ++i) moved_[i] = got.positions[i] + by;
    return {moved_, got.values, inside};
  }

  std::vector<entry_part> parts_;
  index_t value_bytes_;
  std::size_t at_ = 0;
  bool entered_ = false;
  bool over_ = false;
  raw_entry_block left_;  // of the current part, not moved yet
  index_t moved_[entry_block_length];
};

}  // namespace

owned_stream no_entries() { return std::make_unique<listed_entries>(raw_entry_block(), 1, nullptr); }
owned_stream listed(entry_list list) { return std::make_unique<listed_entries>(std::move(list)); }
owned_stream listed(shared_entries list) {
  const entry_list& whole = *list;
  return listed(whole.all(), whole.kind(), std::move(list));
}
owned_stream listed(const raw_entry_block& given, const element_room& kind, std::shared_ptr<const void> owner) {
  return std::make_unique<listed_entries>(given, kind.bytes, std::move(owner));
}
owned_stream entries_in_parts(std::vector<entry_part> parts, const element_room& kind) {
  return std::make_unique<entries_of_parts>(std::move(parts), kind.bytes);
}
owned_stream part_of_entries(const untyped_node& of, index_t begin, index_t end, index_t to, entry_pass& pass) {
  if (begin == to && end >= of.size()) return pass.stream(of);
  std::vector<entry_part> parts;
  parts.push_back({pass.stream(of), begin, end, to});
  return entries_in_parts(std::move(parts), of.room());
}

repeated_entries::repeated_entries(shared_entries list, index_t period, index_t size, index_t each)
    : list_(std::move(list)),
      each_(each),
      period_(period),
      left_(list_->size() > 0 ? size : 0),
      values_(list_->kind(), entry_block_length) {}

raw_entry_block repeated_entries::next() {
  const raw_entry_block all = list_->all();
  const index_t most = std::exchange(most_, std::min(2 * most_, entry_block_length));
  index_t n = 0;
  while (n < most && begin_ < left_) {
    if (each_.by() == 1) {
      const index_t count = std::min(most - n, all.count - at_);
      for (index_t i = 0; i < count; ++i) {
        positions_[n + i] = begin_ + all.positions[at_ + i];
        places_[n + i] = at_ + i;
      }
      n += count;
      pass_to(at_ + count);
      continue;
    }
    const index_t first = begin_ + all.positions[at_] * each_.by(), upto = std::min(each_.by(), of_each_ + most - n);
    for (; of_each_ < upto; ++of_each_, ++n) {
      positions_[n] = first + of_each_;
      places_[n] = at_;
    }
    if (of_each_ == each_.by()) pass_to(at_ + 1);
  }
  gather(list_->kind(), {all.values, 1}, places_, n, values_.get());
  return {positions_, values_.get(), n};
}

void repeated_entries::seek(index_t position) {
  if (position <= begin_ || begin_ >= left_) return;
  most_ = entries_behind_gap;
  if (position >= begin_ + period_) enter(position - position % period_);
  const auto [place, of_place] = each_.divmod(position - begin_);
  const index_t found = list_->all().find(place);
  if (found > at_) pass_to(found);
  if (begin_ < left_ && found == at_ && list_->positions()[at_] == place) of_each_ = std::max(of_each_, of_place);
}

void repeated_entries::enter(index_t begin) {
  begin_ = begin;
  at_ = of_each_ = 0;
}
void repeated_entries::pass_to(index_t at) {
  at_ = at;
  of_each_ = 0;
  if (at_ == list_->size()) enter(begin_ + period_);
}

// Reading and writing.

entry_list collected(entry_stream& from, const element_room& kind, index_t about) {
  entry_list list(kind);
  if (from.give(list)) return list;
  list.reserve(about);
  for (raw_entry_block got = from.next(); got.count > 0; got = from.next()) {
    check_stop();
    list.append(got);
  }
  return list;
}

owned_stream entry_pass::stream(const untyped_node& source) {
  return source.depth() <= low_tree ? source.entries(*this) : listed(kept(source));
}

shared_entries entry_pass::kept(const untyped_node& source) {
  if (const auto* const known = kept_.find(&source)) return *known;
  return kept_.add(&source, std::make_shared<entry_list>(collected(*source.entries(*this), source.room())));
}

raw_collected_entries::raw_collected_entries(owned_stream from, index_t begin, index_t end, const element_room& kind)
    : from_(std::move(from)), list_(kind) {
  from_->seek(begin);
  raw_entry_block got = from_->next();
  if (got.count > 0 && (from_->is_over() || got.positions[got.count - 1] >= end - 1)) {
    all_ = got.first(got.find(end));
    return;
  }
  for (; got.count > 0; got = from_->next()) {
    const index_t inside = got.find(end);
    list_.append(got.first(inside));
    if (inside < got.count) break;
  }
  all_ = list_.all();
}

raw_entry_blocks::raw_entry_blocks(const untyped_node& source) : source_(source), from_(source.entries(pass_)) {}
raw_entry_blocks::~raw_entry_blocks() = default;

bool raw_entry_blocks::next() {
  if (left_.count == 0) left_ = from_->next();
  if (left_.count == 0) return false;
  loop_.at(left_.positions[0], source_.size());
  at_hand_ = left_;
  if (current_watch) at_hand_.count = std::min(left_.count, watched_pieces::longest);
  left_ = left_.from(at_hand_.count, source_.room().bytes);
  return true;
}

namespace {

// The number of positions in `of` that `in` lacks.
index_t count_missing(std::span<const index_t> of, std::span<const index_t> in) {
  index_t missing = 0;
  std::size_t k = 0;
  for (const index_t position : of) {
    while (k < in.size() && in[k] < position) ++k;
    missing += k == in.size() || in[k] != position;
  }
  return missing;
}

}  // namespace

void store_instead(const raw_entry_block& from, const untyped_node& target) {
  const element_room& kind = target.room();
  entry_pass pass;
  const raw_collected_entries stored(pass.stream(target), 0, target.size(), kind);
  const raw_entry_block& before = stored.all();
  const index_t others = count_missing(stored.positions(), {from.positions, static_cast<std::size_t>(from.count)});
  if (others == 0) return target.store_at(from.positions, from.count, from.values);
  entry_list list(kind);
  list.reserve(from.count + others);
  for (index_t i = 0, j = 0; i < from.count || j < before.count;) {
    const index_t first = i;
    for (; i < from.count && (j == before.count || from.positions[i] <= before.positions[j]); ++i)
      j += j < before.count && from.positions[i] == before.positions[j];
    list.append(from.from(first, kind.bytes).first(i - first));
    for (; j < before.count && (i == from.count || before.positions[j] < from.positions[i]); ++j)
      list.append({before.positions + j, target.fill_at(), 1});
  }
  target.store_at(list.positions(), list.size(), list.values());
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API bool store_entries(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
