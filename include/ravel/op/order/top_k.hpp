// SPDX-License-Identifier: BSL-1.0
// arg_top_k: the positions of the k greatest elements, the greatest first, as argsort in descending order begins; with a user's order, the
// first k in it. nth_element: the element at place k of sort(r). Neither sorts the rest. Eager, with fresh results.
#pragma once

#include <ravel/loop/clone.hpp>
#include <ravel/op/detail/gaps.hpp>
#include <ravel/op/order/sort.hpp>

#include <functional>
#include <optional>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_top_k(index_t k, index_t n);

// The element at place k in ascending order. Defined in src/ for every ordered element type.
template <class T>
T nth_of_elements(const node<T>& source, index_t k);

// The best k so far as a heap, with the worst in front. NaN is worse than any number.
template <class T, class Before>
class best_places {
 public:
  best_places(index_t k, Before& before) : k_(k), before_(&before) { best_.reserve(static_cast<std::size_t>(k)); }

  bool take(const T& value, index_t position) {
    if (std::ssize(best_) < k_) {
      best_.push_back({value, position});
      std::push_heap(best_.begin(), best_.end(), order());
    } else if (k_ > 0 && stands_before(value, best_.front().value)) {
      std::pop_heap(best_.begin(), best_.end(), order());
      best_.back() = {value, position};
      std::push_heap(best_.begin(), best_.end(), order());
    }
    return true;
  }
  // Takes the best of others, whose positions are behind all that were taken.
  void take_all(best_places&& others) {
    others.sort();
    for (const candidate& each : others.best_) take(each.value, each.position);
  }
  buffer<index_t> places() {
    sort();
    const auto places = unfilled_buffer<index_t>(k_);
    std::ranges::transform(best_, places.begin(), &candidate::position);
    return places;
  }

 private:
  struct candidate {
    T value;
    index_t position;
  };

  bool stands_before(const T& a, const T& b) const {
    if constexpr (may_be_nan<T> && !complex_element<T>) {
      if (differs_from_itself(b)) return !differs_from_itself(a);
      if (differs_from_itself(a)) return false;
    }
    return static_cast<bool>((*before_)(a, b));
  }
  auto order() const {
    return [this](const candidate& a, const candidate& b) {
      return stands_before(a.value, b.value) || (!stands_before(b.value, a.value) && a.position < b.position);
    };
  }
  void sort() { std::sort_heap(best_.begin(), best_.end(), order()); }

  index_t k_;
  Before* before_;
  std::vector<candidate> best_;
};

// Fills are equal, so the first k are enough.
template <class T, class Before>
buffer<index_t> top_k(const node<T>& of, index_t k, Before& before) {
  if (k < 0 || k > of.size()) throw_top_k(k, of.size());
  using best = best_places<T, Before>;
  const auto best_of = [&](index_t begin, index_t end) {
    best found(k, before);
    for (source_blocks<T> blocks(of, begin, end - begin); blocks.next();) {
      const auto [b, position, n] = blocks.at_hand();
      for (index_t i = 0; i < n; ++i) found.take(b.data[i * b.step], position + i);
    }
    return std::optional(std::move(found));
  };
  if (by_entries(of)) {
    best found(k, before);
    each_entry_and_gap(of, k, [&](const T& value, index_t position) { return found.take(value, position); });
    return found.places();
  }
  constexpr index_t worth_finding_apart = 4096;  // elements for each wanted position
  if (!current_executor || k > of.size() / worth_finding_apart) return best_of(0, of.size())->places();
  [[maybe_unused]] const sharing_for<Before, const T&, const T&> rule;
  auto parts = made_in_pieces(of.size(), 1, best_of);
  for (std::size_t part = 1; part < parts.size(); ++part) {
    if (parts[part]) parts.front()->take_all(*std::move(parts[part]));
  }
  return parts.front()->places();
}
template <class T>
buffer<index_t> top_k_in_src(const node<T>& of, index_t k);  // the greatest; defined in src/

}  // namespace detail

template <detail::ordered_reader R>
buffer<index_t> arg_top_k(const R& r, index_arg k) {
  using T = detail::read_t<R>;
  if constexpr (detail::in_src<T>) {
    return detail::top_k_in_src<T>(detail::node_for_call(r), k);
  } else {
    const auto before = [](const T& a, const T& b) { return detail::comes_before(a, b, true); };
    return detail::top_k<T>(detail::node_for_call(r), k, before);
  }
}

template <detail::input R, detail::order_of<R> Less>
buffer<index_t> arg_top_k(const R& r, index_arg k, Less less) {
  return detail::top_k<detail::read_t<R>>(detail::node_for_call(r), k, less);
}

// The element at place k of the ascending order. Works on all elements, whatever their shape.
template <detail::input R, detail::order_of<R>... Less>
  requires(sizeof...(Less) <= 1 && detail::has_order<R, Less...>)
[[nodiscard]] auto nth_element(const R& r, index_arg k, Less... less) {
  using T = detail::read_t<R>;
  if constexpr (sizeof...(Less) == 0 && element<T> && std::same_as<T, canonical_t<T>>) {
    detail::check_position(k, detail::size_of(r));
    auto&& source = detail::node_for_call(r);
    return detail::nth_of_elements<T>(source, k);
  } else {
    const auto copy = detail::elements_of(r);
    detail::check_position(k, copy.size());
    const detail::own_less otherwise;
    const auto numbers = detail::put_nan_last<sizeof...(Less) == 0>(copy.span());
    if (k < std::ssize(numbers)) {
      auto& order = detail::own_order_or<R>(otherwise, less...);
      detail::select_place(numbers, static_cast<std::size_t>(k), [&](const T& a, const T& b) { return static_cast<bool>(order(a, b)); });
    }
    return copy[k];
  }
}

// For every line: the element at place k in order, or the positions of its k greatest.
template <detail::shaped_reader X, detail::order_option<X, keep_t>... Options>
  requires detail::has_order<X, Options...>
[[nodiscard]] auto nth_element(const X& t, index_arg k, const ints& axes, Options... options) {
  return detail::reduced_by(
      t, axes, [&](const auto& line, auto... rest) { return ravel::nth_element(line, k, rest...); }, options...);
}
template <detail::shaped_reader X, detail::order_of<X>... Less>
  requires(sizeof...(Less) <= 1 && detail::has_order<X, Less...>)
tensor<index_t> arg_top_k(const X& t, index_arg k, const ints& axes, Less... less) {
  const auto of_line = [&](const auto& line) { return ravel::arg_top_k(line, k, less...); };
  return detail::described_lines(
      t, detail::one_axis("arg_top_k", axes, t.rank()), of_line, [&](index_t) { return index_t{k}; }, detail::lines_in_order<X, Less...>);
}

RAVEL_FACES(nth_element)  // of elements with an order, or by less: nth_element(x, k, less), nth_element(t, k, axes, less, keep)
RAVEL_FACES(arg_top_k)    // of elements with an order, or by less: arg_top_k(x, k, less), along one axis arg_top_k(t, k, axis, less)

}  // namespace ravel
