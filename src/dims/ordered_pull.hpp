// SPDX-License-Identifier: BSL-1.0
// Finds the positions of rising addresses, with a word for each, in maps with at most one position per address: by visiting them in order,
// by counting, or by radix sort, which threads share. Writes to the caller's memory; belongs to one call. Only for src/dims. pull_back.cpp
// lists when each way is taken, and its gain over sorting.
//
//   step                                       over                               gain
//   visit: in the order of the modes           append_in_any_order                2.1 to 14
//   append_line                                append                             1.1 to 2.0
//   append_by_counting                         sort_by_head                       0.9 to 2.0
//   sort_by_head                               found_list::sort_from              1.5 to 1.7
//   put_at_heads: prefetch                     none                               1.1 to 1.5
//   each_count: prefetch of the next run       none                               1.0 to 1.3 (above 1e7 addresses)
#pragma once

#include <ravel/dims/layer.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/reader/detail/entries.hpp>
#include "dims/head_cursor.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace ravel::detail {

struct address_part {
  index_t begin;
  index_t end;
};

// The data of each address: a word of 8 bytes, or the address's place.
class carried_words {
 public:
  explicit carried_words(const void* words) : words_(static_cast<const std::byte*>(words)) {}

  index_t operator[](index_t place) const {
    if (!words_) return place;
    index_t word;
    std::memcpy(&word, words_ + place * static_cast<index_t>(sizeof word), sizeof word);
    return word;
  }
  // Copies the words of a run, forwards or backwards.
  void copy(address_part of, bool up, std::byte* to) const {
    constexpr auto size = static_cast<index_t>(sizeof(index_t));
    if (words_ && up) {
      std::memcpy(to, words_ + of.begin * size, static_cast<std::size_t>((of.end - of.begin) * size));
    } else {
      for (index_t place = up ? of.begin : of.end - 1, n = of.end - of.begin; n > 0; --n, place += up ? 1 : -1, to += size) {
        const index_t word = (*this)[place];
        std::memcpy(to, &word, sizeof word);
      }
    }
  }
  void ask_for(index_t place) const {
    if (words_) __builtin_prefetch(words_ + place * static_cast<index_t>(sizeof(index_t)));
  }

 private:
  const std::byte* words_;
};

// Positions with their words, in memory of the caller.
struct found_list {
  index_t* positions;
  std::byte* words;
  index_t size = 0;

  void put_word(index_t at, index_t word) const { std::memcpy(words + at * static_cast<index_t>(sizeof word), &word, sizeof word); }
  void ask_for(index_t at) const {
    __builtin_prefetch(positions + at, 1);
    __builtin_prefetch(words + at * static_cast<index_t>(sizeof(index_t)), 1);
  }
  // Sorts the positions from `begin` on, with their words.
  void sort_from(index_t begin) const {
    const index_t n = size - begin;
    if (n < 2) return;
    owned_elements<index_t> places(n), before(n);
    std::iota(places.get(), places.get() + n, index_t{0});
    sort_by_position(positions + begin, places.get(), n);
    const carried_words from(words);
    for (index_t i = 0; i < n; ++i) before[i] = from[begin + i];
    for (index_t i = 0; i < n; ++i) put_word(begin + i, before[places[i]]);
  }
};

// Radix sort by heads of the positions from `begin` on, which are in the order of their tails. A group has so many heads.
inline void sort_by_head(const found_list& found, index_t begin, index_t tail_size, index_t heads, std::vector<index_t>& counters) {
  constexpr int digit_bits = 10;
  constexpr index_t digits = index_t{1} << digit_bits;
  const divider tail(tail_size);
  const index_t n = found.size - begin, first = tail.divide(found.positions[begin]) / heads * heads;
  const owned_elements<index_t> positions(n), words(n);
  const found_list room{positions.get(), reinterpret_cast<std::byte*>(words.get())};
  found_list from{found.positions + begin, found.words + begin * static_cast<index_t>(sizeof(index_t))}, to = room;
  for (int shift = 0; (heads - 1) >> shift > 0; shift += digit_bits) {
    const auto digit = [=](const index_t* list, index_t i) { return ((tail.divide(list[i]) - first) >> shift) % digits; };
    const auto count = [&](index_t some, index_t end, index_t* counts) {
      const index_t* const list = from.positions;
      const auto by = digit;  // a copy, which the writes cannot alias
      for (index_t i = some; i < end; ++i) ++counts[by(list, i)];
    };
    const auto put = [&](index_t some, index_t end, index_t* places) {
      const carried_words carried(from.words);
      const found_list target = to;
      const index_t* const list = from.positions;
      const auto by = digit;
      for (index_t i = some; i < end; ++i) {
        const index_t at = places[by(list, i)]++;
        target.positions[at] = list[i];
        target.put_word(at, carried[i]);
      }
    };
    counting_pass(n, digits, 0, counters, count, put);
    std::swap(from, to);
  }
  if (from.positions != room.positions) return;
  std::copy_n(from.positions, n, to.positions);
  std::memcpy(to.words, from.words, static_cast<std::size_t>(n) * sizeof(index_t));
}

// For a plan where each count is one digit of one mode. While modes come in the order of their strides, addresses are visited in the order
// of positions: backwards for a falling mode, from the start of the cycle for a rotated one.
template <std::size_t Movers, bool Cyclic>
class ordered_pull {
 public:
  ordered_pull(const inverse_plan& plan, std::span<const index_t> addresses, carried_words words, found_list& found)
      : plan_(plan), sum_(plan), addresses_(addresses.data()), words_(words), found_(found) {
    while (in_order_ < Movers && plan.movers[in_order_].mode == in_order_) ++in_order_;
    runs_.fill(in_order_ == Movers ? run::upwards_or_downwards : run::broken);
    for (std::size_t j = Movers; j-- > 0;) {
      const run own = plan.modes[j].cyclic() ? run::broken : plan.movers[j].sense > 0 ? run::upwards : run::downwards;
      if (in_order_ == Movers) runs_[j] = runs_[j + 1] == run::upwards_or_downwards || runs_[j + 1] == own ? own : run::broken;
    }
    find_tail();
  }

  void pull(address_part of) { visit(0, of, plan_.lowest); }

 private:
  enum class run : unsigned char { broken, upwards, downwards, upwards_or_downwards };
  bool runs(std::size_t j, bool up) const {
    return runs_[j] == run::upwards_or_downwards || runs_[j] == (up ? run::upwards : run::downwards);
  }

  // Visits addresses with equal counts before mover j; these counts contribute `first`.
  void visit(std::size_t j, address_part of, index_t first) {
    if (j == in_order_) return append_in_any_order(of);
    const mover& m = plan_.movers[j];
    const bool up = m.sense > 0;
    if (runs(j, up)) return append_from(j, of, up);
    const index_t offset = plan_.modes[j].offset, begins = up ? offset - m.from : m.from - offset + 1;  // the cycle, at this count
    const index_t middle = behind(of, first + std::clamp<index_t>(begins, 0, m.most + 1) * m.step.by());
    const address_part lower{of.begin, middle}, upper{middle, of.end};
    each_count(j, up ? upper : lower, first);
    each_count(j, up ? lower : upper, first);
  }
  // Visits the groups of addresses with equal count of mover j, in the order of its digits.
  void each_count(std::size_t j, address_part left, index_t first) {
    const mover& m = plan_.movers[j];
    const bool up = m.sense > 0;
    if (runs(j + 1, up)) return append_from(j, left, up);
    while (left.begin < left.end) {
      const index_t address = addresses_[up ? left.begin : left.end - 1];
      const index_t start = first + m.step.divide(address - first) * m.step.by();
      if (up) {
        const index_t end = near_behind(left, start + m.step.by());
        ask_for({end, std::min(left.end, end + (end - left.begin))});
        usual_ = usual_length(end - left.begin);
        visit(j + 1, {left.begin, end}, start);
        left.begin = end;
      } else {
        const index_t begin = near_end_behind(left, start);
        ask_for({std::max(left.begin, begin - (left.end - begin)), begin});
        usual_ = usual_length(left.end - begin);
        visit(j + 1, {begin, left.end}, start);
        left.end = begin;
      }
    }
  }

  // Prefetches the next run, as far as it is known. The hardware does not foresee short runs, some of which are read backwards.
  void ask_for(address_part of) const {
    constexpr index_t line = 64 / sizeof(index_t), most = 64 * line;
    if (of.end - of.begin > most) return;
    for (index_t place = of.begin; place < of.end; place += line) {
      __builtin_prefetch(addresses_ + place);
      words_.ask_for(place);
    }
  }

  // The first step of the search for the end of the next run: most runs are about as long as the one before.
  static index_t usual_length(index_t length) { return length / 2 + 1; }
  // These three find the first place not before an address: anywhere, near the begin, near the end.
  index_t behind(address_part of, index_t address) const {
    // Avoids a branch that would be mispredicted at every other step.
    const index_t* from = addresses_ + of.begin;
    for (index_t n = of.end - of.begin; n > 0;) {
      const index_t half = (n + 1) / 2;
      from += from[half - 1] < address ? half : 0;
      n -= half;
    }
    return from - addresses_;
  }
  index_t near_behind(address_part of, index_t address) const {
    index_t step = usual_;
    while (of.begin + step < of.end && addresses_[of.begin + step] < address) {
      of.begin += step;
      step *= 2;
    }
    return behind({of.begin, std::min(of.begin + step, of.end)}, address);
  }
  index_t near_end_behind(address_part of, index_t address) const {
    index_t step = usual_;
    while (of.end - step > of.begin && addresses_[of.end - step] >= address) {
      of.end -= step;
      step *= 2;
    }
    return behind({std::max(of.end - step, of.begin), of.end}, address);
  }

  template <class F>
  static void each_place(address_part of, bool up, F f) {
    if (up) {
      for (index_t place = of.begin; place < of.end; ++place) f(place);
    } else {
      for (index_t place = of.end; place-- > of.begin;) f(place);
    }
  }
  // Appends addresses with equal counts before mover j.
  void append_from(std::size_t j, address_part of, bool up) {
    if (j + 1 < Movers || !append_line(of, up)) append(of, up);
  }
  // On a line with step 1 nothing is divided. If both ends have positions, all addresses do, and the positions are the addresses, shifted
  // or reversed.
  bool append_line(address_part of, bool up) {
    if (of.begin == of.end) return true;
    const index_t lowest = addresses_[of.begin], highest = addresses_[of.end - 1];
    index_t first, last;
    if (plan_.movers[Movers - 1].step.by() != 1 || !sum_.find(lowest, first) || !sum_.find(highest, last)) return false;
    const index_t count = of.end - of.begin;
    const index_t* const from = addresses_ + of.begin;
    index_t* const to = found_.positions + found_.size;
    if (up) {
      for (index_t i = 0; i < count; ++i) to[i] = from[i] + (first - lowest);
    } else {
      for (index_t i = 0; i < count; ++i) to[i] = first + lowest - from[count - 1 - i];
    }
    words_.copy(of, up, found_.words + found_.size * static_cast<index_t>(sizeof(index_t)));
    found_.size += count;
    return true;
  }
  void append(address_part of, bool up) {
    const count_sum<Movers, Cyclic> sum = sum_;  // a copy, which the writes cannot alias
    const carried_words from = words_;
    const index_t* const addresses = addresses_;
    index_t n = found_.size;
    each_place(of, up, [&, to = found_](index_t place) {
      to.put_word(n, from[place]);
      n += sum.find(addresses[place], to.positions[n]);
    });
    found_.size = n;
  }

  // Finds the tail: the last modes that are in the order of their strides among themselves. Of positions with equal other digits, those
  // found later come later, or earlier in a falling mode.
  void find_tail() {
    std::size_t before = Movers;  // the mover of the mode behind
    for (std::size_t j = Movers; j-- > in_order_; tail_ = plan_.weights[j] * plan_.modes[j].extent) {
      std::size_t k = 0;
      while (plan_.movers[k].mode != j) ++k;
      const bool up = plan_.movers[k].sense > 0;
      if (k > before || plan_.modes[j].cyclic() || (before != Movers && up != tail_rises_)) break;
      tail_rises_ = up;
      before = k;
    }
    group_ = in_order_ == 0 ? plan_.size : plan_.weights[in_order_ - 1];
  }
  // Counts heads if the counts fit in a near cache and are not many more than the addresses. Otherwise sorts.
  void append_in_any_order(address_part of) {
    const index_t heads = group_ / tail_;
    constexpr index_t most_counts = index_t{1} << 15;
    if (heads <= std::min(most_counts, 4 * (of.end - of.begin))) return append_by_counting(of, heads);
    const index_t begin = found_.size;
    append(of, tail_rises_);
    constexpr index_t few = 4096;
    if (found_.size - begin < few) return found_.sort_from(begin);
    sort_by_head(found_, begin, tail_, heads, starts_);
  }
  void append_by_counting(address_part of, index_t heads) {
    const head_cursor<Movers, Cyclic> begin(sum_, tail_);
    // Addresses are visited in the order of their tails.
    const auto part = [&](index_t first, index_t end) {
      return tail_rises_ ? address_part{of.begin + first, of.begin + end} : address_part{of.end - end, of.end - first};
    };
    std::atomic<index_t> group = -1;  // the head of the group, which all parts find
    const auto count = [&](index_t from, index_t end, index_t* counts) {
      index_t first = -1;
      each_place(part(from, end), true, [&first, counts, heads, addresses = addresses_, cursor = begin](index_t place) mutable {
        if (!cursor.find(addresses[place])) return;
        if (first < 0) first = cursor.head() - cursor.head() % heads;
        ++counts[cursor.head() - first];
      });
      if (first >= 0) group.store(first, std::memory_order_relaxed);
    };
    const auto put = [&](index_t from, index_t end, index_t* places) {
      put_at_heads(part(from, end), group.load(std::memory_order_relaxed), begin, places);
    };
    found_.size = counting_pass(of.end - of.begin, heads, found_.size, starts_, count, put);
  }
  // Puts each position at the next free place of its head. The places do not fit in a near cache, so we compute and prefetch those of a few
  // hundred addresses before writing to them.
  void put_at_heads(address_part of, index_t first, const head_cursor<Movers, Cyclic>& begin, index_t* places) const {
    constexpr index_t few = 256;
    index_t at[few], positions[few], words[few], n = 0;
    const auto put = [&, to = found_] {
      for (index_t i = 0; i < n; ++i) {
        to.positions[at[i]] = positions[i];
        to.put_word(at[i], words[i]);
      }
      n = 0;
    };
    const auto work_out = [&, cursor = begin, addresses = addresses_, from = words_, to = found_](index_t place) mutable {
      if (!cursor.find(addresses[place])) return;
      at[n] = places[cursor.head() - first]++;
      to.ask_for(at[n]);
      positions[n] = cursor.position();
      words[n] = from[place];
      if (++n == few) put();
    };
    each_place(of, tail_rises_, work_out);
    put();
  }

  const inverse_plan& plan_;
  count_sum<Movers, Cyclic> sum_;
  const index_t* addresses_;
  carried_words words_;
  found_list& found_;
  std::size_t in_order_ = 0;          // the number of modes in the order of their strides
  std::array<run, Movers + 1> runs_;  // in which direction all modes from one on rise
  index_t group_ = 1;                 // positions of all modes behind those in order
  index_t tail_ = 1;                  // and of the tail of these
  bool tail_rises_ = true;
  std::vector<index_t> starts_;
  index_t usual_ = 1;
};

}  // namespace ravel::detail
