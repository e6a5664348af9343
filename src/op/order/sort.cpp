// SPDX-License-Identifier: BSL-1.0
// Sorts elements and their positions. An element becomes an unsigned key with the same order. Keys are sorted a digit at a time, the lower
// first, which keeps equal keys in order: first by as many leading digits as needed, then each group that agrees in these by itself. Few
// elements are sorted by comparing.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/op/order/top_k.hpp>
#include "op/order/ranks.hpp"

#include <array>
#include <bit>
#include <limits>
#include <optional>

namespace ravel::detail {

namespace {

constexpr std::size_t few = 64;     // digits do not pay for fewer
constexpr std::size_t fewest = 24;  // and nothing else pays for fewer than this

template <class T>
using key_t = std::make_unsigned_t<typename sized_integer<sizeof(T), true>::type>;

// Both zeros have one key, and no number has key 0 or the greatest.
template <real_element T>
key_t<T> key_of(T value) {
  constexpr key_t<T> sign = key_t<T>{1} << (8 * sizeof(T) - 1);
  const auto bits = std::bit_cast<key_t<T>>(value + T{0});  // -0 + 0 is +0
  return bits & sign ? static_cast<key_t<T>>(~bits) : static_cast<key_t<T>>(bits | sign);
}

template <class T>
  requires(signed_element<T> || unsigned_element<T> || boolean_element<T>)
key_t<T> key_of(T value) {
  constexpr auto sign = static_cast<key_t<T>>(signed_element<T> ? key_t<T>{1} << (8 * sizeof(T) - 1) : 0);
  return static_cast<key_t<T>>(static_cast<key_t<T>>(value) ^ sign);
}

template <class T>
key_t<T> key_of(T value, sort_direction how) {
  if constexpr (real_element<T>) {
    if (value != value) return how.nan_first ? key_t<T>{0} : static_cast<key_t<T>>(~key_t<T>{0});
  }
  return how.descending ? static_cast<key_t<T>>(~key_of(value)) : key_of(value);
}

// The element of a key. Zeros become the positive zero.
template <class T>
T element_of_key(key_t<T> key) {
  constexpr key_t<T> sign = static_cast<key_t<T>>(key_t<T>{1} << (8 * sizeof(T) - 1));
  if constexpr (real_element<T>) {
    return std::bit_cast<T>(static_cast<key_t<T>>(key & sign ? key ^ sign : ~key));
  } else {
    return static_cast<T>(signed_element<T> ? key ^ sign : key);
  }
}

// A key and its position.
template <class Word>
struct placed_key {
  Word key;
  Word place;
};

template <class Key>
Key sorted_by(Key key) {
  return key;
}
template <class Word>
Word sorted_by(placed_key<Word> k) {
  return k.key;
}

// Sorts by digits from bit `lowest` on, with workspace of the same size. Skips digits in which all keys agree. The result is in `from`.
template <int DigitBits, int Digits, class Item>
void sort_by(int lowest, std::span<Item> from, std::span<Item> room) {
  constexpr std::size_t values = std::size_t{1} << DigitBits;
  const auto digit_of = [lowest](const Item& item, int digit) {
    return static_cast<std::size_t>(sorted_by(item) >> (lowest + DigitBits * digit)) & (values - 1);
  };
  std::vector<std::array<index_t, values>> counts(Digits);
  for (const Item& item : from) {
    for (int d = 0; d < Digits; ++d) ++counts[static_cast<std::size_t>(d)][digit_of(item, d)];
  }
  const std::span<Item> result = from;
  watched_loop passes;
  for (int d = 0; d < Digits; ++d) {
    passes.at(std::ssize(from) * d, std::ssize(from) * Digits);
    auto& next = counts[static_cast<std::size_t>(d)];
    if (next[digit_of(from.front(), d)] == std::ssize(from)) continue;
    std::exclusive_scan(next.begin(), next.end(), next.begin(), index_t{0});
    for (const Item& item : from) room[static_cast<std::size_t>(next[digit_of(item, d)]++)] = item;
    std::swap(from, room);
  }
  if (from.data() != result.data()) std::ranges::copy(from, result.begin());
}
template <int DigitBits, int Digits = 1, class Item>
void sort_by_digits_from(int lowest, int digits, std::span<Item> from, std::span<Item> room) {
  if constexpr (DigitBits * Digits < 8 * sizeof(sorted_by(Item()))) {
    if (digits > Digits) return sort_by_digits_from<DigitBits, Digits + 1>(lowest, digits, from, room);
  }
  sort_by<DigitBits, Digits>(lowest, from, room);
}

// The digits to sort by.
struct digit_choice {
  bool wide;   // 11 bits, else 8
  int digits;  // the number of leading digits
  int lowest;  // their lowest bit
};
// Chooses as many leading digits as distinguish most keys that are spread out, below the bits in which all agree. Wider digits are fewer.
// But few elements do not pay for their counters, and if the elements do not fit the cache, neither do so many places to write to.
template <class Key>
digit_choice choose_digits(Key differing, std::size_t n, std::size_t bytes) {
  constexpr std::size_t least_for_wide = 2048, cached_bytes = std::size_t{1} << 20;
  constexpr int more_than_count = 12;
  const bool wide = sizeof(Key) > 2 && n >= least_for_wide && bytes <= cached_bytes;
  const int width = wide ? 11 : 8;
  const int begin = std::countr_zero(differing), end = static_cast<int>(std::bit_width(differing));
  const int digits = (std::min(end - begin, static_cast<int>(std::bit_width(n)) + more_than_count) + width - 1) / width;
  return {wide, digits, std::max(begin, end - digits * width)};
}

template <class Item>
void sort_by_digits(std::span<Item> from, std::span<Item> room);

// Sorts neighbours whose leading digits agree, by the other digits.
template <class Item>
void sort_agreeing(int lowest, std::span<Item> from, std::span<Item> room) {
  watched_loop runs;  // long runs are watched as its parts
  const auto in_front = [&](std::size_t k) { return sorted_by(from[k]) >> lowest; };
  for (std::size_t i = 0, next = 0; i < from.size(); i = next) {
    for (next = i + 1; next < from.size() && in_front(next) == in_front(i);) ++next;
    if (next - i >= few) runs.at(static_cast<index_t>(i), std::ssize(from));
    if (next - i > 1) sort_by_digits(from.subspan(i, next - i), room.subspan(i, next - i));
  }
}

// Sorts by the leading digits, and then runs that agree in them, if any.
template <class Item>
void sort_by_digits(std::span<Item> from, std::span<Item> room) {
  using key = decltype(sorted_by(Item()));
  if (from.size() <= fewest) return insert_in_order(from, [](const Item& a, const Item& b) { return sorted_by(a) < sorted_by(b); });
  if (from.size() < few) {
    std::ranges::stable_sort(from, {}, [](const Item& item) { return sorted_by(item); });
    return;
  }
  key differing = 0;
  for (const Item& item : from) differing |= static_cast<key>(sorted_by(item) ^ sorted_by(from.front()));
  if (differing == 0) return;
  const auto [wide, digits, lowest] = choose_digits(differing, from.size(), from.size_bytes());
  if (wide) {
    sort_by_digits_from<11>(lowest, digits, from, room);
  } else {
    sort_by_digits_from<8>(lowest, digits, from, room);
  }
  if (lowest > std::countr_zero(differing)) sort_agreeing(lowest, from, room);
}

// Items that do not fit a cache are moved to buckets that ascend, and each bucket is sorted alone. Threads share both. Equal keys share a
// bucket and keep their order, so there is only one possible result.
constexpr std::size_t worth_sharing = std::size_t{1} << 16, cached_bytes = std::size_t{1} << 22, items_of_bucket = std::size_t{1} << 17;

// Bucket k has the keys from the k-th bound up to the next one. The bounds divide a sample of the keys evenly. A key that the sample
// repeats much has a bucket of its own.
template <class Key>
class key_buckets {
 public:
  template <class Item>
  key_buckets(std::span<const Item> items, std::size_t buckets) : bounds_(buckets - 1) {
    constexpr std::size_t sampled = 16;  // keys for each bucket
    std::vector<Key> sample(sampled * buckets);
    std::uint64_t position = 0;
    constexpr std::uint64_t step = 0x9E3779B97F4A7C15;  // the golden ratio of 2^64, which meets no period of the data
    for (Key& key : sample) key = sorted_by(items[static_cast<std::size_t>(position += step) % items.size()]);
    std::ranges::sort(sample);
    constexpr Key last = std::numeric_limits<Key>::max();
    for (std::size_t k = 0; k < bounds_.size(); ++k) {
      bounds_[k] = sample[sampled * (k + 1)];
      if (k > 0 && bounds_[k] <= bounds_[k - 1]) bounds_[k] = std::max(bounds_[k - 1], static_cast<Key>(bounds_[k] + (bounds_[k] != last)));
    }
  }
  // The number of buckets is a power of two, and no branch depends on the key.
  std::size_t of(Key key) const {
    std::size_t bucket = 0;
    for (std::size_t half = (bounds_.size() + 1) / 2; half > 0; half /= 2) bucket += bounds_[bucket + half - 1] <= key ? half : 0;
    return bucket;
  }

 private:
  std::vector<Key> bounds_;
};

template <class Item>
void sort_in_buckets(std::span<Item> from, std::span<Item> room) {
  const std::size_t n = from.size(), threads = current_executor ? static_cast<std::size_t>(current_executor->width) : 1;
  if (threads > 1 ? n < worth_sharing : from.size_bytes() <= cached_bytes) return sort_by_digits(from, room);
  const std::size_t buckets = std::clamp<std::size_t>(std::bit_ceil(std::max(8 * threads, n / items_of_bucket)), 32, 1024);
  const key_buckets<decltype(sorted_by(Item()))> bucket(std::span<const Item>(from), buckets);
  std::vector<index_t> counters;
  const auto count = [&](index_t begin, index_t end, index_t* counts) {
    for (index_t i = begin; i < end; ++i) ++counts[bucket.of(sorted_by(from[static_cast<std::size_t>(i)]))];
  };
  const auto put = [&](index_t begin, index_t end, index_t* places) {
    for (index_t i = begin; i < end; ++i) {
      const Item& item = from[static_cast<std::size_t>(i)];
      room[static_cast<std::size_t>(places[bucket.of(sorted_by(item))]++)] = item;
    }
  };
  counting_pass(static_cast<index_t>(n), static_cast<index_t>(buckets), 0, counters, count, put);
  const std::span<const index_t> ends = std::span<const index_t>(counters).last(buckets);
  const auto sort_buckets = [&](index_t first, index_t behind) {
    for (index_t k = first; k < behind; ++k) {
      const auto begin = static_cast<std::size_t>(k == 0 ? 0 : ends[static_cast<std::size_t>(k - 1)]);
      const auto size = static_cast<std::size_t>(ends[static_cast<std::size_t>(k)]) - begin;
      if (size == 0) continue;
      sort_by_digits(room.subspan(begin, size), from.subspan(begin, size));
      std::ranges::copy(room.subspan(begin, size), from.begin() + static_cast<std::ptrdiff_t>(begin));
    }
  };
  run_tasks(static_cast<index_t>(buckets), static_cast<index_t>(n), sort_buckets, task_length::long_ones);
}

// Items and workspace of the same size, without an allocation if they are few.
template <class Item>
class sorting_memory {
 public:
  explicit sorting_memory(std::size_t n) : n_(n) {
    if (n > many) memory_ = workspace_buffer<Item>(static_cast<index_t>(2 * n), "the keys that are sorted, and room for a pass");
  }
  std::span<Item> items() { return {first(), n_}; }
  std::span<Item> room() { return {first() + n_, n_}; }

 private:
  static constexpr std::size_t many = 256;
  Item* first() { return n_ > many ? memory_.data() : here_; }

  std::size_t n_;
  buffer<Item> memory_;
  Item here_[2 * many];
};

// Calls f(i) for each place, in any order.
template <class F>
void at_each_place(std::size_t n, const F& f) {
  in_pieces(static_cast<index_t>(n), 1, [&](index_t begin, index_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) f(i);
  });
}

template <class Word, class T>
void sort_placed(const node<T>& source, sort_direction how, std::span<index_t> order) {
  using item = placed_key<Word>;
  const auto n = order.size();
  sorting_memory<item> memory(n);
  const std::span<item> items = memory.items(), room = memory.room();
  // The keys stand in `room` by position until they are fetched in the given order.
  in_pieces(source.size(), 1, [&](index_t begin, index_t end) {
    for (source_blocks<T> blocks(source, begin, end - begin); blocks.next();) {
      const auto [b, position, count] = blocks.at_hand();
      for (index_t i = 0; i < count; ++i) room[static_cast<std::size_t>(position + i)].key = key_of(b.data[i * b.step], how);
    }
  });
  at_each_place(n, [&](std::size_t i) { items[i] = {room[static_cast<std::size_t>(order[i])].key, static_cast<Word>(order[i])}; });
  sort_in_buckets(items, room);
  at_each_place(n, [&](std::size_t i) { order[i] = static_cast<index_t>(items[i].place); });
}

template <class T, class Is>
bool any_in_pieces(std::span<const T> values, const Is& is) {
  return first_in_pieces(std::ssize(values), [&](index_t begin, index_t end) {
           const auto found = std::find_if(values.begin() + begin, values.begin() + end, is);
           return found == values.begin() + end ? index_t{-1} : static_cast<index_t>(found - values.begin());
         }) >= 0;
}

// Gives the zeros among sorted numbers their signs back, in their original order.
template <class T>
class zeros_of {
 public:
  explicit zeros_of(std::span<const T> values) {
    if (!any_in_pieces(values, [](T v) { return v == T{0} && std::signbit(v); })) return;
    std::ranges::copy_if(values, std::back_inserter(zeros_), [](T v) { return v == T{0}; });
  }
  void put_back(std::span<T> sorted) const { std::ranges::copy(zeros_, std::ranges::lower_bound(sorted, T{0})); }

 private:
  std::vector<T> zeros_;
};

template <class T>
void sort_keys(std::span<T> values) {
  using key = key_t<T>;
  const auto n = values.size();
  sorting_memory<key> memory(n);
  const std::span<key> keys = memory.items();
  at_each_place(n, [&](std::size_t i) { keys[i] = key_of(values[i]); });
  sort_in_buckets(keys, memory.room());
  at_each_place(n, [&](std::size_t i) { values[i] = element_of_key<T>(keys[i]); });
}

}  // namespace

template <class T>
void sort_positions(const node<T>& source, sort_direction how, index_t* order) {
  const std::span<index_t> places(order, static_cast<std::size_t>(source.size()));
  if constexpr (!element<T>) {
    const elements_at_hand<T> values(source);
    std::ranges::stable_sort(places, [&](index_t a, index_t b) { return how.descending ? values[b] < values[a] : values[a] < values[b]; });
  } else if (sizeof(T) <= 4 && std::in_range<std::uint32_t>(source.size())) {
    if constexpr (sizeof(T) <= 4) sort_placed<std::uint32_t>(source, how, places);
  } else {
    sort_placed<std::uint64_t>(source, how, places);
  }
}

template <class T>
void sort_elements(T* first, index_t n) {
  if constexpr (!element<T>) {
    std::stable_sort(first, first + n);
  } else if (const std::span all(first, static_cast<std::size_t>(n)); all.size() <= fewest) {
    insert_in_order(all, [](T a, T b) { return a < b || (b != b && a == a); });
  } else {
    T* end = first + n;
    if constexpr (real_element<T>) {
      if (any_in_pieces<T>(all, [](T value) { return value != value; }))
        end = std::stable_partition(first, end, [](T value) { return value == value; });
    }
    const std::span<T> numbers(first, end);
    if constexpr (boolean_element<T>) {
      std::sort(first, end);
    } else if (numbers.size() < few) {
      std::stable_sort(first, end);
    } else if constexpr (real_element<T>) {
      const zeros_of<T> zeros(numbers);
      sort_keys(numbers);
      zeros.put_back(numbers);
    } else {
      sort_keys(numbers);
    }
  }
}

template <class T>
buffer<index_t> order_in_src(const node<T>& source, sort_direction how) {
  if constexpr (element<T>) {
    if (by_entries(source)) return order_of_entries(source, how);
  }
  const auto order = places_in_order(source.size());
  sort_positions(source, how, order.data());
  return order;
}

namespace {

template <class T>
T nth_in_place(const own_elements<T>& elements, index_t k) {
  const auto& [stored, fills] = elements;
  T *first = stored.begin(), *end = stored.end();
  if constexpr (real_element<T>) end = std::partition(first, end, [](T value) { return value == value; });
  if (fills.times > 0) {
    T* const behind = std::partition(first, end, before_fill<T>{fills.value});
    if (k >= behind - first + fills.times) {
      k -= behind - first + fills.times;
      first = behind;
    } else if (first + k >= behind) {
      return fills.value;
    } else {
      end = behind;
    }
  }
  if (first + k < end) std::nth_element(first, first + k, end);
  return first[k];
}

// Nothing if the element is no number.
template <class T>
std::optional<T> nth_number(const node<T>& memory, index_t k) {
  T found{};
  const index_t n = memory.size(), numbers = read_ranks<T>(memory, n, {&k, 1}, &found);
  if (k >= numbers) return std::nullopt;
  if (numbers < n) read_ranks<T>(memory, numbers, {&k, 1}, &found);
  return found;
}

}  // namespace

template <class T>
T nth_of_elements(const node<T>& source, index_t k) {
  std::optional<T> found;
  if (!by_entries(source) && ranks_by_reading(source.size(), 1))
    found = in_memory(source, [k](const node<T>& memory) { return nth_number(memory, k); });
  if (!found) found = nth_in_place(own_elements_of(source), k);
  return without_sign_of_zero(*found);
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API T nth_of_elements(const node<T>&, index_t);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#define RAVEL_INSTANTIATE(T)                                                        \
  template RAVEL_API void sort_elements(T*, index_t);                               \
  template RAVEL_API void sort_positions(const node<T>&, sort_direction, index_t*); \
  template RAVEL_API buffer<T> sorted(const node<T>&, sort_order);                  \
  template RAVEL_API buffer<index_t> order_in_src(const node<T>&, sort_direction);
RAVEL_FOR_EACH_SORTED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
