// SPDX-License-Identifier: BSL-1.0
// The element type of every operator between readers of any two element types, and beside every scalar, is the one of element/promote.
#include <ravel/lazy/operators.hpp>
#include <ravel/storage/buffer.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>

namespace {

using ravel::buffer;
using ravel::element_kind;
using ravel::kind_v;
using ravel::promotable;
using ravel::promote_t;

// What an operator gives, and void where there is none.
#define RESULT(name, sign)                                                                                  \
  template <class A, class B>                                                                               \
  auto name##_of() {                                                                                        \
    if constexpr (requires(A a, B b) { a sign b; }) {                                                       \
      return std::type_identity<typename decltype(std::declval<A>() sign std::declval<B>())::value_type>(); \
    } else {                                                                                                \
      return std::type_identity<void>();                                                                    \
    }                                                                                                       \
  }                                                                                                         \
  template <class A, class B>                                                                               \
  using name##_t = typename decltype(name##_of<A, B>())::type;

RESULT(sum, +)
RESULT(difference, -)
RESULT(product, *)
RESULT(quotient, /)
RESULT(rest, %)
RESULT(common_bits, &)
RESULT(all_bits, |)
RESULT(other_bits, ^)
RESULT(both, &&)
RESULT(either, ||)
RESULT(equality, ==)
RESULT(order, <)
#undef RESULT

template <bool Defined, class T>
using defined = std::conditional_t<Defined, T, void>;
template <class A, class B>
constexpr auto promoted() {
  if constexpr (promotable<A, B>)
    return std::type_identity<promote_t<A, B>>();
  else
    return std::type_identity<void>();
}
template <class A, class B>
using promoted_t = typename decltype(promoted<A, B>())::type;

template <class A, class B>
void check_pair() {
  constexpr bool bools = std::is_same_v<A, bool> && std::is_same_v<B, bool>;
  constexpr bool complex = ravel::is_complex_v<A> || ravel::is_complex_v<B>;
  constexpr bool whole = kind_v<A> <= element_kind::integer && kind_v<B> <= element_kind::integer;
  using P = promoted_t<A, B>;
  using a = buffer<A>;
  using b = buffer<B>;
  using bits = defined<whole, std::conditional_t<bools, bool, P>>;
  static_assert(std::is_same_v<sum_t<a, b>, P>);
  static_assert(std::is_same_v<difference_t<a, b>, defined<!bools, P>>);
  static_assert(std::is_same_v<product_t<a, b>, P>);
  static_assert(std::is_same_v<quotient_t<a, b>, defined<!bools, P>>);
  static_assert(std::is_same_v<rest_t<a, b>, defined<!bools && !complex, P>>);
  static_assert(std::is_same_v<common_bits_t<a, b>, bits>);
  static_assert(std::is_same_v<all_bits_t<a, b>, bits>);
  static_assert(std::is_same_v<other_bits_t<a, b>, bits>);
  static_assert(std::is_same_v<both_t<a, b>, defined<bools, bool>>);
  static_assert(std::is_same_v<either_t<a, b>, defined<bools, bool>>);
  static_assert(std::is_same_v<equality_t<a, b>, bool>);
  static_assert(std::is_same_v<order_t<a, b>, defined<!complex, bool>>);
}

template <class E>
using value_t = typename E::value_type;

template <class A>
void check_one() {
  using a = buffer<A>;
  constexpr bool negative = requires(a x) { -x; }, complement = requires(a x) { ~x; }, opposite = requires(a x) { !x; };
  static_assert(negative == !std::is_same_v<A, bool>);
  static_assert(complement == (kind_v<A> == element_kind::integer || std::is_same_v<A, bool>));
  static_assert(opposite == std::is_same_v<A, bool>);
  if constexpr (negative) static_assert(std::is_same_v<value_t<decltype(-a())>, promote_t<A>>);
  if constexpr (complement)
    static_assert(std::is_same_v<value_t<decltype(~a())>, std::conditional_t<std::is_same_v<A, bool>, bool, promote_t<A>>>);
  if constexpr (opposite) static_assert(std::is_same_v<value_t<decltype(!a())>, bool>);
}

// A scalar is weak: it takes the reader's type, unless its kind is higher.
template <class A, class S>
void check_scalar() {
  using met = std::conditional_t<(kind_v<S> <= kind_v<A>), A, S>;
  constexpr bool bools = std::is_same_v<A, bool> && std::is_same_v<met, bool>;
  constexpr bool complex = ravel::is_complex_v<A> || ravel::is_complex_v<S>;
  using P = promoted_t<A, met>;
  static_assert(std::is_same_v<sum_t<buffer<A>, S>, P>);
  static_assert(std::is_same_v<difference_t<S, buffer<A>>, defined<!bools, P>>);
  static_assert(std::is_same_v<rest_t<buffer<A>, S>, defined<!bools && !complex, P>>);
  static_assert(std::is_same_v<order_t<S, buffer<A>>, defined<!complex, bool>>);
}

}  // namespace

TEST_CASE("operators give the promoted type of any two element types", "[lazy]") {
  support::element_types::each([]<class A>() { support::element_types::each([]<class B>() { check_pair<A, B>(); }); });
  SUCCEED("the assertions above hold");
}

TEST_CASE("operators of one operand give its promoted type", "[lazy]") {
  support::element_types::each([]<class A>() { check_one<A>(); });
  SUCCEED("the assertions above hold");
}

TEST_CASE("a scalar beside a reader is weak", "[lazy]") {
  using scalars = support::type_list<bool, int, long long, float, double, std::complex<float>>;
  support::element_types::each([]<class A>() { scalars::each([]<class S>() { check_scalar<A, S>(); }); });
  SUCCEED("the assertions above hold");
}

TEST_CASE("integers count by width, whatever their name", "[lazy]") {
  static_assert(std::is_same_v<sum_t<buffer<long long>, buffer<long>>, std::int64_t>);
  static_assert(std::is_same_v<sum_t<buffer<char>, buffer<short>>, std::int32_t>);
  static_assert(std::is_same_v<sum_t<buffer<unsigned long long>, int>, std::uint64_t>);
  SUCCEED("the assertions above hold");
}
