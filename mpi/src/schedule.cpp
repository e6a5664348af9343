// SPDX-License-Identifier: BSL-1.0
// Makes schedules. To receive: the own positions of the target, their addresses in each leaf, cut at owners. To send: the positions of the
// own source addresses, their addresses in the target, cut at owners. Both sides order a message by rising source address, each element
// once, so that they agree without asking.
#include <ravel/mpi/detail/evaluation.hpp>

#include <algorithm>
#include <bit>
#include <functional>

namespace ravel {
namespace mpi {
namespace detail {
namespace {

using ravel::detail::address_run;
using runs = std::vector<element_run>;

// ---- sets of elements of one owner

// Joins equally spaced numbers to runs.
template <class F>
class spaced_runs {
 public:
  explicit spaced_runs(const F& take) : take_(take) {}

  void add(index_t next) {
    if (at_.count == 1) at_.step = next - at_.first;
    if (at_.count > 0 && next == at_.first + at_.count * at_.step) {
      ++at_.count;
      return;
    }
    finish();
    at_ = {next, 1, 1};
  }
  void finish() {
    if (at_.count == 1) at_.step = 1;
    if (at_.count > 0) take_(at_);
    at_.count = 0;
  }

 private:
  const F& take_;
  element_run at_{0, 0, 0};
};

// Elements in rising order, each once, from runs in any order. Runs that rise or fall throughout are kept; others are marked in a bitmap.
class element_set {
 public:
  explicit element_set(const runs& from) : kept_(order_of(from)) { kept_ == order::none ? mark(from) : keep(from); }

  index_t count() const { return count_; }

  // Appends the elements as runs.
  void append_to(runs& all) const {
    if (kept_ != order::none) {
      all.insert(all.end(), runs_.begin(), runs_.end());
      return;
    }
    const auto take = [&](const element_run& r) { all.push_back(r); };
    spaced_runs joined(take);
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t left = words_[w]; left != 0; left &= left - 1) {
        joined.add(lowest_ + static_cast<index_t>(w) * 64 + std::countr_zero(left));
      }
    }
    joined.finish();
  }

  // Calls f(run of indices in the set) for the elements of a run that is in the set. `place` is the number of elements given before it.
  template <class F>
  void each_index(const element_run& r, index_t place, const F& f) const {
    if (kept_ == order::rising) return f({place, 1, r.count});
    if (kept_ == order::falling) return f({count_ - 1 - place, -1, r.count});
    spaced_runs joined(f);
    for (index_t i = 0; i < r.count; ++i) joined.add(index_of(r.first + i * r.step));
    joined.finish();
  }

 private:
  enum class order { rising, falling, none };

  static index_t last_of(const element_run& r) { return r.first + (r.count - 1) * r.step; }
  static order order_of(const runs& from) {
    bool rises = true, falls = true;
    for (std::size_t k = 0; k < from.size(); ++k) {
      const element_run& r = from[k];
      const bool is_one = r.count == 1;
      rises = rises && (is_one || r.step > 0) && (k == 0 || r.first > last_of(from[k - 1]));
      falls = falls && (is_one || r.step < 0) && (k == 0 || r.first < last_of(from[k - 1]));
    }
    return rises ? order::rising : falls ? order::falling : order::none;
  }
  void keep(const runs& from) {
    runs_ = from;
    for (const element_run& r : from) count_ += r.count;
    if (kept_ == order::rising) return;
    std::ranges::reverse(runs_);
    for (element_run& r : runs_) r = {last_of(r), r.count == 1 ? 1 : -r.step, r.count};
  }
  void mark(const runs& from) {
    index_t highest = -1;
    lowest_ = from.front().first;
    for (const element_run& r : from) {
      const index_t last = last_of(r);
      lowest_ = std::min({lowest_, r.first, last});
      highest = std::max({highest, r.first, last});
    }
    words_.resize(static_cast<std::size_t>((highest - lowest_) / 64 + 1));
    for (const element_run& r : from) {
      for (index_t i = 0, at = r.first - lowest_; i < r.count; ++i, at += r.step) {
        words_[static_cast<std::size_t>(at / 64)] |= std::uint64_t{1} << (at % 64);
      }
    }
    before_.reserve(words_.size());
    for (const std::uint64_t w : words_) {
      before_.push_back(count_);
      count_ += std::popcount(w);
    }
  }
  index_t index_of(index_t element) const {
    const index_t at = element - lowest_;
    const auto word = static_cast<std::size_t>(at / 64);
    return before_[word] + std::popcount(words_[word] & ((std::uint64_t{1} << (at % 64)) - 1));
  }

  order kept_;
  index_t count_ = 0;
  runs runs_;
  index_t lowest_ = 0;
  std::vector<std::uint64_t> words_;
  std::vector<index_t> before_;
};

// ---- cutting at owners

// Calls f(owner, first pair, count) for parts of a run of addresses that have one owner.
template <class F>
void each_owner(index_t address, index_t step, index_t count, index_t span, const F& f) {
  for (index_t i = 0; i < count;) {
    const index_t at = address + i * step, owner = at / span;
    index_t part = count - i;
    if (step > 0) part = std::min(part, ((owner + 1) * span - 1 - at) / step + 1);
    if (step < 0) part = std::min(part, (at - owner * span) / -step + 1);
    f(owner, i, part);
    i += part;
  }
}

// Elements of another rank that a leaf reads at the places [place, place + count).
struct wanted {
  index_t owner;
  std::size_t leaf;
  index_t place;
  element_run elements;
};

class maker {
 public:
  maker(const schedule_key& key, int rank, int ranks) : key_(key), rank_(rank), ranks_(ranks) {}

  schedule make() {
    find_own();
    made_.leaves.resize(key_.leaves.size());
    made_.groups.resize(key_.spans.size());
    for (std::size_t g = 0; g < key_.spans.size(); ++g) {
      find_receives(g);
      find_sends(g);
    }
    for (auto& segments : made_.leaves) join(segments);
    return std::move(made_);
  }

 private:
  index_t first_of(index_t span) const { return rank_ * span; }

  void find_own() {
    const index_t first = first_of(key_.target_span);
    ravel::detail::each_interval_run(key_.target, first, first + key_.target_span, [&](const address_run& r) {
      made_.own.push_back({r.address - first, r.address_step, r.position, r.position_step, r.count});
      made_.own_count += r.count;
    });
    index_t next = made_.own.empty() ? 0 : made_.own[0].address;
    made_.own_is_line = !made_.own.empty();
    for (const address_run& r : made_.own) {
      made_.own_is_line = made_.own_is_line && r.address == next && (r.address_step == 1 || r.count == 1);
      next += r.count;
    }
  }

  // In the order of places, and joined where they continue each other.
  static void join(std::vector<segment>& segments) {
    const auto before = [](const segment& a, const segment& b) { return a.place < b.place; };
    const auto ghosts =
        std::find_if(segments.begin(), segments.end(), [](const segment& s) { return s.is_ghost; });  // the others are in order
    std::sort(ghosts, segments.end(), before);
    std::inplace_merge(segments.begin(), ghosts, segments.end(), before);
    std::size_t kept = 0;
    for (std::size_t k = 1; k < segments.size(); ++k) {
      segment& last = segments[kept];
      const segment& next = segments[k];
      const bool is_line = (last.from.count == 1 || last.from.step == 1) && (next.from.count == 1 || next.from.step == 1);
      if (is_line && last.is_ghost == next.is_ghost && next.from.first == last.from.first + last.from.count) {
        last.from = {last.from.first, 1, last.from.count + next.from.count};
      } else {
        segments[++kept] = next;
      }
    }
    if (!segments.empty()) segments.resize(kept + 1);
  }

  void find_receives(std::size_t group) {
    const index_t span = key_.spans[group];
    std::vector<wanted> all;
    for (std::size_t leaf = 0; leaf < key_.leaves.size(); ++leaf) {
      if (key_.leaves[leaf].group == group) look_up(leaf, span, all);
    }
    std::stable_sort(all.begin(), all.end(), [](const wanted& a, const wanted& b) { return a.owner < b.owner; });
    buffer_plan& plan = made_.groups[group];
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
      while (end < all.size() && all[end].owner == all[begin].owner) ++end;
      receive_from(static_cast<int>(all[begin].owner), std::span(all).subspan(begin, end - begin), plan);
    }
  }

  // Own elements become segments, those of others are listed.
  void look_up(std::size_t leaf, index_t span, std::vector<wanted>& all) {
    const dims& map = key_.leaves[leaf].map;
    index_t place = 0;
    for (const address_run& own : made_.own) {
      ravel::detail::each_stepped_run(map, own.position, own.position_step, own.count, [&](const address_run& r) {
        each_owner(r.address, r.address_step, r.count, span, [&](index_t owner, index_t i, index_t count) {
          const element_run elements{r.address + i * r.address_step - owner * span, r.address_step, count};
          if (owner == rank_) {
            made_.leaves[leaf].push_back({place, false, elements});
          } else {
            all.push_back({owner, leaf, place, elements});
          }
          place += count;
        });
      });
    }
  }

  void receive_from(int owner, std::span<const wanted> parts, buffer_plan& plan) {
    runs all;
    for (const wanted& w : parts) all.push_back(w.elements);
    const element_set set(all);
    index_t listed = 0;
    for (const wanted& w : parts) {
      index_t place = w.place;
      set.each_index(w.elements, listed, [&](const element_run& r) {
        made_.leaves[w.leaf].push_back({place, true, {plan.ghosts + r.first, r.step, r.count}});
        place += r.count;
      });
      listed += w.elements.count;
    }
    plan.receives.push_back({owner, set.count(), {}});
    plan.ghosts += set.count();
  }

  void find_sends(std::size_t group) {
    const index_t span = key_.spans[group], first = first_of(span);
    std::vector<runs> to(static_cast<std::size_t>(ranks_));
    for (const leaf_key& leaf : key_.leaves) {
      if (leaf.group != group) continue;
      ravel::detail::each_interval_run(leaf.map, first, first + span, [&](const address_run& r) {
        index_t done = 0;
        ravel::detail::each_stepped_run(key_.target, r.position, r.position_step, r.count, [&](const address_run& t) {
          each_owner(t.address, t.address_step, t.count, key_.target_span, [&](index_t owner, index_t i, index_t count) {
            if (owner != rank_) {
              to[static_cast<std::size_t>(owner)].push_back({r.address - first + (done + i) * r.address_step, r.address_step, count});
            }
          });
          done += t.count;
        });
      });
    }
    for (int k = 1; k < ranks_; ++k) {
      const int peer = static_cast<int>((rank_ + k) % ranks_);
      const runs& wanted_there = to[static_cast<std::size_t>(peer)];
      if (wanted_there.empty()) continue;
      const element_set set(wanted_there);
      message_plan message{peer, set.count(), {}};
      set.append_to(message.runs);
      made_.groups[group].sends.push_back(std::move(message));
    }
  }

  const schedule_key& key_;
  index_t rank_;
  int ranks_;
  schedule made_;
};

constexpr std::size_t most_cached = std::size_t{64} << 20, bytes_of_layer = 1024;  // with what is computed about it on first use

// The lists of positions that a key holds on to count, too.
std::size_t size_of(const dims& map) {
  std::size_t total = 0;
  for (const layer* l = &map.top(); l != nullptr; l = l->below.get()) {
    total += bytes_of_layer;
    for (const ravel::detail::mode& m : l->modes) {
      if (m.chosen) total += static_cast<std::size_t>(m.chosen->size()) * sizeof(index_t);
    }
  }
  return total;
}
std::size_t size_of(const schedule_key& key) {
  std::size_t total = size_of(key.target);
  for (const leaf_key& l : key.leaves) total += size_of(l.map);
  return total;
}

}  // namespace

std::size_t schedule::size_in_bytes() const {
  std::size_t total = sizeof(schedule) + own.size() * sizeof(address_run);
  for (const auto& l : leaves) total += l.size() * sizeof(segment);
  for (const buffer_plan& g : groups) {
    total += g.receives.size() * sizeof(message_plan);
    for (const message_plan& m : g.sends) total += sizeof(message_plan) + m.runs.size() * sizeof(element_run);
  }
  return total;
}

std::size_t schedule_key::hash() const {
  std::size_t all = 0;
  const auto mix = [&](std::size_t more) { all = (all ^ more) * 0x9e3779b97f4a7c15u + (all >> 29); };
  const auto mix_map = [&](const dims& map) {  // with all that tells it from another one, since ranks compare hashes
    mix(std::hash<dims>()(map));
    for (const layer* l = &map.top(); l != nullptr; l = l->below.get()) {
      for (const std::uint32_t end : l->ends) mix(end);
      for (const ravel::detail::mode& m : l->modes) {
        mix(static_cast<std::size_t>(m.period));
        for (index_t i = 0; m.chosen && i < m.extent; ++i) mix(static_cast<std::size_t>((*m.chosen)[i]));
      }
    }
  };
  mix_map(target);
  mix(static_cast<std::size_t>(target_span));
  for (const leaf_key& l : leaves) {
    mix_map(l.map);
    mix(l.group);
  }
  for (const index_t s : spans) mix(static_cast<std::size_t>(s));
  return all;
}

schedule make_schedule(const schedule_key& key, int rank, int ranks) { return maker(key, rank, ranks).make(); }

std::shared_ptr<const schedule> schedule_cache::get(const schedule_key& key, std::size_t hash, int rank, int ranks) {
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto found = begin; found != end; ++found) {
    if (found->second->key != key) continue;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->made;
  }
  const auto made = std::make_shared<const schedule>(make_schedule(key, rank, ranks));
  entries_.push_front({hash, key, made, made->size_in_bytes() + size_of(key)});
  by_hash_.emplace(hash, entries_.begin());
  bytes_ += entries_.front().bytes;
  while (bytes_ > most_cached && entries_.size() > 1) drop_last();
  return made;
}

void schedule_cache::drop_last() {
  const auto [begin, end] = by_hash_.equal_range(entries_.back().hash);
  for (auto found = begin; found != end; ++found) {
    if (&*found->second != &entries_.back()) continue;
    by_hash_.erase(found);
    break;
  }
  bytes_ -= entries_.back().bytes;
  entries_.pop_back();
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
