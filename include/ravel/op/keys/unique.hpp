// SPDX-License-Identifier: BSL-1.0
// unique: the different elements in ascending order, NaN last and once, the first of equal ones. unique_all adds the first position of
// each, its count, and the place of every element among them. (The keys of arggroup are the different elements as first seen.) Eager, with
// fresh results.
#pragma once

#include <ravel/exec/detail/spares.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/progress.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/keys/detail/key_column.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/storage/list.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

namespace ravel {

// The result of unique_all.
template <class T>
struct uniques {
  buffer<T> values;         // ascending
  buffer<index_t> first;    // the first position of each
  buffer<index_t> counts;   // the count of each
  buffer<index_t> inverse;  // for each element of the reader, the place of its value in `values`
};

// The result of value_counts: different values, and how often each occurs.
template <class T>
struct counted_values {
  buffer<T> values;
  buffer<index_t> counts;
};

namespace detail {

// True if elements are told apart by hash, or by a tree if they only have an order. For elements and times sorting is faster.
template <class T>
concept counted_by_key = !element<T> && !time_element<T> && (has_key_hash<T> || std::totally_ordered<T>);

// Calls take(the numbers of the next elements, the number of keys so far) for all elements.
template <class T, class Take>
void number_elements(const node<T>& source, key_column<T>& keys, Take take) {
  constexpr std::size_t piece = 1024;
  key_number numbers[piece];
  each_span<T>(source, [&](std::span<const T> block, index_t) {
    for (std::size_t done = 0; done < block.size(); done += piece) {
      const std::size_t n = std::min(piece, block.size() - done);
      keys.number_block(block.data() + done, static_cast<index_t>(n), numbers);
      take(std::span<const key_number>(numbers, n), static_cast<std::size_t>(keys.size()));
    }
  });
}

template <class T>
index_t count_keys(const node<T>& source) {
  key_column<T> keys(source.size());
  number_elements(source, keys, [](auto, std::size_t) {});
  return keys.size();
}

template <class T>
counted_values<T> tallied_by_key(const node<T>& source) {
  key_column<T> keys(source.size());
  std::vector<index_t> counts;
  number_elements(source, keys, [&](std::span<const key_number> numbers, std::size_t known) {
    counts.resize(known);
    for (const key_number k : numbers) ++counts[k];
  });
  const buffer<T> values = keys.take_keys();
  const auto order = argsort(values);
  return {in_this_order(values, order), values_at<index_t>(counts.data(), order)};
}

template <class T>
uniques<T> told_apart_by_key(const node<T>& source) {
  key_column<T> keys(source.size());
  std::vector<index_t> counts, first;
  const auto inverse = unfilled_buffer<index_t>(source.size());
  index_t position = 0;
  number_elements(source, keys, [&](std::span<const key_number> numbers, std::size_t known) {
    counts.resize(known);
    for (const key_number k : numbers) {
      if (k == first.size()) first.push_back(position);
      ++counts[k];
      inverse.unchecked(position++) = k;
    }
  });
  const buffer<T> values = keys.take_keys();
  const auto order = argsort(values);
  std::vector<index_t> place(first.size());
  for (index_t i = 0; i < order.size(); ++i) place[static_cast<std::size_t>(order.unchecked(i))] = i;
  for (index_t& k : inverse.span()) k = place[static_cast<std::size_t>(k)];
  return {in_this_order(values, order), values_at<index_t>(first.data(), order), values_at<index_t>(counts.data(), order), inverse};
}

// The places in order at which a value begins, and behind them the number of places. at(i) gives the element at place i.
template <class At>
buffer<index_t> begins_of_values(index_t n, const At& at) {
  std::vector<list<index_t>> parts = made_in_pieces(n, 1, [&](index_t begin, index_t end) {
    list<index_t> begins;
    const auto* before = begin > 0 ? &at(begin - 1) : nullptr;
    for (index_t i = begin; i < end; ++i) {
      const auto* const value = &at(i);
      if (!before || !same_key(*before, *value)) begins.push_back(i);
      before = value;
    }
    return begins;
  });
  parts.emplace_back().push_back(n);
  return joined_lists(std::move(parts));
}

// Writes the first of equal elements and the count of each.
template <class T, class At>
void write_values(const buffer<index_t>& begins, const At& at, index_t first, index_t behind, T* values, index_t* counts) {
  in_pieces(behind - first, 1, [&](index_t begin, index_t end) {
    for (index_t k = begin; k < end; ++k) {
      const index_t place = begins.unchecked(first + k);
      values[k] = at(place);
      counts[k] = begins.unchecked(first + k + 1) - place;
    }
  });
}

template <std::integral T>
struct value_range {
  T least = std::numeric_limits<T>::max(), greatest = std::numeric_limits<T>::lowest();

  void take(T low, T high) { least = std::min(least, low), greatest = std::max(greatest, high); }
};

// Calls f for the elements of [begin, end).
template <class T, class F>
void each_watched(std::span<const T> elements, index_t begin, index_t end, const F& f) {
  for (watched_pieces pieces(end - begin); pieces.next();) {
    const auto first = static_cast<std::size_t>(begin + pieces.done());
    for (const T value : elements.subspan(first, static_cast<std::size_t>(pieces.size()))) f(value);
  }
}

template <class T>
value_range<T> range_of(std::span<const T> elements) {
  const auto parts = made_in_pieces(std::ssize(elements), 1, [&](index_t begin, index_t end) {
    value_range<T> found;
    each_watched(elements, begin, end, [&found](T value) { found.take(value, value); });
    return found;
  });
  value_range<T> all;
  for (const value_range<T>& part : parts) all.take(part.least, part.greatest);
  return all;
}

// Integers that lie close together are counted by their distance from the least. Threads count in a table each, unless the tables would
// take much more memory than the elements.
template <std::integral T>
std::optional<counted_values<T>> tallied_by_place(std::span<const T> elements) {
  const index_t n = std::ssize(elements);
  const value_range<T> range = range_of(elements);
  const auto distance = [least = static_cast<std::uint64_t>(range.least)](T value) { return static_cast<std::uint64_t>(value) - least; };
  if (n == 0 || distance(range.greatest) >= static_cast<std::uint64_t>(n)) return std::nullopt;

  const std::size_t places = distance(range.greatest) + 1;
  spares<std::vector<index_t>> tables;
  const auto count = [&](index_t begin, index_t end) {
    tables.with_room([places] { return std::vector<index_t>(places); },
                     [&](std::vector<index_t>& own) { each_watched(elements, begin, end, [&](T value) { ++own[distance(value)]; }); });
  };
  if (current_executor && static_cast<index_t>(places) <= 2 * n / current_executor->width) {
    in_pieces(n, 1, count);
  } else {
    count(0, n);
  }

  std::vector<index_t>& counts = tables.all().front();
  const buffer<index_t> taken = joined_lists(made_in_pieces(std::ssize(counts), std::ssize(tables.all()), [&](index_t begin, index_t end) {
    list<index_t> found;
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
      for (std::size_t k = 1; k < tables.all().size(); ++k) counts[i] += tables.all()[k][i];
      if (counts[i] > 0) found.push_back(static_cast<index_t>(i));
    }
    return found;
  }));
  const counted_values<T> all{unfilled_buffer<T>(taken.size()), taken};  // a count replaces the place that it was found at
  in_pieces(taken.size(), 2, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) {
      const auto at = static_cast<std::size_t>(taken.unchecked(i));
      all.values.unchecked(i) = static_cast<T>(static_cast<std::uint64_t>(range.least) + at);
      all.counts.unchecked(i) = counts[at];
    }
  });
  return all;
}

// The different elements in ascending order, and the count of each.
template <class T>
counted_values<T> tallied_in_order(const node<T>& source) {
  const own_elements<T> elements = own_elements_of(source);
  const auto& [stored, fills] = elements;
  if constexpr (std::integral<T>) {
    if (fills.times == 0) {
      if (auto found = tallied_by_place<T>(stored.span())) return *std::move(found);
    }
  }
  sort_in_place(stored.span());
  const auto at = [&](index_t i) -> const T& { return stored.unchecked(i); };
  const buffer<index_t> begins = begins_of_values(stored.size(), at);
  const index_t different = begins.size() - 1, filled = fills.times > 0 ? 1 : 0;
  const counted_values<T> found{make_buffer<T>(different + filled), unfilled_buffer<index_t>(different + filled)};
  index_t below = different;
  if constexpr (element<T>) {
    if (filled) {
      const index_t behind = std::partition_point(stored.begin(), stored.end(), before_fill<T>{fills.value}) - stored.begin();
      below = std::lower_bound(begins.begin(), begins.end(), behind) - begins.begin();
      found.values[below] = fills.value;
      found.counts[below] = fills.times;
    }
  }
  const auto write = [&](index_t first, index_t behind, index_t to) {
    write_values(begins, at, first, behind, found.values.data() + to, found.counts.data() + to);
  };
  write(0, below, 0);
  write(below, different, below + filled);
  return found;
}

// Few elements are told apart in a copy that needs no allocation, which many short lines of a tensor would feel.
inline constexpr index_t few_elements_apart = 24;
template <element T>
bool are_few_apart(const node<T>& source) {
  return source.size() <= few_elements_apart && !by_entries(source);
}
// Calls f(value, count) for the different ones of few elements in ascending order.
template <element T, class F>
void each_of_few(const node<T>& source, const F& f) {
  T sorted[few_elements_apart];
  const index_t n = source.size();
  read_into(source, 0, n, sorted);
  sort_in_place(std::span<T>(sorted, static_cast<std::size_t>(n)));
  for (index_t first = 0, end = 0; first < n; first = end) {
    while (end < n && same_key(sorted[first], sorted[end])) ++end;
    f(sorted[first], end - first);
  }
}

// The number of different elements. Nothing is listed, which many short lines of a tensor would feel.
template <class T>
index_t count_in_order(const node<T>& source) {
  if constexpr (element<T>) {
    if (are_few_apart(source)) {
      index_t different = 0;
      each_of_few(source, [&](const T&, index_t) { ++different; });
      return different;
    }
  }
  const own_elements<T> elements = own_elements_of(source);
  const auto& [stored, fills] = elements;
  if constexpr (std::integral<T>) {
    if (fills.times == 0) {
      if (const auto found = tallied_by_place<T>(stored.span())) return found->values.size();
    }
  }
  sort_in_place(stored.span());
  const T* const at = stored.data();
  const std::vector<index_t> begins = made_in_pieces(stored.size(), 1, [at](index_t begin, index_t end) {
    index_t n = 0;
    for (index_t i = begin; i < end; ++i) n += i == 0 || !same_key(at[i - 1], at[i]) ? 1 : 0;
    return n;
  });
  return std::accumulate(begins.begin(), begins.end(), index_t{fills.times > 0 ? 1 : 0});
}

template <class T>
index_t count_different(const node<T>& source) {
  if constexpr (counted_by_key<T>) {
    return count_keys<T>(source);
  } else {
    return count_in_order(source);
  }
}

template <class T>
counted_values<T> tallied(const node<T>& source) {
  if constexpr (counted_by_key<T>) {
    return tallied_by_key(source);
  } else {
    return tallied_in_order(source);
  }
}

// Expects elements.
template <class T>
T commonest(const node<T>& source) {
  if constexpr (element<T>) {
    if (are_few_apart(source)) {
      T found{};
      index_t most = 0;
      each_of_few(source, [&](const T& value, index_t times) {
        if (times > most) found = value, most = times;
      });
      return found;
    }
  }
  const auto [values, counts] = tallied(source);
  return values[std::max_element(counts.begin(), counts.end()) - counts.begin()];
}

// `order` puts the elements in ascending order.
template <class T>
uniques<T> told_apart_in_order(const node<T>& source, const buffer<index_t>& order) {
  const elements_at_hand<T> elements(source);
  const auto at = [&](index_t i) -> const T& { return elements[order.unchecked(i)]; };
  const buffer<index_t> begins = begins_of_values(order.size(), at);
  const index_t different = begins.size() - 1;
  const uniques<T> found{make_buffer<T>(different), unfilled_buffer<index_t>(different), unfilled_buffer<index_t>(different),
                         unfilled_buffer<index_t>(order.size())};
  write_values(begins, at, 0, different, found.values.data(), found.counts.data());
  in_pieces(different, 1, [&](index_t begin, index_t end) {
    for (index_t k = begin; k < end; ++k) found.first.unchecked(k) = order.unchecked(begins.unchecked(k));
  });
  in_pieces(order.size(), 1, [&](index_t begin, index_t end) {
    index_t k = std::upper_bound(begins.begin(), begins.end(), begin) - begins.begin();
    for (index_t i = begin; i < end; ++i) {
      if (i == begins.unchecked(k)) ++k;
      found.inverse.unchecked(order.unchecked(i)) = k - 1;
    }
  });
  return found;
}

template <class T>
counted_values<T> commonest_first(const counted_values<T>& found) {
  const auto commonest = argsort(found.counts, sort_order::descending);
  return {clone(select(found.values, commonest)), clone(select(found.counts, commonest))};
}

#define RAVEL_DECLARE(T)                                               \
  extern template RAVEL_API index_t count_different(const node<T>&);   \
  extern template RAVEL_API counted_values<T> tallied(const node<T>&); \
  extern template RAVEL_API T commonest(const node<T>&);               \
  extern template RAVEL_API counted_values<T> commonest_first(const counted_values<T>&);
RAVEL_FOR_EACH_SORTED(RAVEL_DECLARE)
#undef RAVEL_DECLARE
template <class T>
uniques<T> told_apart_in_src(const node<T>& source);  // defined in src/

template <class R>
concept countable = ordered_reader<R> && groupable<R>;

template <class R>
counted_values<read_t<R>> tally(const R& r) {
  return tallied<read_t<R>>(node_for_call(r));
}

}  // namespace detail

template <detail::countable R>
[[nodiscard]] auto unique(const R& r) {
  return detail::tally(r).values;
}

// The different elements, ascending, with the first position and the count of each, and the place of every element among them.
template <detail::countable R>
[[nodiscard]] auto unique_all(const R& r) {
  using T = detail::read_t<R>;
  if constexpr (detail::in_src<T>) {
    return detail::told_apart_in_src<T>(detail::node_for_call(r));
  } else if constexpr (detail::counted_by_key<T>) {
    return detail::told_apart_by_key<T>(detail::node_for_call(r));
  } else {
    return detail::told_apart_in_order<T>(detail::node_for_call(r), argsort(detail::borrowed_in_row(r)));
  }
}

// The number of different elements.
template <detail::countable R>
[[nodiscard]] index_t count_unique(const R& r) {
  return detail::count_different<detail::read_t<R>>(detail::node_for_call(r));
}

// The different elements and their counts, the most common first; of equally common ones, the least first.
template <detail::countable R>
[[nodiscard]] auto value_counts(const R& r) {
  return detail::commonest_first(detail::tally(r));
}

// The mode: the most common element, the least of equally common ones.
template <detail::countable R>
[[nodiscard]] auto most_common(const R& r) {
  detail::check_not_empty(r, "most_common");
  return detail::commonest<detail::read_t<R>>(detail::node_for_call(r));
}

void unique(...) = delete;        // the elements have no order or no == of their own: arggroup(x).keys() are the different ones
void unique_all(...) = delete;    // the elements have no order or no == of their own: arggroup(x) tells them apart
void value_counts(...) = delete;  // the elements have no order or no ==: arggroup(x) tells them apart
void mode(...) = delete;          // the most common value is called most_common(x), that of windows rolling_mode(x, width)

RAVEL_FACES(most_common)   // of elements with an order and == (arggroup(x) tells others apart): most_common(t, axes, keep)
RAVEL_FACES(count_unique)  // of elements with an order and == (arggroup(x) tells others apart): count_unique(t, axes, keep)

}  // namespace ravel
