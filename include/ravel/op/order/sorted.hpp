// SPDX-License-Identifier: BSL-1.0
// Verbs of sorted readers, with NaN last, as sort leaves it. lower_bound, upper_bound, binary_search and searchsorted find the place of a
// value. Types may differ if < compares them; elements compare by value. They do not check that the reader is sorted; the place is within
// bounds in any case. merge_sorted gives the elements of several readers as one sorted buffer; equal elements of an earlier reader come
// first. It checks that each reader is sorted, and names the first place that is not. All are eager, with a fresh result, and any thread
// may call them.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/element/detail/civil.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/detail/columns.hpp>
#include <ravel/op/detail/total_order.hpp>
#include <ravel/op/fold/detail/ordered.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <algorithm>
#include <ranges>
#include <string_view>

namespace ravel {

enum class search_side : unsigned char { left, right };  // before equal elements, or behind them

namespace detail {

template <class Less, class R, class V>
concept searches = input<R> && predicate_on<Less, element_ref<R>, const V&> && predicate_on<Less, const V&, element_ref<R>>;

// True if the element comes before `value`; with the right side, if it does not come behind it.
template <class T, class V, class Less>
bool lies_below(const T& element, const V& value, search_side side, Less& less) {
  return side == search_side::left ? static_cast<bool>(less(element, value)) : !less(value, element);
}

// The number of elements at(0), at(1), ... that lie below `value`.
template <class V, class Less, class At>
index_t place_among(index_t n, const V& value, search_side side, Less& less, At at) {
  index_t first = 0;
  while (n > 0) {
    const index_t half = n / 2;
    const bool further = lies_below(at(first + half), value, side, less);
    first = further ? first + half + 1 : first;
    n = further ? n - half - 1 : half;
  }
  return first;
}

// The same if the first `passed` elements lie below. Looks ever further ahead, so that a near place costs little.
template <class V, class Less, class At>
index_t place_behind(index_t passed, index_t n, const V& value, search_side side, Less& less, At at) {
  index_t step = 1;
  for (; step <= n - passed && lies_below(at(passed + step - 1), value, side, less); step *= 2) passed += step;
  return passed +
         place_among(std::min(step - 1, n - passed), value, side, less, [&](index_t i) -> decltype(auto) { return at(passed + i); });
}

// A user's order between two types may not even compile for two values.
template <class Less, class T, class V>
concept compares_values = (std::same_as<T, V> || std::same_as<Less, sorted_before>)&&predicate_on<Less, const V&, const V&>;

template <class V, class Less>
bool ascend(block<const V> values, index_t n, Less& less) {
  for (index_t i = 1; i < n; ++i) {
    if (less(values.data[i * values.step], values.data[(i - 1) * values.step])) return false;
  }
  return true;
}

// Threads share whole parts, so that even in a list that is not sorted the places do not depend on them.
constexpr index_t longest_ascending_part = 256;

// Calls take(i, place) with the place of each value among at(0), ..., at(n - 1). A part of the values that ascends is searched from place
// to place.
template <class V, class Less, class At, class Take>
void each_place_among(index_t n, block<const V> values, index_t count, search_side side, Less& less, At at, Take take) {
  for (index_t start = 0; start < count; start += longest_ascending_part) {
    const block<const V> part{values.data + start * values.step, values.step};
    const index_t length = std::min(longest_ascending_part, count - start);
    bool from_last = false;
    if constexpr (compares_values<Less, std::remove_cvref_t<std::invoke_result_t<At, index_t>>, V>) from_last = ascend(part, length, less);
    index_t place = 0;
    for (index_t i = 0; i < length; ++i) {
      const V& value = part.data[i * part.step];
      place = from_last && i > 0 ? place_behind(place, n, value, side, less, at) : place_among(n, value, side, less, at);
      take(start + i, place);
    }
  }
}

// Calls use(at), where at(i) gives an element.
template <class T, class Use>
decltype(auto) with_element_access(const node<T>& of, Use use) {
  if (const auto& memory = of.memory(); memory.data) {
    return use([&](index_t i) -> const auto& { return memory.data[i * memory.step]; });
  }
  return use([&](index_t i) { return of.at(i); });
}

template <class T, class V, class Less>
index_t place_in(const node<T>& of, const V& value, search_side side, Less& less) {
  return with_element_access(of, [&](auto at) { return place_among(of.size(), value, side, less, at); });
}
template <class R, class V, class Less>
index_t place_in_reader(const R& r, const V& value, search_side side, Less& less) {
  return place_in<read_t<R>>(node_for_call(r), value, side, less);
}

// The place of every value. Computes a lazy reader once if there are many values.
template <class T, class V, class Less>
buffer<index_t> places_in(const node<T>& of, const node<V>& values, search_side side, Less& less) {
  constexpr index_t probes = 16;
  const buffer<index_t> places = unfilled_buffer<index_t>(values.size());
  [[maybe_unused]] const sharing_for<Less, const T&, const V&> rule;
  const auto look_in = [&](const node<T>& elements) {
    const auto look_up = [&](index_t begin, index_t end) {
      with_element_access(elements, [&](auto at) {
        for (source_blocks<V> blocks(values, begin, end - begin); blocks.next();) {
          const auto [b, position, n] = blocks.at_hand();
          index_t* const out = places.data() + position;
          each_place_among<V>(elements.size(), b, n, side, less, at, [&](index_t i, index_t place) { out[i] = place; });
        }
      });
    };
    in_pieces(values.size(), 1, look_up, longest_ascending_part);
  };
  if (values.size() > of.size() / probes && !of.memory().data) {
    const buffer<T> computed = unfilled_buffer<T>(of.size());
    read_into(of, 0, of.size(), computed.data());
    look_in(detail_access::node(computed));
  } else {
    look_in(of);
  }
  return places;
}
#define RAVEL_DECLARE(T) extern template RAVEL_API buffer<index_t> places_in(const node<T>&, const node<T>&, search_side, sorted_before&);
RAVEL_FOR_EACH_SORTED(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

// The first place whose element does not come before the value, or the size.
template <detail::input R, class V, detail::searches<R, V> Less = detail::sorted_before>
[[nodiscard]] index_t lower_bound(const R& r, const V& value, Less less = {}) {
  return detail::place_in_reader(r, value, search_side::left, less);
}

// The first place whose element comes behind the value, or the size.
template <detail::input R, class V, detail::searches<R, V> Less = detail::sorted_before>
[[nodiscard]] index_t upper_bound(const R& r, const V& value, Less less = {}) {
  return detail::place_in_reader(r, value, search_side::right, less);
}

// True if an element of sorted data equals the value.
template <detail::input R, class V, detail::searches<R, V> Less = detail::sorted_before>
[[nodiscard]] bool binary_search(const R& r, const V& value, Less less = {}) {
  auto&& source = detail::node_for_call(r);
  const detail::node<detail::read_t<R>>& node = source;
  const index_t place = detail::place_in(node, value, search_side::left, less);
  return place < node.size() && !less(value, node.at(place));
}

// The place of every value. Computes a lazy reader once if there are many values.
template <detail::input R, detail::line_input V, detail::searches<R, detail::read_t<V>> Less = detail::sorted_before>
buffer<index_t> searchsorted(const R& r, const V& values, search_side side = search_side::left, Less less = {}) {
  return detail::places_in<detail::read_t<R>, detail::read_t<V>>(detail::node_for_call(r), detail::node_for_call(values), side, less);
}
template <detail::input R, detail::line_input V, detail::searches<R, detail::read_t<V>> Less>
buffer<index_t> searchsorted(const R& r, const V& values, Less less, search_side side = search_side::left) {
  return searchsorted(r, values, side, less);
}

// For a tensor of values, in its shape. Options are a search_side and an order.
template <detail::input R, detail::shaped_reader V, class... Options>
  requires requires(const R& r, const reader<detail::read_t<V>>& values, Options... options) { searchsorted(r, values, options...); }
tensor<index_t> searchsorted(const R& r, const V& values, Options... options) {
  return detail::shaped_like(values, [&](const auto& row) { return searchsorted(r, row, options...); });
}

void lower_bound(...) = delete;    // of sorted elements with an order, or by less: lower_bound(x, value, less)
void upper_bound(...) = delete;    // of sorted elements with an order, or by less: upper_bound(x, value, less)
void binary_search(...) = delete;  // of sorted elements with an order, or by less: binary_search(x, value, less)
void searchsorted(...) = delete;   // of sorted elements with an order, or by less: searchsorted(x, values, search_side::right, less)

namespace detail {

// Text for an error; empty for a value without text.
template <class T>
std::string text_of_value(const T& value) {
  if constexpr (time_element<T>) return time_text(value);
  if constexpr ((element<T> && !complex_element<T>) || std::convertible_to<const T&, std::string_view>) return text() << value;
  return {};
}

[[noreturn]] RAVEL_API void throw_unsorted(const char* operation, const char* which, index_t position, const std::string& value,
                                           const std::string& before);

// The first place whose element comes before its left neighbour, or the size.
template <class T>
index_t first_unsorted(const T* values, index_t n) {
  constexpr index_t piece = 1024;  // without a branch at each element
  for (index_t done = 1; done < n; done += piece) {
    check_stop();
    const index_t end = std::min(n, done + piece);
    bool broken = false;
    for (index_t i = done; i < end; ++i) broken |= sorted_before{}(values[i], values[i - 1]);
    for (index_t i = done; broken && i < end; ++i) {
      if (sorted_before{}(values[i], values[i - 1])) return i;
    }
  }
  return n;
}

template <class T>
void check_sorted(const char* operation, const char* which, const T* values, index_t n) {
  if (const index_t at = first_unsorted(values, n); at < n)
    throw_unsorted(operation, which, at, text_of_value(values[at]), text_of_value(values[at - 1]));
}

RAVEL_API std::string name_of_part(std::size_t part);

// Merges sorted parts of a buffer, each ending where the next begins, two neighbours at a time.
template <class T>
buffer<T> merge_parts(buffer<T> values, std::vector<index_t> starts) {
  auto merged = make_buffer<T>(values.size());
  while (starts.size() > 2) {
    std::vector<index_t> kept{0};
    const T* const from = values.data();
    for (std::size_t i = 0; i + 1 < starts.size(); i += 2) {
      const index_t middle = starts[i + 1], end = starts[std::min(i + 2, starts.size() - 1)];
      std::merge(from + starts[i], from + middle, from + middle, from + end, merged.data() + starts[i], sorted_before{});
      kept.push_back(end);
    }
    starts.swap(kept);
    std::swap(values, merged);
  }
  return values;
}

template <class T>
buffer<T> merged(std::span<const node<T>* const> parts) {
  index_t size = 0;
  for (const node<T>* part : parts) size = add_index(size, part->size());
  auto values = make_buffer<T>(size);
  std::vector<index_t> starts{0};
  for (const node<T>* part : parts) {
    T* const first = values.data() + starts.back();
    read_into(*part, 0, part->size(), first);
    check_sorted("merge_sorted", name_of_part(starts.size() - 1).c_str(), first, part->size());
    starts.push_back(starts.back() + part->size());
  }
  return merge_parts(std::move(values), std::move(starts));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API buffer<T> merged(std::span<const node<T>* const>);
RAVEL_FOR_EACH_SORTED(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::ordered_reader First, detail::ordered_reader... More>
  requires(std::same_as<detail::read_t<First>, detail::read_t<More>> && ...)
[[nodiscard]] auto merge_sorted(const First& first, const More&... more) {
  using T = detail::read_t<First>;
  return [](const auto&... nodes) {
    const detail::node<T>* const parts[] = {&static_cast<const detail::node<T>&>(nodes)...};
    return detail::merged<T>(parts);
  }(detail::node_for_call(first), detail::node_for_call(more)...);
}

// Merges a range of readers whose number is known only at run time.
template <std::ranges::forward_range Parts>
  requires detail::handle<std::ranges::range_value_t<Parts>> && detail::ordered_reader<std::ranges::range_value_t<Parts>>
[[nodiscard]] auto merge_sorted(const Parts& readers) {
  using T = detail::read_t<std::ranges::range_value_t<Parts>>;
  std::vector<reader<T>> kept;  // a range may make its elements on the fly
  for (const auto& r : readers) kept.emplace_back(r);
  std::vector<const detail::node<T>*> parts;
  for (const reader<T>& r : kept) parts.push_back(&detail_access::node(r));
  return detail::merged<T>(parts);
}

void merge_sorted(...) = delete;  // readers of one element type that has an order

}  // namespace ravel
