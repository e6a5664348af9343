// SPDX-License-Identifier: BSL-1.0
// Sorting of element types and of their positions. An element becomes an unsigned key with the same order, and keys are sorted a digit at a
// time, the lowest first, which keeps equal ones as they come; few are sorted by comparing.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/element/detail/rounding.hpp>
#include <ravel/op/argsort.hpp>
#include <ravel/op/top_k.hpp>

#include <array>
#include <bit>

namespace ravel::detail {

namespace {

constexpr index_t few = 512;

template <class T>
using key_t = std::make_unsigned_t<typename sized_integer<sizeof(T), true>::type>;

// Both zeros have one key, and no number has 0 or the greatest.
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

// The element of a key; of the zeros the positive one.
template <class T>
T element_of_key(key_t<T> key) {
  constexpr key_t<T> sign = static_cast<key_t<T>>(key_t<T>{1} << (8 * sizeof(T) - 1));
  if constexpr (real_element<T>) {
    return std::bit_cast<T>(static_cast<key_t<T>>(key & sign ? key ^ sign : ~key));
  } else {
    return static_cast<T>(signed_element<T> ? key ^ sign : key);
  }
}

// A key and the position it belongs to.
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

// Sorts `from` by its keys of so many bits, with as much room beside it. Digits in which all keys agree are passed over. The result is in
// `from`.
template <int DigitBits, int KeyBits, class Item>
void sort_by_digits_of(std::span<Item> from, std::span<Item> room) {
  constexpr int digits = (KeyBits + DigitBits - 1) / DigitBits;
  constexpr std::size_t values = std::size_t{1} << DigitBits;
  const auto digit_of = [](const Item& item, int digit) {
    return static_cast<std::size_t>(sorted_by(item) >> (DigitBits * digit)) & (values - 1);
  };
  std::vector<std::array<index_t, values>> counts(digits);
  for (const Item& item : from) {
    for (int d = 0; d < digits; ++d) ++counts[static_cast<std::size_t>(d)][digit_of(item, d)];
  }
  const std::span<Item> result = from;
  watched_loop passes;
  for (int d = 0; d < digits; ++d) {
    passes.at(std::ssize(from) * d, std::ssize(from) * digits);
    auto& next = counts[static_cast<std::size_t>(d)];
    if (next[digit_of(from.front(), d)] == std::ssize(from)) continue;
    std::exclusive_scan(next.begin(), next.end(), next.begin(), index_t{0});
    for (const Item& item : from) room[static_cast<std::size_t>(next[digit_of(item, d)]++)] = item;
    std::swap(from, room);
  }
  if (from.data() != result.data()) std::ranges::copy(from, result.begin());
}

// Wider digits are fewer. But few elements do not pay for their counters, and where the elements are not in the cache nor are so many
// places to write to.
template <int KeyBits, class Item>
void sort_by_digits(std::span<Item> from, std::span<Item> room) {
  constexpr std::size_t least = 2048, cached_bytes = std::size_t{1} << 20;
  if (KeyBits > 16 && from.size() >= least && from.size_bytes() <= cached_bytes) return sort_by_digits_of<11, KeyBits>(from, room);
  sort_by_digits_of<8, KeyBits>(from, room);
}

template <class Word, class T>
void sort_placed(const node<T>& source, sort_direction how, std::span<index_t> order) {
  using item = placed_key<Word>;
  const auto n = order.size();
  const buffer<item> memory = unfilled_buffer<item>(2 * source.size());
  const std::span<item> items(memory.data(), n), room(memory.data() + n, n);
  // The keys stand in `room` by position, until they are fetched in the order given.
  each_block(source, 0, source.size(), [&](block<const T> b, index_t position, index_t count) {
    for (index_t i = 0; i < count; ++i) room[static_cast<std::size_t>(position + i)].key = key_of(b.data[i * b.step], how);
  });
  for (std::size_t i = 0; i < n; ++i) items[i] = {room[static_cast<std::size_t>(order[i])].key, static_cast<Word>(order[i])};
  if (static_cast<index_t>(n) < few) {
    std::ranges::stable_sort(items, {}, &item::key);
  } else {
    sort_by_digits<8 * sizeof(T)>(items, room);
  }
  for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<index_t>(items[i].place);
}

// The zeros among sorted numbers get back the signs that they had, in the order they came.
template <class T>
class zeros_of {
 public:
  explicit zeros_of(std::span<const T> values) {
    if (std::ranges::none_of(values, [](T v) { return v == T{0} && std::signbit(v); })) return;
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
  const buffer<key> memory = unfilled_buffer<key>(2 * std::ssize(values));
  const std::span<key> keys(memory.data(), n), room(memory.data() + n, n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = key_of(values[i]);
  sort_by_digits<8 * sizeof(T)>(keys, room);
  for (std::size_t i = 0; i < n; ++i) values[i] = element_of_key<T>(keys[i]);
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
  } else {
    T* end = first + n;
    if constexpr (real_element<T>) end = std::stable_partition(first, end, [](T value) { return value == value; });
    const std::span<T> numbers(first, end);
    if constexpr (boolean_element<T>) {
      std::sort(first, end);
    } else if (end - first < few) {
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
buffer<T> sorted_in_src(const node<T>& source, sort_order direction) {
  return sorted(source, direction);
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

// A zero is the positive one, whichever came to stand there.
template <class T>
T nth_of_elements(const own_elements<T>& elements, index_t k) {
  const auto& [stored, fills] = elements;
  T *first = stored.begin(), *end = stored.end();
  if constexpr (real_element<T>) end = std::partition(first, end, [](T value) { return value == value; });
  if (fills.times > 0) {
    T* const behind = std::partition(first, end, before_fill<T>{fills.value});
    if (k >= behind - first + fills.times) {
      k -= behind - first + fills.times;
      first = behind;
    } else if (first + k >= behind) {
      return fills.value == T{} ? T{} : fills.value;
    } else {
      end = behind;
    }
  }
  if (first + k < end) std::nth_element(first, first + k, end);
  return first[k] == T{} ? T{} : first[k];
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API T nth_of_elements(const own_elements<T>&, index_t);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#define RAVEL_INSTANTIATE(T)                                                        \
  template RAVEL_API void sort_elements(T*, index_t);                               \
  template RAVEL_API void sort_positions(const node<T>&, sort_direction, index_t*); \
  template RAVEL_API buffer<T> sorted_in_src(const node<T>&, sort_order);           \
  template RAVEL_API buffer<index_t> order_in_src(const node<T>&, sort_direction);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
RAVEL_INSTANTIATE(std::string)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
