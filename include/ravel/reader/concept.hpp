// SPDX-License-Identifier: BSL-1.0
// The concept of a reader: a type with size() and operator[] that opts in, by deriving from reader_base or by enable_reader. All other
// types are values, so that names == std::string("bob") compares each name. The iterator of all such types: light, with random access, over
// anything with unchecked(i), made of a pointer to the source and a position. It does not own: the handle it came from must outlive it. For
// bulk work use for_each, blocks or walk, which read a block at a time.
#pragma once

#include <ravel/base/shape.hpp>

#include <compare>
#include <concepts>
#include <iterator>
#include <limits>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

namespace ravel {

// A base that makes a type with size() and operator[] a reader. It is empty.
struct reader_base {};

// True if X opts in as a reader. Specialise it for a type that cannot derive from reader_base.
template <class X>
inline constexpr bool enable_reader = std::derived_from<X, reader_base>;

// True for types with a shape. The tensor layer has their operators.
template <class X>
inline constexpr bool shaped = false;

// The type of the elements of a reader.
template <class X>
using value_t = std::remove_cvref_t<decltype(std::declval<const X&>()[index_t{}])>;

namespace detail {

// (This is a variable, like plain_range, because a compiler takes concepts apart for each function that they constrain, and those of the
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

// A reader: it opts in, and has size() and operator[].
template <class R>
concept readable = enable_reader<std::remove_cvref_t<R>> && detail::random_access<std::remove_cvref_t<R>>;

// A reader whose elements can be written, too.
template <class W>
concept writable = readable<W> && detail::writes_elements<std::remove_cvref_t<W>>;

// The bases of public types stand in this namespace, which has no functions. An unqualified call also looks in the namespaces of the bases
// and template arguments of its arguments, and a user's call must find nothing private. (For the same reason a type with private template
// arguments is a member of the class that has these.)
namespace adl_barrier {

// The base of Ravel's own handles. Functions keep a copy of a handle, which shares and owns the source.
struct handle_base : reader_base {};

}  // namespace adl_barrier

namespace detail {

// The type of an element that is returned by value. A class is const, or an assignment to the returned object would compile and be lost.
template <class T>
using given_t = std::conditional_t<std::is_class_v<T>, const T, T>;

// A string or an array of characters is a value: one word, not its letters.
template <class X>
concept character_string =
    requires { typename X::traits_type; } || (std::is_array_v<X> && std::same_as<std::remove_all_extents_t<X>, char>);

// A range of known size with random access, whose values can be elements.
template <class X>
inline constexpr bool element_range = false;
template <class X>
  requires(std::ranges::random_access_range<const X> && std::ranges::sized_range<const X>)
inline constexpr bool element_range<X> = std::semiregular<std::ranges::range_value_t<const X>>;

// Elements that somebody else owns: a std::vector, an array, a std::span, a std::deque, a view of the standard library.
template <class X>
inline constexpr bool is_foreign_range = false;
template <class X>
  requires(!readable<X> && !character_string<std::remove_cvref_t<X>>)
inline constexpr bool is_foreign_range<X> = element_range<X>;
template <class X>
concept foreign_range = is_foreign_range<X>;
// The same where elements are consecutive in memory.
template <class X>
concept plain_range = foreign_range<X> && contiguous<const X>;

// The type of the elements of a reader or of such a range. (Of a view it is not asked by [], which compilers would compile for that.)
template <bool OfRange>
struct element_type {
  template <class X>
  using of = value_t<X>;
};
template <>
struct element_type<true> {
  template <class X>
  using of = std::ranges::range_value_t<const X>;
};
template <class R>
using read_t = typename element_type<foreign_range<std::remove_cvref_t<R>>>::template of<std::remove_cvref_t<R>>;

// Readers and ranges of others: all that an eager operation may read during one call.
template <class R>
concept input = readable<R> || foreign_range<std::remove_cvref_t<R>>;

using adl_barrier::handle_base;

template <class X>
concept handle = std::derived_from<std::remove_cvref_t<X>, handle_base>;

// A handle whose elements have another type, as opposed to a handle of another kind.
template <class X, class T>
concept handle_of_other_elements = handle<X> && readable<X> && !std::same_as<read_t<X>, T>;

// A handle that makes its node on request.
template <class X>
concept erasing = handle<X> && requires(const std::remove_cvref_t<X>& x) { x.erased(); };

// An expression that is not type-erased yet, and can be evaluated in place.
template <class X>
concept fused_expression = handle<X> && requires(const std::remove_cvref_t<X>& x) { x.in_place(); };

// A lazy node may keep these: a handle, or a reader that is passed as an rvalue.
template <class R>
concept keepable = readable<R> && (handle<R> || !std::is_lvalue_reference_v<R>);

// The type has a function of its own to read blocks.
template <class X, class T>
concept reads_blocks = requires(const X& x, index_t i, std::span<T> out) { x.read(i, out); };

// The type is sparse: it has one value at all positions except those that it lists. read_stored(from, positions, values) writes the first
// entries at or after `from`, by ascending position, as many as there is room for, and returns their number.
template <class X, class T>
concept lists_stored = requires(const X& x, index_t from, std::span<index_t> positions, std::span<T> values) {
  { x.fill() } -> std::convertible_to<T>;
  { x.read_stored(from, positions, values) } -> std::integral;
};

}  // namespace detail

namespace adl_barrier {

template <class Source, class T>
struct elements {
  class iterator;
};

}  // namespace adl_barrier

template <class Source, class T>
class adl_barrier::elements<Source, T>::iterator {
 public:
  using iterator_concept = std::random_access_iterator_tag;
  using iterator_category = std::input_iterator_tag;
  using value_type = T;
  using difference_type = index_t;
  using reference = detail::given_t<T>;

  iterator() = default;
  iterator(const Source* source, index_t position) : source_(source), position_(position) {}

  reference operator*() const { return at(position_); }
  reference operator[](index_arg n) const { return at(moved(n)); }

  iterator& operator++() { return *this += 1; }
  iterator& operator--() { return *this += -1; }
  iterator operator++(int) { return std::exchange(*this, *this + 1); }
  iterator operator--(int) { return std::exchange(*this, *this - 1); }
  iterator& operator+=(index_arg n) {
    position_ = moved(n);
    return *this;
  }
  iterator& operator-=(index_arg n) {
    if (__builtin_sub_overflow(position_, index_t{n}, &position_)) position_ = nowhere;
    return *this;
  }

  friend iterator operator+(iterator it, index_arg n) { return it += n; }
  friend iterator operator+(index_arg n, iterator it) { return it += n; }
  friend iterator operator-(iterator it, index_arg n) { return it -= n; }
  friend index_t operator-(const iterator& a, const iterator& b) { return a.position_ - b.position_; }
  friend bool operator==(const iterator& a, const iterator& b) { return a.position_ == b.position_; }
  friend auto operator<=>(const iterator& a, const iterator& b) { return a.position_ <=> b.position_; }

 private:
  // The position after a move beyond all valid positions.
  static constexpr index_t nowhere = std::numeric_limits<index_t>::min();
  index_t moved(index_t n) const {
    index_t to = 0;
    return __builtin_add_overflow(position_, n, &to) ? nowhere : to;
  }
  reference at(index_t i) const { return source_->unchecked(detail::check_position(i, source_->size())); }

  const Source* source_ = nullptr;
  index_t position_ = 0;
};

namespace detail {

template <class Source, class T>
using element_iterator = typename adl_barrier::elements<Source, T>::iterator;

}  // namespace detail
}  // namespace ravel
