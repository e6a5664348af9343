// SPDX-License-Identifier: BSL-1.0
// merge_sorted: the elements of sorted readers as one sorted buffer, NaN last; of equal elements, those of the earlier reader come first.
// Checks that each reader is sorted, and names the first place that is not. Eager, with a fresh result.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/element/detail/civil.hpp>
#include <ravel/op/detail/columns.hpp>
#include <ravel/op/fold/detail/ordered.hpp>
#include <ravel/op/order/search.hpp>

#include <algorithm>
#include <ranges>
#include <string_view>

namespace ravel {

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

template <class... Others>
void merge_sorted(detail::any_columns r, Others... more) = delete;  // readers of one element type that has an order

}  // namespace ravel
