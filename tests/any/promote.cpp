// SPDX-License-Identifier: BSL-1.0
// The table of promotion at run time is the one of types, for every pair; and the operations on every pair of types give the elements and
// the type that the functions of elements give.
#include <ravel/any/any_tensor.hpp>
#include <ravel/any/elementwise.hpp>
#include <ravel/any/promote.hpp>
#include <ravel/base/error.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

using namespace ravel;

namespace {

template <class F>
void for_each_type(F f) {
  for (int k = 0; k < static_cast<int>(dtype::other); ++k) detail::with_type(static_cast<dtype>(k), f);
}
template <class F>
void for_each_pair(F f) {
  for_each_type([&](auto a) { for_each_type([&](auto b) { f(typename decltype(a)::type(), typename decltype(b)::type()); }); });
}

template <class A, class B>
std::optional<dtype> promoted_at_compile_time() {
  if constexpr (promotable<A, B>) return dtype_of<promote_t<A, B>>();
  return std::nullopt;
}

template <class T>
tensor<T> samples(support::random& r) {
  const tensor<T> made = empty<T>({7});
  for (index_t i = 0; i < 7; ++i) {
    made(i) = r.small<T>();
    if (made(i) == T(0)) made(i) = T(1);  // something to divide by
  }
  return made;
}

// Does the any_tensor hold these elements?
template <class R>
bool holds(const any_tensor& x, const std::vector<R>& expected) {
  if (x.dtype() != dtype_of<R>() || x.shape() != shape{std::ssize(expected)}) return false;
  const auto found = as<R>(x);
  for (index_t i = 0; i < found.size(); ++i) {
    if (found(i) != expected[static_cast<std::size_t>(i)]) return false;
  }
  return true;
}

// op on tensors, on a tensor and a value, is f on elements; where there is no such f it is a type_error.
template <class F, class A, class B, class Op>
bool agrees(const tensor<A>& a, const tensor<B>& b, Op op) {
  const any_tensor x(a), y(b);
  if constexpr (std::invocable<F, A, B>) {
    std::vector<decltype(F{}(A(), B()))> expected;
    for (index_t i = 0; i < a.size(); ++i) expected.push_back(F{}(a(i), b(i)));
    return holds(op(x, y), expected);
  } else {
    try {
      static_cast<void>(op(x, y));
    } catch (const type_error& e) {
      return std::string(e.what()).find(name(dtype_of<A>())) != std::string::npos;
    }
    return false;
  }
}

}  // namespace

TEST_CASE("the table at run time is the one of types", "[any]") {
  for_each_pair([](auto a, auto b) {
    using A = decltype(a);
    using B = decltype(b);
    CAPTURE(dtype_of<A>(), dtype_of<B>());
    CHECK(promote(dtype_of<A>(), dtype_of<B>()) == promoted_at_compile_time<A, B>());
    CHECK(weak_scalar(dtype_of<A>(), dtype_of<B>()) == dtype_of<weak_scalar_t<A, B>>());
  });
  for_each_type([](auto type) {
    using T = typename decltype(type)::type;
    CHECK(sum_type(dtype_of<T>()) == dtype_of<sum_t<T>>());
  });
  CHECK(!promote(dtype::uint64, dtype::int8));
  CHECK_THROWS_AS(promote(dtype::other, dtype::int8), type_error);
}

TEST_CASE("every operation on every pair of types", "[any]") {
  support::random r(3);
  for_each_pair([&](auto zero_a, auto zero_b) {
    using A = decltype(zero_a);
    using B = decltype(zero_b);
    const tensor<A> a = samples<A>(r);
    const tensor<B> b = samples<B>(r);
    CAPTURE(dtype_of<A>(), dtype_of<B>());
    CHECK(agrees<detail::plus>(a, b, [](const auto& x, const auto& y) { return x + y; }));
    CHECK(agrees<detail::minus>(a, b, [](const auto& x, const auto& y) { return x - y; }));
    CHECK(agrees<detail::times>(a, b, [](const auto& x, const auto& y) { return x * y; }));
    CHECK(agrees<detail::divided_by>(a, b, [](const auto& x, const auto& y) { return x / y; }));
    CHECK(agrees<detail::modulus>(a, b, [](const auto& x, const auto& y) { return x % y; }));
    CHECK(agrees<detail::bit_xor>(a, b, [](const auto& x, const auto& y) { return x ^ y; }));
    CHECK(agrees<detail::equals>(a, b, [](const auto& x, const auto& y) { return x == y; }));
    CHECK(agrees<detail::differs>(a, b, [](const auto& x, const auto& y) { return x != y; }));
    CHECK(agrees<detail::less>(a, b, [](const auto& x, const auto& y) { return x < y; }));
    CHECK(agrees<detail::greater_equal>(a, b, [](const auto& x, const auto& y) { return x >= y; }));
    CHECK(agrees<detail::smaller>(a, b, [](const auto& x, const auto& y) { return minimum(x, y); }));
    CHECK(agrees<detail::checked_times>(a, b, [](const auto& x, const auto& y) { return checked_mul(x, y); }));
  });
}

TEST_CASE("where on every pair of types", "[any]") {
  const any_tensor mask(tensor<bool>{true, false, true});
  for_each_pair([&](auto zero_a, auto zero_b) {
    using A = decltype(zero_a);
    using B = decltype(zero_b);
    CAPTURE(dtype_of<A>(), dtype_of<B>());
    const any_tensor a(full<A>({3}, A(1))), b(full<B>({3}, B(0)));
    if constexpr (std::invocable<detail::chosen, bool, A, B>) {
      using R = decltype(detail::chosen{}(true, A(), B()));
      CHECK(holds<R>(where(mask, a, b), {R(1), R(0), R(1)}));
    } else {
      CHECK_THROWS_AS(where(mask, a, b), type_error);
    }
  });
  CHECK_THROWS_WITH(where(any_tensor(tensor<int>{1}), 1, any_tensor(tensor<int>{1})), Catch::Matchers::ContainsSubstring("int32"));
}
