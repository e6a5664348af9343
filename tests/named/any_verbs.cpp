// SPDX-License-Identifier: BSL-1.0
// Verbs along dims of run-time types give what they give along the dims of a tensor with the type.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>
#include "require_same.hpp"

#include <string>

using namespace ravel;

using named_tests::numbers, named_tests::require_same;

namespace {

const dim i("i"), j("j");

}  // namespace

#define SAME(name)                                                            \
  require_same(order(ravel::name(e, j), i), order(ravel::name(typed, j), i)); \
  require_same(order(ravel::name(e, i), j), order(ravel::name(typed, i), j));

TEMPLATE_TEST_CASE("verbs of types with an order", "[named][any]", std::int8_t, std::uint64_t, float) {
  const auto t = numbers<TestType>();
  const auto typed = t(i, j);
  const any_named e = any_tensor(t)(i, j);
  SAME(sum)
  SAME(product)
  SAME(mean)
  SAME(min)
  SAME(max)
  SAME(argmin)
  SAME(argmax)
  SAME(argmin_last)
  SAME(argmax_last)
  SAME(variance)
  SAME(var)
  SAME(standard_deviation)
  SAME(std)
  SAME(norm)
  SAME(logsumexp)
  SAME(most_common)
  SAME(count_unique)
  require_same(order(sum(e, {i, j})), order(sum(typed, {i, j})));
  require_same(order(sum(any_tensor(t)(i), {i, 0})), order(sum(t(i), {i, 0})));
  require_same(order(max(any_tensor(t)(i), 0), i), order(max(t(i), 0), i));
  require_same(order(nth_element(e, 2, j), i), order(nth_element(typed, 2, j), i));
  require_same(order(variance(e, j, ddof{1}), i), order(variance(typed, j, ddof{1}), i));
  require_same(order(sum(e, j, nan_policy::skip), i), order(sum(typed, j, nan_policy::skip), i));
  require_same(order(mean(e, std::vector<dim>{j}), i), order(mean(typed, std::vector<dim>{j}), i));
}

#undef SAME

TEST_CASE("rearrange and repeat are views of any type", "[named][any]") {
  const auto t = clone(compute<int>({2, 6}, [](index_t i, index_t j) { return static_cast<int>(6 * i + j); }));
  const any_tensor x = t;
  REQUIRE_EQUAL(as<int>(rearrange(x, "a (b c) -> b a c", {{"b", 2}})), rearrange(t, "a (b c) -> b a c", {{"b", 2}}));
  CHECK(rearrange(x, "a b -> b a").writable());
  CHECK(equal(rearrange(any_reader(x), "(b a) -> a b", {{"b", 2}}), rearrange(flat(t), "(b a) -> a b", {{"b", 2}})));
  REQUIRE_EQUAL(as<int>(repeat(x, "a b -> a n b", {{"n", 3}})), repeat(t, "a b -> a n b", {{"n", 3}}));
  CHECK(!repeat(x, "a b -> a n b", {{"n", 3}}).writable());
  const any_tensor words = as_tensor(buffer<std::string>{"a", "b", "c", "d"}, {2, 2});
  CHECK(as<std::string>(rearrange(words, "a b -> b a"))(0, 1) == "c");
  CHECK_THROWS_AS(rearrange(x, "a -> a"), shape_error);
  REQUIRE_EQUAL(as<int>(reduce(x, "a (b c) -> a c", reducer::max, {{"b", 2}})), reduce(t, "a (b c) -> a c", reducer::max, {{"b", 2}}));
}

TEST_CASE("einsum of run-time types promotes as types do", "[named][any]") {
  const auto a = clone(compute<std::int8_t>({2, 3}, [](index_t i, index_t j) { return static_cast<std::int8_t>(i + j); }));
  const auto b = clone(compute<float>({3, 4}, [](index_t i, index_t j) { return static_cast<float>(i) / 2 - static_cast<float>(j); }));
  REQUIRE_EQUAL(as<float>(einsum("ij,jk->ik", any_tensor(a), any_tensor(b))), einsum("ij,jk->ik", a, b));
  REQUIRE_EQUAL(as<float>(einsum("ij,jk->ik", any_tensor(a), b)), einsum("ij,jk->ik", a, b));
  REQUIRE_EQUAL(as<std::int64_t>(einsum("ij->j", any_tensor(a))), einsum("ij->j", a));
  REQUIRE_EQUAL(as<std::int64_t>(einsum("ij,ij->", std::vector<any_tensor>{a, a})), einsum("ij,ij->", a, a));
  CHECK_THROWS_AS(einsum("i,i->", any_tensor(zeros<std::int64_t>({2})), any_tensor(zeros<std::uint64_t>({2}))), type_error);
  CHECK_THROWS_AS(einsum("i->", any_tensor(as_tensor(buffer<std::string>{"a"}, 1))), type_error);
  CHECK_THROWS_AS(einsum("", std::vector<any_tensor>()), value_error);
}
