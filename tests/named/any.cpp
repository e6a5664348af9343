// SPDX-License-Identifier: BSL-1.0
// Patterns and contractions of run-time types give what they give of tensors with their types.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <string>

using namespace ravel;

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
