// SPDX-License-Identifier: BSL-1.0
// Sorts position and place as one word, of 64 bits if both fit: a stable radix sort by the position, which threads share.
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/reader/detail/entries.hpp>

#include <algorithm>
#include <bit>
#include <vector>

namespace ravel::detail {

namespace {

struct placed_list {
  index_t* positions;
  index_t* places;
  index_t n;

  bool comes_before(index_t i, index_t j) const {
    return (positions[i] < positions[j]) | ((positions[i] == positions[j]) & (places[i] < places[j]));
  }
};

// The descents among the first n positions of the list.
struct descents {
  index_t count = 0;
  index_t at = 0;  // the index after the last descent
};
descents descents_of(const placed_list& list, index_t n) {
  descents found;
  for (index_t i = 1; i < n; ++i) {
    const bool falls = list.comes_before(i, i - 1);
    found.count += falls;
    found.at = falls ? i : found.at;
  }
  return found;
}

// A list of two rising parts that have changed places is a rotation.
bool rotated_back(const placed_list& list, const descents& found) {
  if (found.count == 0) return true;
  if (found.count > 1 || !list.comes_before(list.n - 1, 0)) return false;
  std::rotate(list.positions, list.positions + found.at, list.positions + list.n);
  std::rotate(list.places, list.places + found.at, list.places + list.n);
  return true;
}
void reverse(const placed_list& list) {
  std::reverse(list.positions, list.positions + list.n);
  std::reverse(list.places, list.places + list.n);
}
bool flipped_back(const placed_list& list) {
  const index_t few = std::min<index_t>(list.n, 64), falls = descents_of(list, few).count;
  if (falls > 1 && few - 1 - falls > 1) return false;
  const descents found = descents_of(list, list.n);
  if (2 * found.count < list.n) return rotated_back(list, found);
  reverse(list);
  if (rotated_back(list, descents_of(list, list.n))) return true;
  reverse(list);  // the code below keeps the order of equal positions
  return false;
}

std::uint64_t distance(index_t from, index_t to) { return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from); }
int bits_of(std::uint64_t most) { return static_cast<int>(std::bit_width(most)); }

// One word with a position, relative to `least`, and its place in the lowest bits.
template <class Word>
struct placed_word {
  index_t least;
  int place_bits;

  Word pack(index_t position, index_t place) const {
    return static_cast<Word>(distance(least, position)) << place_bits | static_cast<std::uint64_t>(place);
  }
  index_t position(Word word) const {
    return static_cast<index_t>(static_cast<std::uint64_t>(least) + static_cast<std::uint64_t>(word >> place_bits));
  }
  index_t place(Word word) const { return static_cast<index_t>(static_cast<std::uint64_t>(word) & ((std::uint64_t{1} << place_bits) - 1)); }
};

// Few enough bits that all write positions stay in the first-level cache.
constexpr int digit_bits = 9;

template <class Word>
void sort_by_digit(const Word* from, index_t n, Word* to, int shift, std::vector<index_t>& counters) {
  constexpr index_t digits = index_t{1} << digit_bits;
  // Each part copies the pointers, which the writes cannot alias then.
  const auto count = [=](index_t begin, index_t end, index_t* counts) {
    const Word* const words = from;
    const int by = shift;
    for (index_t i = begin; i < end; ++i) ++counts[static_cast<index_t>(words[i] >> by) & (digits - 1)];
  };
  const auto put = [=](index_t begin, index_t end, index_t* places) {
    const Word* const words = from;
    Word* const room = to;
    const int by = shift;
    for (index_t i = begin; i < end; ++i) room[places[static_cast<index_t>(words[i] >> by) & (digits - 1)]++] = words[i];
  };
  counting_pass(n, digits, 0, counters, count, put);
}

template <class Word>
void pack_words(const placed_list& list, const placed_word<Word>& as, Word* words) {
  in_pieces(list.n, 1, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) words[i] = as.pack(list.positions[i], list.places[i]);
  });
}
template <class Word>
void unpack_words(const Word* words, const placed_word<Word>& as, const placed_list& list) {
  in_pieces(list.n, 1, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) {
      list.positions[i] = as.position(words[i]);
      list.places[i] = as.place(words[i]);
    }
  });
}

template <class Word>
void sort_words(const placed_list& list, const placed_word<Word>& as, int bits) {
  constexpr index_t few = 256;
  if (list.n <= few) {  // on the stack: many short rows allocate nothing
    Word words[few];
    pack_words(list, as, words);
    std::sort(words, words + list.n);
    return unpack_words(words, as, list);
  }
  owned_elements<Word> words(list.n), room(list.n);
  pack_words(list, as, words.get());
  std::vector<index_t> counters;
  for (int shift = as.place_bits; shift < bits; shift += digit_bits) {
    sort_by_digit(words.get(), list.n, room.get(), shift, counters);
    std::swap(words, room);
  }
  unpack_words(words.get(), as, list);
}

}  // namespace

void sort_by_position(index_t* positions, index_t* places, index_t n) {
  const placed_list list{positions, places, n};
  if (n < 2 || flipped_back(list)) return;
  index_t least = positions[0], most = least, farthest = places[0];
  for (index_t i = 1; i < n; ++i) {
    least = std::min(least, positions[i]);
    most = std::max(most, positions[i]);
    farthest = std::max(farthest, places[i]);
  }
  const int place_bits = bits_of(distance(0, farthest)), bits = place_bits + bits_of(distance(least, most));
  if (bits <= 64) return sort_words(list, placed_word<std::uint64_t>{least, place_bits}, bits);
  sort_words(list, placed_word<uint128>{least, place_bits}, bits);
}

}  // namespace ravel::detail
