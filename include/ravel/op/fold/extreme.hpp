// SPDX-License-Identifier: BSL-1.0
// min and max, of all elements and along axes. NaN goes through unless a policy says otherwise. A floating zero is given as +0, whatever
// the signs were. (Elementwise: minimum, maximum and clip.) argmin and argmax give the position of the least and the greatest element, the
// first of equal ones; argmin_last and argmax_last give the last. They search all elements, or every line along an axis. NaN is found
// before any number unless a policy says otherwise. Sparse readers are searched by their entries and one gap between them. An empty reader
// is a value_error. Eager; safe to call from any thread.
#pragma once

#include <ravel/lazy/ticks.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/gaps.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/detail/reduced.hpp>

namespace ravel {

namespace detail {

// Defined in src/ for every ordered element type.
template <class Before, class T>
T extreme_of(const node<T>& source);

// The element that stands before all others; with a user's order, the first of equals.
template <class Before, class R>
read_t<R> extreme(const R& r) {
  using T = read_t<R>;
  check_not_empty(r, Before::name);
  if constexpr (element<T>) {
    return static_cast<T>(on_canonical(r, [](const auto& source) { return extreme_of<Before>(source); }));
  } else if constexpr (time_element<T>) {
    return from_ticks<T>(extreme<Before>(ticks(borrowed_in_row(r))));
  } else {
    std::optional<T> found;
    each_element(r, [&](const T& value) {
      if (!found || before_others<Before>{}(value, *found)) found = value;
    });
    return without_sign_of_zero(*std::move(found));
  }
}

template <class Before, class R>
read_t<R> extreme(const R& r, nan_policy policy) {
  return under_policy(
      r, policy, Before::name, [&] { return first_number(r, Before::name); }, [](const auto& x) { return extreme<Before>(x); });
}

}  // namespace detail

// The least element.
template <detail::ordered_reader R>
[[nodiscard]] auto min(const R& r) {
  return detail::extreme<detail::least>(r);
}
// The greatest element.
template <detail::ordered_reader R>
[[nodiscard]] auto max(const R& r) {
  return detail::extreme<detail::greatest>(r);
}

template <detail::ordered_reader R, std::same_as<nan_policy> Policy>
  requires detail::minds_nan<R>
[[nodiscard]] auto min(const R& r, Policy policy) {
  return detail::extreme<detail::least>(r, policy);
}
template <detail::ordered_reader R, std::same_as<nan_policy> Policy>
  requires detail::minds_nan<R>
[[nodiscard]] auto max(const R& r, Policy policy) {
  return detail::extreme<detail::greatest>(r, policy);
}

RAVEL_FACES(min)  // of elements with an order (of complex numbers: min(abs(x))); a tensor has axes: min(t, axes, nan_policy::skip, keep)
RAVEL_FACES(max)  // of elements with an order (of complex numbers: max(abs(x))); a tensor has axes: max(t, axes, nan_policy::skip, keep)

RAVEL_REFUSES_AXES(min, ordered_reader)  // the elements have no order: of complex numbers: min(abs(x), axes)
RAVEL_REFUSES_AXES(max, ordered_reader)  // the elements have no order: of complex numbers: max(abs(x), axes)
template <readable A, readable B, class... More>
void min(const A& a, const B& b, More... more) = delete;  // the least element of one reader; element by element: minimum(a, b)
template <readable A, readable B, class... More>
void max(const A& a, const B& b, More... more) = delete;  // the greatest element of one reader; element by element: maximum(a, b)
template <detail::input R, std::invocable<const detail::read_t<R>&, const detail::read_t<R>&> F>
void min(const R& r, F f) = delete;  // by an order of your own: argmin(r, f) says where it stands
template <detail::input R, std::invocable<const detail::read_t<R>&, const detail::read_t<R>&> F>
void max(const R& r, F f) = delete;  // by an order of your own: argmax(r, f) says where it stands

RAVEL_FACES_ALONE(min)
RAVEL_FACES_ALONE(max)

namespace detail {

// The first position, or the last, of the element before all others. Defined in src/ for every ordered element type.
template <class Before, bool Last, class T>
index_t place_of_extreme(const node<T>& source);

// Finds the position of the element before all others, among those that count. Elements may be taken in any order.
template <bool Last, class T, class Before, class Counts>
class extreme_search {
 public:
  extreme_search(Before& before, Counts counts) : before_(before), counts_(counts) {}

  void take(const T& value, index_t position) {
    if (!counts_(value)) return;
    if (found_) {
      const bool wins_ties = (position > place_) == Last;
      if (wins_ties ? static_cast<bool>(before_(*found_, value)) : !before_(value, *found_)) return;
    }
    found_ = value;
    place_ = position;
  }
  index_t place() const { return place_; }  // -1 if none counts

 private:
  Before& before_;
  Counts counts_;
  std::optional<T> found_;
  index_t place_ = -1;
};

template <bool Last, class R, class Before, class Counts>
index_t search_extreme(const R& r, const char* name, Before& before, Counts counts) {
  using T = read_t<R>;
  auto&& source = node_for_call(r);
  const node<T>& of = source;
  extreme_search<Last, T, Before, Counts> search(before, counts);
  if (by_entries(of)) {
    gap_search gap(Last);
    for (entry_blocks<T> blocks(of); blocks.next();) {
      const entry_block<T> b = blocks.at_hand();
      gap.take(b.positions, b.count);
      for (index_t i = 0; i < b.count; ++i) search.take(b.values[i], b.positions[i]);
    }
    if (const index_t place = gap.found(of.size()); place >= 0) search.take(*of.fill(), place);
  } else {
    index_t position = 0;
    each_element(r, [&](const T& value) { search.take(value, position++); });
  }
  if (search.place() < 0) throw_no_elements(name);
  return search.place();
}

template <bool Last, class R, class Before>
index_t arg_extreme_by(const R& r, const char* name, Before& before) {
  return search_extreme<Last>(r, name, before, [](const auto&) { return true; });
}

template <class Before, bool Last, class R>
index_t arg_extreme(const R& r, const char* name) {
  check_not_empty(r, name);
  if constexpr (element<read_t<R>>) {
    return on_canonical(r, [](const auto& source) { return place_of_extreme<Before, Last>(source); });
  } else if constexpr (time_element<read_t<R>>) {
    return arg_extreme<Before, Last>(ticks(borrowed_in_row(r)), name);
  } else {
    before_others<Before> before;
    return arg_extreme_by<Last>(r, name, before);
  }
}

template <class Before, bool Last, class R>
index_t arg_extreme(const R& r, const char* name, nan_policy policy) {
  if constexpr (may_be_nan<read_t<R>>) {
    Before before;
    if (policy == nan_policy::skip) return search_extreme<Last>(r, name, before, [](const auto& value) { return !is_nan{}(value); });
    if (policy == nan_policy::refuse) refuse_nan(r, name);
  }
  return arg_extreme<Before, Last>(r, name);
}

// These give row-major positions in a tensor, and places in the lines along an axis. Defined in src/ for the closed set.
template <class Before, class T>
index_t place_of(const tensor<const T>& x);
template <class Before, class T>
tensor<index_t> places_along(const tensor<const T>& x, const axis_list& worked);

template <class Before, bool Last, class R>
index_t extreme_place(const R& r, const char* name) {
  if constexpr (shaped_reader<R> && element_reader<R> && !Last) {
    return place_of<Before>(widened_tensor<canonical_t<read_t<R>>>(r));
  } else {
    return arg_extreme<Before, Last>(r, name);
  }
}

// Follows an order of the user's. The reverse order has its greatest element first.
template <class Before, bool Last, class R, class Less>
index_t extreme_place_by(const R& r, const char* name, Less& less) {
  if constexpr (std::same_as<Before, least>) {
    return arg_extreme_by<Last>(r, name, less);
  } else {
    auto greater = [&less](const read_t<R>& a, const read_t<R>& b) { return static_cast<bool>(less(b, a)); };
    return arg_extreme_by<Last>(r, name, greater);
  }
}

}  // namespace detail

// The places among all elements, by their own order or by one of the user's.
#define RAVEL_EXTREME_PLACE(name, before, last)                            \
  template <detail::ordered_reader R>                                      \
  [[nodiscard]] index_t name(const R& r) {                                 \
    return detail::extreme_place<detail::before, last>(r, #name);          \
  }                                                                        \
  template <detail::ordered_reader R, std::same_as<nan_policy> Policy>     \
  [[nodiscard]] index_t name(const R& r, Policy policy) {                  \
    return detail::arg_extreme<detail::before, last>(r, #name, policy);    \
  }                                                                        \
  template <detail::input R, detail::order_of<R> Less>                     \
  [[nodiscard]] index_t name(const R& r, Less less) {                      \
    return detail::extreme_place_by<detail::before, last>(r, #name, less); \
  }
RAVEL_EXTREME_PLACE(argmin, least, false)
RAVEL_EXTREME_PLACE(argmax, greatest, false)
RAVEL_EXTREME_PLACE(argmin_last, least, true)
RAVEL_EXTREME_PLACE(argmax_last, greatest, true)
#undef RAVEL_EXTREME_PLACE

namespace detail {

// The places that verb(line, options…) gives for each line.
template <class X, class Verb, class... Options>
auto places_by(const char* operation, const X& x, const ints& axes, Verb verb, const Options&... options) {
  return reduced_by(x, one_axis(operation, axes, x.rank()), verb, options...);
}
// As places_by, but the engine's own loop runs if it knows the elements and there is no option but keep.
template <class Before, class X, class Verb, class... Options>
auto first_places_along(const char* operation, const X& x, const ints& axes, Verb verb, const Options&... options) {
  if constexpr (!element<read_t<X>> || !(among<Options, keep_t> && ...)) {
    return places_by(operation, x, axes, verb, options...);
  } else {
    const index_t axis = one_axis(operation, axes, x.rank());
    const tensor<index_t> places = places_along<Before>(widened_tensor<canonical_t<read_t<X>>>(x), {axis});
    if constexpr (is_given<keep_t, Options...>) return keeping_axes(places, {axis});
    return places;
  }
}

}  // namespace detail

// The elements have an order, or the options give one. An order does not combine with when_empty{v}.
#define RAVEL_PLACES_ALONG(name, places)                                                                                 \
  RAVEL_TOLD_WHEN_EMPTY(name)                                                                                            \
  template <detail::shaped_reader X, class... Options>                                                                   \
    requires((... && (detail::told_among<Options, keep_t, nan_policy> || detail::order_of<Options, X>)) &&               \
             ((detail::order_of<Options, X> || ...) ? !detail::told_when_empty<Options...> : detail::ordered_reader<X>)) \
  [[nodiscard]] tensor<index_t> name(const X& t, const ints& axis, const Options&... options) {                          \
    return detail::places(                                                                                               \
        #name, t, axis, [](const auto& line, const auto&... rest) { return ravel::name(line, rest...); }, options...);   \
  }
RAVEL_PLACES_ALONG(argmin, first_places_along<detail::least>)
RAVEL_PLACES_ALONG(argmax, first_places_along<detail::greatest>)
RAVEL_PLACES_ALONG(argmin_last, places_by)
RAVEL_PLACES_ALONG(argmax_last, places_by)
#undef RAVEL_PLACES_ALONG

RAVEL_FACES(argmin)  // of elements with an order, or argmin(x, less); along one axis: argmin(t, axis, less), with nan_policy::skip, keep
RAVEL_FACES(argmax)  // of elements with an order, or argmax(x, less); along one axis: argmax(t, axis, less), with nan_policy::skip, keep
RAVEL_FACES(argmin_last)  // of elements with an order, or argmin_last(x, less); along one axis: argmin_last(t, axis, less), with keep
RAVEL_FACES(argmax_last)  // of elements with an order, or argmax_last(x, less); along one axis: argmax_last(t, axis, less), with keep

}  // namespace ravel
