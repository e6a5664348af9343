// SPDX-License-Identifier: BSL-1.0
// What a reader is: size(), operator[], and the wish to be one. A type opts in by deriving from reader_base or by enable_reader; what has
// not opted in is a value, so that names == std::string("bob") compares each name.
#pragma once

#include <ravel/base/detail/contiguous.hpp>
#include <ravel/base/index.hpp>

#include <concepts>
#include <ranges>
#include <span>
#include <type_traits>

namespace ravel {

struct reader_base {};

template <class X>
inline constexpr bool enable_reader = std::derived_from<X, reader_base>;

// Has a shape of its own; its operators are found in the tensor layer.
template <class X>
inline constexpr bool shaped = false;

template <class X>
using value_t = std::remove_cvref_t<decltype(std::declval<const X&>()[index_t{}])>;

namespace detail {

// (A value for the compiler to ask, as for plain_range: it takes concepts apart for each function that they constrain, and those of the
// standard library have many parts.)
template <class X>
inline constexpr bool accesses_elements = false;
template <class X>
  requires requires(const X& x, index_t i) {
    { x.size() } -> std::integral;
    x[i];
  }
inline constexpr bool accesses_elements<X> = std::semiregular<value_t<X>>;
template <class X>
concept random_access = accesses_elements<X>;

template <class X>
concept writes_elements = requires(const X& x, index_t i, const value_t<X>& v) { x.write(i, v); };

}  // namespace detail

template <class R>
concept readable = enable_reader<std::remove_cvref_t<R>> && detail::random_access<std::remove_cvref_t<R>>;

template <class W>
concept writable = readable<W> && detail::writes_elements<std::remove_cvref_t<W>>;

// The bases of public types stand here, where there is no function: a call without a namespace looks for candidates where the bases and the
// template arguments of its arguments stand, and nothing private may be found by a user's call. (For the same reason a type with private
// template arguments is a member of the class that has these.)
namespace adl_barrier {

// Of Ravel's own handles: copied wherever they are kept, since a copy shares and owns.
struct handle_base : reader_base {};

}  // namespace adl_barrier

namespace detail {

template <class R>
using read_t = value_t<std::remove_cvref_t<R>>;

// An element that is given by value, not lent. Of a class it is const, or an assignment to it would compile and be lost.
template <class T>
using given_t = std::conditional_t<std::is_class_v<T>, const T, T>;

// A string or an array of characters is a value: one word, not its letters.
template <class X>
concept character_string =
    requires { typename X::traits_type; } || (std::is_array_v<X> && std::same_as<std::remove_all_extents_t<X>, char>);

// Consecutive elements that somebody else owns: a std::vector, an array, a std::span.
template <class X>
inline constexpr bool is_plain_range = false;
template <class X>
  requires(!readable<X> && !character_string<std::remove_cvref_t<X>> && contiguous<const X>)
inline constexpr bool is_plain_range<X> = std::semiregular<std::remove_cvref_t<std::ranges::range_reference_t<const X>>>;
template <class X>
concept plain_range = is_plain_range<X>;

// What an eager operation looks at for the time of one call.
template <class R>
concept input = readable<R> || plain_range<std::remove_cvref_t<R>>;

using adl_barrier::handle_base;

template <class X>
concept handle = std::derived_from<std::remove_cvref_t<X>, handle_base>;

// Elements of another type are another matter than a handle of another kind.
template <class X, class T>
concept handle_of_other_elements = handle<X> && readable<X> && !std::same_as<read_t<X>, T>;

// Makes its node when it is asked for one.
template <class X>
concept erasing = handle<X> && requires(const std::remove_cvref_t<X>& x) { x.erased(); };

// An expression that nothing is erased of yet: it can be evaluated where it stands.
template <class X>
concept fused_expression = handle<X> && requires(const std::remove_cvref_t<X>& x) { x.in_place(); };

// May be kept by a lazy node: a handle, or a reader that is given away.
template <class R>
concept keepable = readable<R> && (handle<R> || !std::is_lvalue_reference_v<R>);

// Has a block read of its own.
template <class X, class T>
concept reads_blocks = requires(const X& x, index_t i, std::span<T> out) { x.read(i, out); };

template <class X, class T>
concept writes_blocks = requires(const X& x, index_t i, std::span<const T> in) { x.write(i, in); };

// Is sparse: one value stands at all positions but those that it lists. read_stored(from, positions, values) writes the first entries that
// do not stand before `from`, by ascending position, as many as there is room for, and says how many.
template <class X, class T>
concept lists_stored = requires(const X& x, index_t from, std::span<index_t> positions, std::span<T> values) {
  { x.fill() } -> std::convertible_to<T>;
  { x.read_stored(from, positions, values) } -> std::integral;
};

}  // namespace detail
}  // namespace ravel
