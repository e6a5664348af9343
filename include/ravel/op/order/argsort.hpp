// SPDX-License-Identifier: BSL-1.0
// argsort and argsort_by: the positions of the elements in ascending order, equal ones by position. NaN comes last, or first, or is an
// error, also with a user's order. Elements of the closed set are sorted by their bits. Eager, with fresh results.
#pragma once

#include <ravel/exec/serial.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/order/sort.hpp>

#include <numeric>

namespace ravel {

// (GCC thinks that the inner name hides ravel::last.)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
// The place of NaN in the order: behind all others, before them, or nowhere, since it is a value_error.
enum class nan_place : unsigned char { last, first, refuse };
#pragma GCC diagnostic pop

namespace detail {

struct sort_direction {
  bool descending = false;
  bool nan_first = false;
};

// Sorts the positions in `order` by their elements; equal elements keep their order. Defined in src/ for every ordered element type and for
// strings.
template <class T>
void sort_positions(const node<T>& source, sort_direction how, index_t* order);

// All elements, where they lie or in a copy.
template <class T>
class elements_at_hand {
 public:
  explicit elements_at_hand(const node<T>& source) : seen_(source.memory()) {
    if (seen_.data) return;
    copy_ = unfilled_buffer<T>(source.size());
    read_into(source, 0, source.size(), copy_.data());
    seen_ = {copy_.data(), 1};
  }
  const T& operator[](index_t i) const { return seen_.data[i * seen_.step]; }

 private:
  block<const T> seen_;
  buffer<T> copy_;
};

template <class R>
void check_nan(const R& r, nan_place nan, const char* operation) {
  if constexpr (may_be_nan<read_t<R>>) {
    if (nan == nan_place::refuse) refuse_nan(r, operation);
  }
}

// Moves positions of NaN to the end of `order`; gives the part before them, which an order is called on.
template <bool Own, class T>
std::span<index_t> numbers_of(const elements_at_hand<T>& values, nan_place nan, std::span<index_t> order) {
  if constexpr (hidden_from_order<T, Own>) {
    const bool first = nan == nan_place::first;
    const auto in_front = [&](index_t i) { return differs_from_itself(values[i]) == first; };
    const auto middle = std::stable_partition(order.begin(), order.end(), in_front);
    return first ? std::span(middle, order.end()) : std::span(order.begin(), middle);
  }
  return order;
}

template <bool Own, class R, class Less>
void sort_by_order(const R& r, Less less, nan_place nan, std::span<index_t> order) {
  using T = read_t<R>;
  auto&& source = node_for_call(r);
  const elements_at_hand<T> values(source);
  sort_stably(numbers_of<Own>(values, nan, order), [&](index_t a, index_t b) { return static_cast<bool>(less(values[a], values[b])); });
}

template <class R>
void sort_by_value(const R& r, sort_direction how, std::span<index_t> order) {
  using T = read_t<R>;
  if constexpr (in_src<T>) {
    auto&& source = node_for_call(r);
    const node<T>& of = source;
    sort_positions(of, how, order.data());
  } else if constexpr (element<T>) {
    on_canonical(r, [&](const auto& source) { sort_positions(source, how, order.data()); });
  } else if constexpr (time_element<T>) {
    sort_by_value(ticks(borrowed_in_row(r)), how, order);
  } else {
    const auto less = [&](const T& a, const T& b) { return own_less{}(a, b, how.descending); };
    sort_by_order<true>(r, less, how.nan_first ? nan_place::first : nan_place::last, order);
  }
}

inline buffer<index_t> places_in_order(index_t n) {
  const auto order = unfilled_buffer<index_t>(n);
  std::iota(order.begin(), order.end(), index_t{0});
  return order;
}

// Sorts only the entries of a sparse reader: the fills are one run, in the order of their positions.
template <element T>
buffer<index_t> order_of_entries(const node<T>& source, sort_direction how) {
  entry_pass pass;
  const auto collected = all_entries(source, pass);
  const auto& [positions, values, n] = collected.all();
  const buffer<index_t> places = places_in_order(n), order = unfilled_buffer<index_t>(source.size());
  sort_by_value(std::span(values, static_cast<std::size_t>(n)), how, places.span());
  const before_fill<T> stands_before{*source.fill(), how.descending, how.nan_first};
  const index_t* const behind = std::partition_point(places.begin(), places.end(), [&](index_t k) { return stands_before(values[k]); });
  index_t* out = order.data();
  for (const index_t* k = places.begin(); k != behind; ++k) *out++ = positions[*k];
  index_t next = 0;
  for (index_t i = 0; i <= n; ++i, ++next) {
    for (const index_t end = i < n ? positions[i] : source.size(); next < end; ++next) *out++ = next;
  }
  for (const index_t* k = behind; k != places.end(); ++k) *out++ = positions[*k];
  return order;
}

template <class T>
buffer<index_t> order_in_src(const node<T>& source, sort_direction how);  // defined in src/

template <class R>
buffer<index_t> order_of_values(const R& r, sort_direction how) {
  using T = read_t<R>;
  auto&& source = node_for_call(r);
  const node<T>& of = source;
  if constexpr (in_src<T>) {
    return order_in_src(of, how);
  } else {
    if constexpr (element<T>) {
      if (by_entries(of)) return order_of_entries(of, how);
    }
    const auto order = places_in_order(of.size());
    sort_by_value(r, how, order.span());
    return order;
  }
}

}  // namespace detail

template <detail::input R, detail::order_option<R, nan_place>... Options>
  requires(detail::line_input<R> && detail::has_order<R, Options...>)
buffer<index_t> argsort(const R& r, Options... options) {
  const nan_place nan = detail::option_or(nan_place::last, options...);
  const sort_order direction = detail::option_or(sort_order::ascending, options...);
  const auto held = detail::borrowed_handle(r);  // the size and the elements come from one handle
  if constexpr (detail::is_given<nan_place, Options...>) detail::check_nan(held, nan, "argsort");
  if constexpr ((detail::order_of<Options, R> || ...)) {
    const auto order = detail::places_in_order(held.size());
    const detail::own_less otherwise;
    detail::sort_by_order<false>(held, detail::directed(detail::own_order_or<R>(otherwise, options...), direction), nan, order.span());
    return order;
  } else {
    return detail::order_of_values(held, {.descending = direction == sort_order::descending, .nan_first = nan == nan_place::first});
  }
}

namespace detail {

// Each line without entries goes to its place in the result; all of them share one workspace. Defined in src/.
template <class T>
tensor<index_t> argsorted_lines(const tensor<const T>& x, const tensor<index_t>* given, index_t axis, sort_direction how);

template <class X>
bool lines_without_entries(const X& t) {
  return !by_entries<read_t<X>>(detail_access::node(as_read_tensor(t)));
}

}  // namespace detail

// For each element of the sorted line, its position in the original line.
template <detail::shaped_reader X, detail::order_option<X, nan_place>... Options>
  requires detail::has_order<X, Options...>
tensor<index_t> argsort(const X& t, const ints& axes, Options... options) {
  using T = detail::read_t<X>;
  const index_t axis = detail::one_axis("argsort", axes, t.rank());
  if constexpr (detail::in_src<T> && !(detail::order_of<Options, X> || ...)) {
    const nan_place nan = detail::option_or(nan_place::last, options...);
    const bool descending = detail::option_or(sort_order::ascending, options...) == sort_order::descending;
    if (nan != nan_place::refuse && detail::lines_without_entries(t))
      return detail::argsorted_lines<T>(t, detail::target_of_result<index_t>(t), axis, {descending, nan == nan_place::first});
  }
  return detail::described_lines(
      t, axis, [&](const auto& line) { return ravel::argsort(line, options...); }, detail::as_many, detail::lines_in_order<X, Options...>);
}

RAVEL_FACES(argsort)  // by the elements' own order, or by less of two elements: argsort(x, less); by a key of each: argsort(map(key, x))

template <detail::input R, class... Options>
[[nodiscard]] auto argsort(serial_executor, const R& r, const Options&... options) {
  const detail::serial_scope alone;
  return argsort(r, options...);
}

// A key of argsort_by whose greatest element comes first. Keeps the reader.
template <class T>
struct descending_key {
  reader<T> key;
};

// A key of argsort_by whose greatest element comes first. It keeps the reader.
template <detail::keepable R>
  requires detail::ordered_reader<R>
[[nodiscard]] auto descending(R&& r) {
  return descending_key<detail::read_t<R>>{reader<detail::read_t<R>>(std::forward<R>(r))};
}

// A key of argsort_by with an order of the user's. Keeps the reader.
template <class T, class Less>
struct key_in_order {
  reader<T> key;
  Less less;
};

// A key of argsort_by that a function orders: less(a, b) says if a comes before b. It keeps the reader.
template <detail::keepable R, detail::order_of<R> Less>
[[nodiscard]] auto ordered_by(R&& r, Less less) {
  return key_in_order<detail::read_t<R>, Less>{reader<detail::read_t<R>>(std::forward<R>(r)), std::move(less)};
}

namespace detail {

template <class K>
concept sort_key = ordered_reader<K> || instance_of<K, descending_key> || instance_of<K, key_in_order>;

template <class K>
const auto& reader_of_key(const K& key) {
  if constexpr (instance_of<K, descending_key> || instance_of<K, key_in_order>) {
    return key.key;
  } else {
    return key;
  }
}

// Sorts stably, from the last key to the first.
template <class First, class... More>
void sort_by_keys(std::span<index_t> order, const First& first, const More&... more) {
  if constexpr (sizeof...(More) > 0) sort_by_keys(order, more...);
  const auto& key = reader_of_key(first);
  const auto expected = static_cast<index_t>(order.size());
  if (key.size() != expected) throw_sizes_differ("argsort_by", expected, key.size());
  if constexpr (instance_of<First, key_in_order>) {
    sort_by_order<false>(key, first.less, nan_place::last, order);
  } else {
    sort_by_value(key, {.descending = instance_of<First, descending_key>}, order);
  }
}

// A key for the duration of one call.
template <class K>
decltype(auto) hold_key(const K& key) {
  if constexpr (instance_of<K, descending_key> || instance_of<K, key_in_order>) {
    return (key);
  } else {
    return borrowed_handle(key);
  }
}

}  // namespace detail

// Sorts by the first key, equal ones by the second, and so on. A key is ascending unless it is given as descending(key) or ordered_by(key,
// less). NaN comes last.
template <detail::sort_key First, detail::sort_key... More>
buffer<index_t> argsort_by(const First& first, const More&... more) {
  (detail::check_one_shape("argsort_by", first, more), ...);
  const auto sort_by = [](const auto& leading, const auto&... others) {
    const auto order = detail::places_in_order(detail::reader_of_key(leading).size());
    detail::sort_by_keys(order.span(), leading, others...);
    return order;
  };
  return sort_by(detail::hold_key(first), detail::hold_key(more)...);
}

}  // namespace ravel
