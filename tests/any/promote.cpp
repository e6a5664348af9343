// SPDX-License-Identifier: BSL-1.0
// The table of promotion at run time is the one of types, for every pair; and the operations on each type beside one of each kind give the
// elements and the type that the functions of elements give.
#include <ravel/any/any_tensor.hpp>
#include <ravel/any/elementwise.hpp>
#include <ravel/base/error.hpp>
#include <ravel/element/detail/functions.hpp>
#include <ravel/tensor/make.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::for_each_type;
using Catch::Matchers::ContainsSubstring;

namespace {

template <class F>
void for_each_pair(F f) {
  for_each_type([&](auto a) { for_each_type([&](auto b) { f(typename decltype(a)::type(), typename decltype(b)::type()); }); });
}
// Each type, beside one of each kind.
template <class F>
void for_each_typical_pair(F f) {
  for_each_type([&](auto a) { for_each_kind_of_type([&](auto b) { f(typename decltype(a)::type(), typename decltype(b)::type()); }); });
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

// What F gives of each two elements, if it takes them.
template <class F, class A, class B>
std::optional<any_tensor> each_by(const tensor<A>& a, const tensor<B>& b) {
  if constexpr (std::invocable<F, A, B>) {
    const auto made = empty<decltype(F{}(A(), B()))>(a.shape());
    for (index_t i = 0; i < a.size(); ++i) made(i) = F{}(a(i), b(i));
    return made;
  } else {
    return std::nullopt;
  }
}

struct operation {
  const char* name;
  any_tensor (*of)(const any_tensor&, const any_tensor&);
};
#define OPERATION(name, ...)                                                                 \
  operation {                                                                                \
    name, [](const any_tensor& x, const any_tensor& y) -> any_tensor { return __VA_ARGS__; } \
  }
constexpr operation operations[] = {
    OPERATION("+", x + y),
    OPERATION("-", x - y),
    OPERATION("*", x* y),
    OPERATION("/", x / y),
    OPERATION("%", x % y),
    OPERATION("^", x ^ y),
    OPERATION("==", x == y),
    OPERATION("!=", x != y),
    OPERATION("<", x < y),
    OPERATION(">=", x >= y),
    OPERATION("minimum", minimum(x, y)),
    OPERATION("checked_mul", checked_mul(x, y)),
};
#undef OPERATION
template <class A, class B>
std::vector<std::optional<any_tensor>> each_by_operations(const tensor<A>& a, const tensor<B>& b) {
  return {each_by<detail::plus>(a, b),          each_by<detail::minus>(a, b),   each_by<detail::times>(a, b),
          each_by<detail::divided_by>(a, b),    each_by<detail::modulus>(a, b), each_by<detail::bit_xor>(a, b),
          each_by<detail::equals>(a, b),        each_by<detail::differs>(a, b), each_by<detail::less>(a, b),
          each_by<detail::greater_equal>(a, b), each_by<detail::smaller>(a, b), each_by<detail::checked_times>(a, b)};
}

// It has that type and those elements; where there are none it is a type_error that names the first type.
void check_operation(const operation& tried, const any_tensor& x, const any_tensor& y, const std::optional<any_tensor>& expected) {
  CAPTURE(tried.name, x.dtype(), y.dtype());
  if (!expected) {
    CHECK_THROWS_AS(tried.of(x, y), type_error);
    CHECK_THROWS_WITH(tried.of(x, y), ContainsSubstring(std::string(name(x.dtype()))));
    return;
  }
  const any_tensor found = tried.of(x, y);
  CHECK(found.dtype() == expected->dtype());
  CHECK(equal(found, *expected));
}

void check_where(const any_tensor& a, const any_tensor& b, const std::optional<any_tensor>& expected) {
  CAPTURE(a.dtype(), b.dtype());
  const any_tensor mask(tensor<bool>{true, false, true});
  if (!expected) {
    CHECK_THROWS_AS(where(mask, a, b), type_error);
    return;
  }
  const any_tensor found = where(mask, a, b);
  CHECK(found.dtype() == expected->dtype());
  CHECK(equal(found, *expected));
}

void check_table(dtype a, dtype b, std::optional<dtype> promoted, dtype beside_data) {
  CAPTURE(a, b);
  CHECK(promote(a, b) == promoted);
  CHECK(weak_scalar(a, b) == beside_data);
}

}  // namespace

TEST_CASE("the table at run time is the one of types", "[any]") {
  for_each_pair([](auto a, auto b) {
    using A = decltype(a);
    using B = decltype(b);
    check_table(dtype_of<A>(), dtype_of<B>(), promoted_at_compile_time<A, B>(), dtype_of<weak_scalar_t<A, B>>());
  });
  for_each_type([](auto type) {
    using T = typename decltype(type)::type;
    CHECK(sum_type(dtype_of<T>()) == dtype_of<sum_t<T>>());
  });
  CHECK(!promote(dtype::uint64, dtype::int8));
  CHECK_THROWS_AS(promote(dtype::other, dtype::int8), type_error);
}

TEST_CASE("every operation on every type beside one of each kind", "[any]") {
  support::random r(3);
  for_each_typical_pair([&](auto zero_a, auto zero_b) {
    const tensor<decltype(zero_a)> a = samples<decltype(zero_a)>(r);
    const tensor<decltype(zero_b)> b = samples<decltype(zero_b)>(r);
    const auto expected = each_by_operations(a, b);
    REQUIRE(expected.size() == std::size(operations));
    for (std::size_t k = 0; k < expected.size(); ++k) check_operation(operations[k], a, b, expected[k]);
  });
}

TEST_CASE("where on every pair of types", "[any]") {
  for_each_pair([&](auto zero_a, auto zero_b) {
    using A = decltype(zero_a);
    using B = decltype(zero_b);
    std::optional<any_tensor> expected;
    if constexpr (std::invocable<detail::chosen, bool, A, B>) {
      using R = decltype(detail::chosen{}(true, A(), B()));
      expected = tensor<R>{R(1), R(0), R(1)};
    }
    check_where(full<A>({3}, A(1)), full<B>({3}, B(0)), expected);
  });
  CHECK_THROWS_WITH(where(any_tensor(tensor<int>{1}), 1, any_tensor(tensor<int>{1})), ContainsSubstring("int32"));
}
