// SPDX-License-Identifier: BSL-1.0
// The data that lazy functions take, and refuse. A lazy function owns its sources; it neither copies nor borrows elements that somebody
// else owns unless the user says so. Eager functions borrow them for one call.
#pragma once

#include <ravel/element/detail/function_table.hpp>
#include <ravel/element/ticks.hpp>
#include <ravel/reader/foreign.hpp>

#include <concepts>
#include <ranges>
#include <string_view>
#include <vector>

namespace ravel {

namespace detail {

template <class X>
inline constexpr bool range_of_readers = false;
template <std::ranges::range X>
inline constexpr bool range_of_readers<X> = readable<std::ranges::range_value_t<X>>;

// A container, an array, a span, or an lvalue of a user's own reader type.
template <class X>
concept unowned = foreign_lvalue<X> || (!readable<X> && !character_string<std::remove_cvref_t<X>> && std::ranges::random_access_range<X> &&
                                        !range_of_readers<std::remove_cvref_t<X>>);
template <class X>
concept unowned_words_or_times =
    unowned<X> && (std::convertible_to<std::ranges::range_reference_t<X>, std::string_view> || time_element<std::ranges::range_value_t<X>>);
template <class... Xs>
concept unowned_among = (unowned<Xs> || ...);

template <class X>
inline constexpr bool reads_bools = false;
template <readable X>
inline constexpr bool reads_bools<X> = boolean_element<read_t<X>>;

}  // namespace detail

// A deleted overload that ranks below every function of that name which takes its arguments. Compilers show the macro's name.
#define RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(name, ...) \
  template <class... Xs>                                   \
    requires detail::unowned_among<Xs...>                  \
  void name(Xs&&... operands) = delete;  // not owned: borrow(x) looks at them, adopt(std::move(x)) takes them over, clone(x) copies

RAVEL_FOR_EACH_ELEMENTWISE_FUNCTION(RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(map)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(concat)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(interleave)
#undef RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED

#define RAVEL_TAKES_NUMBERS(name, ...)                                                 \
  template <class... Xs>                                                               \
    requires(!detail::unowned_among<const Xs&...> && (detail::reads_bools<Xs> || ...)) \
  void name(const Xs&... operands) = delete;  // bools are no numbers: cast<double>(x) makes 0 and 1 of them

RAVEL_FOR_EACH_UNARY_FUNCTION(RAVEL_TAKES_NUMBERS)
RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_TAKES_NUMBERS)
RAVEL_FOR_EACH_UNIT_FUNCTION(RAVEL_TAKES_NUMBERS)
#undef RAVEL_TAKES_NUMBERS

#define RAVEL_OF_TWO_ELEMENT_BY_ELEMENT(name, ...) \
  template <readable X>                            \
  void name(const X& x) = delete;  // of two, element by element: name(a, b); of all elements of one: min(x), max(x)

RAVEL_FOR_EACH_PAIR_FUNCTION(RAVEL_OF_TWO_ELEMENT_BY_ELEMENT)
RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_OF_TWO_ELEMENT_BY_ELEMENT)
#undef RAVEL_OF_TWO_ELEMENT_BY_ELEMENT
void clip(...) = delete;  // between two: clip(x, low, high); maximum(x, low) and minimum(x, high) have one bound

// The same for functions of which only the first argument is data.
#define RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(name, is_unowned) \
  template <detail::is_unowned X, class... Xs>                    \
  void name(X&& data, Xs&&... more) = delete;  // not owned: borrow(x) looks at them, adopt(std::move(x)) takes them over, clone(x) copies

RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(slice, unowned)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(reverse, unowned)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(repeat, unowned)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(shift, unowned)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(select, unowned)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(field, unowned)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(independent, unowned)
// Functions of words and of times have common names: data of other elements are none of theirs.
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(lower, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(upper, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(trim, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(length, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(starts_with, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(ends_with, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(contains, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(replace, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(part, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(parts, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(part_count, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(year, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(month, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(day, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(weekday, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(day_of_year, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(hour, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(minute, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(second, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(year_of, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(month_of, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(day_of, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(weekday_of, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(floor_to, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(ceil_to, unowned_words_or_times)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(round_to, unowned_words_or_times)
#undef RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED

class selection;
template <detail::unowned X>
void select(X&&, const selection&) = delete;  // not owned: borrow(x) looks at them, adopt(std::move(x)) takes them over, clone(x) copies

#define RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(name) \
  template <class To, detail::unowned X, class... Xs> \
  void name(X&& data, Xs&&... more) = delete;  // not owned: borrow(x) looks at them, adopt(std::move(x)) takes them over, clone(x) copies

RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(cast)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(wrap_cast)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(saturate_cast)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(parse)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(parse_or)
RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED(parses)
#undef RAVEL_TAKES_WHAT_IS_BORROWED_OR_ADOPTED

}  // namespace ravel

namespace ravel::detail {

// Shared code of readers that rearrange elements. They take any reader without a shape, own it through its node, and return a reader, or a
// writer if they were given one.

template <class T>
using source = std::shared_ptr<const node<T>>;

// For a tensor these verbs take an axis; this form takes none.
template <class R>
concept rearrangeable = readable<R> && !foreign_lvalue<R> && !shaped<std::remove_cvref_t<R>>;

template <rearrangeable R>
auto owned_source(R&& r) {  // gives a source<read_t<R>>
  return detail_access::shared(reader<read_t<R>>(std::forward<R>(r)));
}

// The type of a view of R: a writer if R can be written, else a reader.
template <class R>
using view_of = std::conditional_t<writable<R>, writer<read_t<R>>, reader<read_t<R>>>;

template <class R>
view_of<R> make_view(shared_untyped n) {
  return detail_access::wrap<view_of<R>>(std::move(n));
}

// A reader without elements if the node is null.
template <class T>
reader<T> reader_of(shared_untyped n) {
  return detail_access::wrap<reader<T>>(n ? std::move(n) : shared_untyped(make_node<nothing_node<T>>()));
}

// Several readers of one element type, as arguments or as a vector, a span or an array of handles.
template <class R, class... Rs>
concept alike = rearrangeable<R> && (rearrangeable<Rs> && ...) && (std::same_as<read_t<R>, read_t<Rs>> && ...);

template <class Parts>
concept handle_range = contiguous<const Parts> && !readable<Parts> && rearrangeable<std::ranges::range_value_t<const Parts>> &&
                       handle<std::ranges::range_value_t<const Parts>>;

template <handle_range Parts>
using part_element_t = read_t<std::ranges::range_value_t<const Parts>>;

// The nodes of the parts, as Nodes.
template <class Node, handle_range Parts>
std::vector<std::shared_ptr<const Node>> own_each(const Parts& parts) {
  std::vector<std::shared_ptr<const Node>> owned;
  owned.reserve(std::ranges::size(parts));
  for (const auto& part : parts) owned.push_back(owned_source(part));
  return owned;
}

}  // namespace ravel::detail
