// SPDX-License-Identifier: BSL-1.0
// The data of a selection: a list or a set with its properties. An unsorted list also gets a table of places, built on first use and
// published once.
#include <ravel/base/detail/published.hpp>
#include <ravel/base/error.hpp>
#include <ravel/index/selection.hpp>
#include <ravel/reader/detail/node.hpp>
#include "index/position_ends.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace ravel {

void detail::throw_place_too_large(index_t entry, unsigned long long place) {
  throw overflow_error(text() << "entry " << entry << " of the places given is " << place << ", beyond the limit of 2^62");
}

ascending_set::~ascending_set() = default;

void ascending_set::read(index_t rank, std::span<index_t> out) const {
  for (index_t& member : out) member = at(rank++);
}

namespace {

using wide = detail::int128;

// Guards a user's set, which may hold selections that hold other sets, and so on.
class guarded_set {
 public:
  guarded_set() = default;
  explicit guarded_set(std::shared_ptr<const ascending_set> set) : set_(std::move(set)) {}
  const std::shared_ptr<const ascending_set>& shared() const { return set_; }
  explicit operator bool() const { return set_ != nullptr; }

  index_t at(index_t rank) const {
    const detail::user_call inside;
    return set_->at(rank);
  }
  index_t rank(index_t position) const {
    const detail::user_call inside;
    return set_->rank(position);
  }
  void read(index_t rank, std::span<index_t> out) const {
    const detail::user_call inside;
    set_->read(rank, out);
  }

 private:
  std::shared_ptr<const ascending_set> set_;
};

// Members start, start + step, ... of a set, by rank.
class every_nth final : public ascending_set {
 public:
  every_nth(std::shared_ptr<const ascending_set> set, index_range ranks) : set_(std::move(set)), ranks_(ranks) {}

  index_t size() const override { return ranks_.size(); }
  index_t at(index_t rank) const override { return set_->at(ranks_[rank]); }
  // Selects from these members. It refers to the underlying set, so repeated selection forms no chain.
  std::shared_ptr<const ascending_set> select(const index_range& ranks) const {
    return std::make_shared<every_nth>(set_, ranks_.select(ranks));
  }
  index_t rank(index_t position) const override {
    const index_t past = set_->rank(position) - ranks_.start();  // members with a rank below start + past are smaller
    return past <= 0 ? 0 : std::min(ranks_.size(), (past - 1) / ranks_.step() + 1);
  }
  void read(index_t rank, std::span<index_t> out) const override {
    if (ranks_.step() == 1) return set_->read(ranks_.start() + rank, out);
    ascending_set::read(rank, out);
  }

 private:
  std::shared_ptr<const ascending_set> set_;
  index_range ranks_;
};

// The places of an unsorted list, ordered by position and then by place.
struct place_table {
  std::vector<index_t> places;
  bool distinct = true;

  explicit place_table(std::span<const index_t> list, index_t min, index_t max);
};

void sort_places(std::span<const index_t> list, std::vector<index_t>& places) {
  std::iota(places.begin(), places.end(), index_t{0});
  const auto value = [&](index_t place) { return list[static_cast<std::size_t>(place)]; };
  std::sort(places.begin(), places.end(), [&](index_t a, index_t b) { return value(a) != value(b) ? value(a) < value(b) : a < b; });
}

// Fills `places` as sort_places does, but by counting, for dense positions.
void count_places(std::span<const index_t> list, index_t min, index_t max, std::vector<index_t>& places) {
  std::vector<index_t> next(static_cast<std::size_t>(max - min) + 2, 0);
  const auto bucket = [&](index_t position) { return static_cast<std::size_t>(position - min); };
  for (const index_t position : list) ++next[bucket(position) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::size_t i = 0; i < list.size(); ++i) places[static_cast<std::size_t>(next[bucket(list[i])]++)] = static_cast<index_t>(i);
}

place_table::place_table(std::span<const index_t> list, index_t min, index_t max) : places(list.size()) {
  const bool dense = wide{max} - min < 4 * static_cast<wide>(list.size());
  dense ? count_places(list, min, max, places) : sort_places(list, places);
  const auto value = [&](std::size_t i) { return list[static_cast<std::size_t>(places[i])]; };
  for (std::size_t i = 1; i < places.size() && distinct; ++i) distinct = value(i - 1) != value(i);
}

// The range start, start + step, ... that positions form, if they do; at(i) is the i-th of at least one. If the positions are known to rise
// and are as dense as possible, the ends suffice.
template <class F>
std::optional<index_range> progression(index_t count, bool rises, F at) {
  if (count == 1) return slice(at(0), 1);
  const wide step = wide{at(1)} - at(0), span = wide{at(count - 1)} - at(0);
  if (step == 0 || span > index_limit || span < -index_limit || span != step * (count - 1)) return std::nullopt;
  for (index_t i = 2; i < count && !(rises && step == 1); ++i) {
    if (wide{at(i)} - at(i - 1) != step) return std::nullopt;
  }
  return slice(at(0), count, static_cast<index_t>(step));
}

}  // namespace

struct selection::kept : detail::released_by_queue {
  std::unique_ptr<index_t[]> list;  // one of these two
  guarded_set set;
  index_t count = 0;
  index_t min = 0;
  index_t max = 0;
  bool ascending = true;
  bool rises = true;  // each greater than the one before
  detail::published<place_table> table;

  kept(std::unique_ptr<index_t[]> values, index_t size, detail::position_ends outer)
      : list(std::move(values)),
        count(size),
        min(outer.min),
        max(outer.max),
        ascending(std::is_sorted(list.get(), list.get() + size)),
        rises(ascending && std::adjacent_find(list.get(), list.get() + size) == list.get() + size) {}
  kept(rising, std::unique_ptr<index_t[]> values, index_t size)
      : list(std::move(values)), count(size), min(list[0]), max(list[static_cast<std::size_t>(size) - 1]) {}
  kept(guarded_set members, index_t size, index_t least, index_t greatest)
      : set(std::move(members)), count(size), min(least), max(greatest) {}

  std::span<const index_t> values() const { return {list.get(), static_cast<std::size_t>(count)}; }
  const place_table& places() const;
  selection::places find(index_t position) const;
};

const place_table& selection::kept::places() const {
  return table.get([this] { return place_table(values(), min, max); });
}

selection::places selection::kept::find(index_t position) const {
  if (position < min || position > max) return {};
  if (set) {
    const index_t rank = set.rank(position);
    return {rank, set.at(rank) == position ? 1 : 0};
  }
  if (ascending) {
    const auto [from, to] = std::ranges::equal_range(values(), position);
    return {static_cast<index_t>(&*from - list.get()), static_cast<index_t>(to - from)};
  }
  const auto& sorted = places().places;
  const auto [from, to] =
      std::ranges::equal_range(sorted, position, {}, [&](index_t place) { return list[static_cast<std::size_t>(place)]; });
  return {&*from, static_cast<index_t>(to - from)};
}

selection::selection(std::initializer_list<index_arg> list) : selection(std::vector<index_t>(list.begin(), list.end())) {}

selection::selection(detail::listed_positions read) : selection(std::move(read.list), read.count) {}

selection::selection(std::unique_ptr<index_t[]> list, index_t count) {
  if (count == 0) return;
  const detail::position_ends outer = detail::ends_of(list.get(), count);
  if (!detail::within_limit(outer.min) || !detail::within_limit(outer.max)) {
    detail::throw_beyond_limit("position", *std::find_if_not(list.get(), list.get() + count, detail::within_limit));
  }
  const auto range = progression(count, false, [&](index_t i) { return list[static_cast<std::size_t>(i)]; });
  range_ = range.value_or(slice(0, count));
  if (range) return;
  list_ = list.get();
  kept_ = std::make_shared<const kept>(std::move(list), count, outer);
}

selection::selection(rising, std::unique_ptr<index_t[]> list, index_t count) {
  const auto range = progression(count, true, [&](index_t i) { return list[static_cast<std::size_t>(i)]; });
  range_ = range.value_or(slice(0, count));
  if (range) return;
  list_ = list.get();
  kept_ = std::make_shared<const kept>(rising{}, std::move(list), count);
}

selection::selection(adopt, std::shared_ptr<const ascending_set> members) {
  if (!members) throw value_error("a selection was given no set");
  const index_t count = detail::check_size(members->size());
  if (count == 0) return;
  guarded_set set(std::move(members));
  const index_t least = set.at(0), greatest = set.at(count - 1);
  for (const index_t end : {least, greatest}) {
    if (!detail::within_limit(end)) detail::throw_beyond_limit("position", end);
  }
  const auto range = progression(count, true, [&](index_t i) { return set.at(i); });
  range_ = range.value_or(slice(0, count));
  if (!range) kept_ = detail::make_released<true, kept>(std::move(set), count, least, greatest);
}

index_t selection::at(index_t rank) const { return kept_->set.at(rank); }

void selection::read(index_arg start, std::span<index_t> out) const {
  detail::check_range(start, static_cast<index_t>(out.size()), size());
  if (kept_ && !list_) return kept_->set.read(start, out);
  if (list_) {
    std::copy_n(list_ + start, out.size(), out.begin());
  } else {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = range_.start() + (start + static_cast<index_t>(i)) * range_.step();
  }
}

bool selection::ascending() const { return kept_ ? kept_->ascending : range_.step() > 0; }

bool selection::distinct() const {
  if (!kept_ || kept_->rises) return true;
  return !kept_->ascending && kept_->places().distinct;
}

index_t selection::min() const { return kept_ ? kept_->min : range_.min(); }
index_t selection::max() const { return kept_ ? kept_->max : range_.max(); }

selection::places selection::find(index_arg position) const& {
  if (kept_) return kept_->find(position);
  const auto place = range_.find(position);
  return place ? places(*place, 1) : places();
}

selection selection::select(const selection& wanted) const {
  wanted.check_within(size());
  if (const auto range = wanted.as_range()) {
    if (!kept_) return range_.select(*range);
    if (kept_->set && range->step() > 0 && !range->empty()) {
      const auto* const chosen = dynamic_cast<const every_nth*>(kept_->set.shared().get());
      return selection(adopt{}, chosen ? chosen->select(*range) : std::make_shared<every_nth>(kept_->set.shared(), *range));
    }
  }
  auto chosen = std::make_unique_for_overwrite<index_t[]>(static_cast<std::size_t>(wanted.size()));
  const std::span<index_t> out(chosen.get(), static_cast<std::size_t>(wanted.size()));
  wanted.read(0, out);
  for (index_t& place : out) place = (*this)[place];
  return {std::move(chosen), wanted.size()};
}

void selection::check_within(index_arg size) const {
  if (empty()) return range_.check_within(size);
  if (min() >= 0 && max() < size) return;
  index_t place = 0;
  if (!kept_ && (*this)[0] >= 0 && (*this)[0] < size)  // a range leaves at one of its ends, and may be long
    place = range_.step() > 0 ? (size - 1 - range_.start()) / range_.step() + 1 : range_.start() / -range_.step() + 1;
  while ((*this)[place] >= 0 && (*this)[place] < size) ++place;
  throw index_error(detail::text() << "position " << (*this)[place] << " at place " << place << " of the selection is outside [0, " << size
                                   << ")");
}

bool operator==(const selection& a, const selection& b) {
  if (!a.kept_ && !b.kept_) return a.range_ == b.range_;
  if (a.kept_ == b.kept_) return true;
  if (a.size() != b.size()) return false;
  for (index_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

}  // namespace ravel
