// SPDX-License-Identifier: BSL-1.0
// Patterns against the views and reductions that they stand for, and their mistakes.
#include <ravel/named.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <map>

using namespace ravel;

TEST_CASE("rearrange is reshape and transpose, a view", "[named]") {
  const tensor<int> t = reshape(arange<int>(24), {2, 3, 4});
  REQUIRE_EQUAL(rearrange(t, "a b c -> c a b"), transpose(t, {2, 0, 1}));
  REQUIRE_EQUAL(rearrange(t, "a b c -> (a b) c"), reshape(t, {6, 4}));
  REQUIRE_EQUAL(rearrange(t, "a b (c d) -> d (b a) c", {{"d", 2}}), reshape(transpose(reshape(t, {2, 3, 2, 2}), {3, 1, 0, 2}), {2, 6, 2}));
  REQUIRE_EQUAL(rearrange(t, "a ... -> ... a"), transpose(t, {1, 2, 0}));
  REQUIRE_EQUAL(rearrange(t, "... c -> c (...)"), transpose(reshape(t, {6, 4})));
  REQUIRE_EQUAL(rearrange(t, "a b c -> a 1 (b c) ()"), reshape(t, {2, 1, 12, 1}));
  REQUIRE_EQUAL(rearrange(reshape(t, {1, 24}), "1 (a b) -> b a", {{"a", 4}}), transpose(reshape(t, {4, 6})));
  REQUIRE_EQUAL(rearrange(t(0, 0, all), "a ... -> a ..."), t(0, 0, all));
  CHECK(is_view_of(rearrange(t, "a b c -> c (a b)"), t));
  rearrange(t, "a b c -> (c b a)")(slice(0, 2)) = -1;
  CHECK(t(0, 0, 0) == -1);
  CHECK(t(1, 0, 0) == -1);
  REQUIRE_EQUAL(rearrange(std::vector{t, t}, "n a b c -> (n a) b c"), concat(along(0), t, t));
  const auto image = random_normal<double>({2, 12, 3, 5}, 0, 1, 1);
  RAVEL_DIMS(b, c, h, w, h2, w2);
  REQUIRE_EQUAL(rearrange(image, "b (c h2 w2) h w -> b c (h h2) (w w2)", {{"h2", 2}, {"w2", 2}}),
                order(image(b, pack(c, h2(2), w2(2)), h, w), b, c, pack(h, h2), pack(w, w2)));
}

TEST_CASE("reduce and repeat by patterns", "[named]") {
  const auto t = random_normal<double>({2, 6, 4}, 0, 1, 2);
  CHECK(to_vector(reduce(t, "a b c -> c", reducer::max)) == to_vector(max(t, {0, 1})));
  CHECK(to_vector(reduce(t, "a (b two) c -> a b c", reducer::sum, {{"two", 2}})) == to_vector(sum(reshape(t, {2, 3, 2, 4}), 2)));
  CHECK(to_vector(reduce(t, "a b c -> ()", reducer::count)) == std::vector<index_t>{48});
  REQUIRE_EQUAL(repeat(t, "a b c -> a n b c", {{"n", 3}}), broadcast(new_axis(t, 1), {2, 3, 6, 4}));
  REQUIRE_EQUAL(repeat(t, "a b c -> (a n) b c", {{"n", 2}}), reshape(broadcast(new_axis(t, 1), {2, 2, 6, 4}), {4, 6, 4}));
}

TEST_CASE("an ellipsis stands for each of its axes, and in parentheses for one of all", "[named]") {
  const tensor<int> t = reshape(arange<int>(24), {2, 3, 4}), one = reshape(tensor<int>{7}, shape());
  CHECK_EQUAL(rearrange(t, "... c -> c ..."), transpose(t, {2, 0, 1}));
  CHECK_EQUAL(rearrange(t, "a ... c -> c ... a"), transpose(t, {2, 1, 0}));
  CHECK_EQUAL(rearrange(t, "a b ... -> (b ...) a"), transpose(reshape(t, {2, 12})));
  CHECK_EQUAL(rearrange(t, "... -> 1 ... ()"), reshape(t, {1, 2, 3, 4, 1}));
  CHECK_EQUAL(rearrange(t, "... -> (...)"), flat(t));
  CHECK_EQUAL(rearrange(t, "a b c ... -> ... c b a"), transpose(t));
  CHECK_EQUAL(rearrange(t, "a b c ... -> a b c (...)"), reshape(t, {2, 3, 4, 1}));
  CHECK_EQUAL(rearrange(zeros<int>({2, 0, 4}), "a ... -> ... a"), zeros<int>({0, 4, 2}));
  CHECK_EQUAL(rearrange(one, "... -> ..."), one);
  CHECK_EQUAL(rearrange(one, "... -> (...)"), tensor<int>{7});
  CHECK_EQUAL(reduce(t, "... c -> ...", reducer::max), max(t, 2));
  CHECK_EQUAL(reduce(t, "a ... -> ... ()", reducer::max), reshape(max(t, 0), {3, 4, 1}));
  CHECK_EQUAL(reduce(t, "a ... -> (...)", reducer::max), flat(max(t, 0)));
  CHECK_EQUAL(reduce(t, "a ... -> a", reducer::max), max(t, {1, 2}));
  CHECK_EQUAL(repeat(t, "a ... -> ... n a", {{"n", 2}}), broadcast(new_axis(transpose(t, {1, 2, 0}), 2), {3, 4, 2, 2}));
  CHECK_EQUAL(repeat(t, "... -> (... 2)"), reshape(broadcast(new_axis(t, 3), {2, 3, 4, 2}), {48}));
  const tensor<int> turned = rearrange(t, "a ... -> ... a");
  turned(2, 3, 1) = -1;
  CHECK(t(1, 2, 3) == -1);
}

TEST_CASE("patterns with an ellipsis are refused as einops does", "[named]") {
  const auto t = zeros<int>({2, 6});
  CHECK_THROWS_WITH(rearrange(t, "(...) -> ..."), "rearrange: an ellipsis stands in no parentheses on the left\n  (...) -> ...\n   ^");
  CHECK_THROWS_AS(rearrange(t, "a (... 1) -> a ..."), value_error);
  CHECK_THROWS_AS(reduce(t, "(...) -> ", reducer::max), value_error);
  CHECK_THROWS_AS(repeat(t, "(...) -> ... 2"), value_error);
  // Also where it stands for nothing.
  CHECK_THROWS_WITH(rearrange(t, "a b ... -> a b"), "rearrange: this is missing on the right\n  a b ... -> a b\n      ^");
  CHECK_THROWS_AS(repeat(t, "a b ... -> a b 2"), value_error);
  CHECK_EQUAL(reduce(t, "a b ... -> b", reducer::max), max(t, 0));
  CHECK_THROWS_AS(rearrange(t, "a b -> a b ..."), value_error);
  CHECK_THROWS_AS(repeat(t, "a b -> a b ...", {{"...", 3}}), value_error);
  CHECK_THROWS_AS(rearrange(t, "... a ... -> a ..."), value_error);
  CHECK_THROWS_AS(rearrange(t, "a... -> ... a"), value_error);
  CHECK_THROWS_AS(rearrange(t, "a .... -> .... a"), value_error);
  CHECK_THROWS_AS(rearrange(t, "a .. -> a .."), value_error);
  CHECK_THROWS_AS(reduce(t, "2 b -> b", reducer::max, {{"2@0", 2}}), value_error);
}

TEST_CASE("any function along axes reduces by a pattern", "[named]") {
  const auto t = random_normal<double>({2, 6, 4}, 0, 1, 2);
  using numbers = tensor<const double>;
  using truths = tensor<const bool>;
  const auto middle = [](const numbers& x, const ints& on) { return median(x, on); };
  REQUIRE_EQUAL(reduce(t, "a b c -> c a", middle), transpose(median(t, 1)));
  REQUIRE_EQUAL(reduce(t, "a (b two) c -> b (a c)", [](const numbers& x, const ints& on) { return product(x, on); }, {{"two", 2}}),
                reshape(transpose(product(reshape(t, {2, 3, 2, 4}), 2), {1, 0, 2}), {3, 8}));
  REQUIRE_EQUAL(reduce(t > 1.0, "a b c -> b", [](const truths& x, const ints& on) { return any_of(x, on); }), any_of(t > 1.0, {0, 2}));
  CHECK(reduce(t > -9.0, "... ->", [](const truths& x, const ints& on) { return all_of(x, on); })());
  const std::vector<tensor<double>> both{clone(t), clone(t * 2.0)};
  REQUIRE_EQUAL(reduce(both, "n a b c -> a b c", middle), t * 1.5);
  CHECK_THROWS_WITH(reduce(t, "a b c -> c", [](const numbers& x, const ints&) { return x; }),
                    "reduce \"a b c -> c\": the function gives shape [4 2 6], the axes that stay have [4]");
}

TEST_CASE("extents of patterns are known at run time", "[named]") {
  const tensor<int> t = reshape(arange<int>(12), {2, 6});
  std::vector<std::pair<std::string, index_t>> sizes{{"c", 2}};
  REQUIRE_EQUAL(rearrange(t, "a (b c) -> c b a", sizes), rearrange(t, "a (b c) -> c b a", {{"c", 2}}));
  sizes.emplace_back("b", 3);
  REQUIRE_EQUAL(reduce(t, "a (b c) -> b", reducer::max, sizes), max(reshape(t, {2, 3, 2}), {0, 2}));
  const auto most = [](const tensor<const int>& x, const ints& on) { return max(x, on); };
  REQUIRE_EQUAL(reduce(t, "a (b c) -> b", most, sizes), max(reshape(t, {2, 3, 2}), {0, 2}));
  REQUIRE_EQUAL(repeat(t, "a b -> n a b", std::map<std::string, int>{{"n", 3}}), broadcast(new_axis(t, 0), {3, 2, 6}));
}

TEST_CASE("axes without names, and lists of tensors", "[named]") {
  const tensor<int> t = reshape(arange<int>(12), {2, 6});
  REQUIRE_EQUAL(reduce(t, "a (b 2) -> a b", reducer::max), max(reshape(t, {2, 3, 2}), 2));
  REQUIRE_EQUAL(reduce(t, "2 b -> b", reducer::min), min(t, 0));
  REQUIRE_EQUAL(reduce(t, "(2 a) (3 b) -> a b", reducer::max), max(reshape(t, {2, 1, 3, 2}), {0, 2}));
  REQUIRE_EQUAL(repeat(t, "a b -> a 3 b"), broadcast(new_axis(t, 1), {2, 3, 6}));
  REQUIRE_EQUAL(repeat(t, "a b -> (a 2) (3 b)"), reshape(broadcast(reshape(t, {2, 1, 1, 6}), {2, 2, 3, 6}), {4, 18}));
  REQUIRE_EQUAL(repeat(t, "... -> ... 2"), broadcast(new_axis(t, 2), {2, 6, 2}));
  const std::vector<tensor<int>> both{t, clone(t + 1)};
  REQUIRE_EQUAL(reduce(both, "n a b -> a b", reducer::max), t + 1);
  REQUIRE_EQUAL(repeat(both, "n a b -> b n a 2"), broadcast(new_axis(transpose(stack(along(0), t, t + 1), {2, 0, 1}), 3), {6, 2, 2, 2}));
  CHECK_THROWS_WITH(reduce(t, "3 b -> b", reducer::min), "reduce: axis 0 of shape [2 6] is not 3\n  3 b -> b\n  ^");
  CHECK_THROWS_WITH(repeat(t, "a b -> a 3b b"),
                    "repeat: an extent, a name, a parenthesis, ... or 1 is expected here\n  a b -> a 3b b\n           ^");
  CHECK_THROWS_AS(repeat(t, "a b -> a b 99999999999999999999"), value_error);
  CHECK_THROWS_AS(repeat(t, "a 6 -> a"), value_error);
  CHECK_THROWS_AS(reduce(std::vector<tensor<int>>(), "n a -> a", reducer::max), error);
}

TEST_CASE("mistakes in patterns are shown in their place", "[named]") {
  const tensor<int> t = zeros<int>({2, 6});
  CHECK_THROWS_WITH(rearrange(t, "a b"), "rearrange: a pattern has two sides, and -> between them\n  a b\n     ^");
  CHECK_THROWS_WITH(rearrange(t, "a b -> a"), "rearrange: this is missing on the right\n  a b -> a\n    ^");
  CHECK_THROWS_WITH(rearrange(t, "a b -> a b c"), "rearrange: this is missing on the left\n  a b -> a b c\n             ^");
  CHECK_THROWS_WITH(rearrange(t, "a a -> a"), "rearrange: this occurs twice on one side\n  a a -> a\n    ^");
  CHECK_THROWS_WITH(rearrange(t, "a (b c) -> a b c"), "rearrange: two extents of one axis are not stated\n  a (b c) -> a b c\n       ^");
  CHECK_THROWS_WITH(rearrange(t, "a (b -> a b"), "rearrange: this is not closed\n  a (b -> a b\n    ^");
  CHECK_THROWS_WITH(rearrange(t, "a ((b)) -> a b"), "rearrange: parentheses do not stand in parentheses\n  a ((b)) -> a b\n     ^");
  CHECK_THROWS_WITH(rearrange(t, "a 6 -> a"), "rearrange: an axis of another extent than 1 has a name\n  a 6 -> a\n    ^");
  CHECK_THROWS_WITH(rearrange(t, "a + -> a"), "rearrange: a name, a parenthesis, ... or 1 is expected here\n  a + -> a\n    ^");
  CHECK_THROWS_WITH(rearrange(t, "a (b c) -> a b c", {{"c", 4}}),
                    "rearrange: axis 1 of shape [2 6] does not divide by 4\n  a (b c) -> a b c\n    ^");
  CHECK_THROWS_WITH(rearrange(t, "a 1 -> a"), "rearrange: axis 1 of shape [2 6] is not 1\n  a 1 -> a\n    ^");
  CHECK_THROWS_WITH(rearrange(t, "a () -> a"), "rearrange: axis 1 of shape [2 6] is not 1\n  a () -> a\n    ^");
  CHECK_THROWS_WITH(rearrange(t, "a -> a"), "rearrange: the left has 1 axis, the shape is [2 6]\n  a -> a\n   ^");
  CHECK_THROWS_WITH(rearrange(t, " -> "), "rearrange: the left has 0 axes, the shape is [2 6]\n   -> \n  ^");
  CHECK_THROWS_WITH(rearrange(t, "a (b c) d -> a"), "rearrange: the left has 3 axes, the shape is [2 6]\n  a (b c) d -> a\n          ^");
  CHECK_THROWS_WITH(rearrange(t, "a ... b c -> a"), "rearrange: the left has 3 axes, the shape is [2 6]\n  a ... b c -> a\n          ^");
  CHECK_THROWS_AS(rearrange(t, "a -> a"), shape_error);
  CHECK_THROWS_WITH(rearrange(t, "a b -> b a", {{"c", 4}}),
                    "rearrange: there is no axis c, whose extent is given\n  a b -> b a\n            ^");
  CHECK_THROWS_WITH(rearrange(t, "a (b c) -> a b c", {{"c", -3}}),
                    "rearrange: the extent of this is -3, which is negative\n  a (b c) -> a b c\n       ^");
  CHECK_THROWS_WITH(repeat(t, "a b -> a b c", {{"c", -1}}),
                    "repeat: the extent of this is -1, which is negative\n  a b -> a b c\n             ^");
  CHECK_THROWS_AS(repeat(t, "a b -> a b c", {{"c", -1}}), shape_error);
  CHECK_THROWS_WITH(repeat(t, "a b -> a c b", {{"c", 1}, {"c", 2}}),
                    "repeat: the extent of this is given twice\n  a b -> a c b\n           ^");
  const index_t far = index_t{1} << 40;
  CHECK_THROWS_WITH(repeat(t, "a b -> a b c d", {{"c", far}, {"d", far}}), Catch::EndsWith("\n  a b -> a b c d\n               ^"));
  CHECK_THROWS_WITH(repeat(t, "a b -> a b (c d)", {{"c", far}, {"d", far}}), Catch::EndsWith("\n  a b -> a b (c d)\n                ^"));
  CHECK_THROWS_AS(rearrange(t, "a (b c d) -> a b c d", {{"b", far}, {"c", far}}), overflow_error);
  CHECK_THROWS_WITH(reduce(zeros<int>({0, 3}), "a b -> b", reducer::max), Catch::StartsWith("reduce \"a b -> b\": max of no elements"));
  CHECK_THROWS_WITH(rearrange(std::vector<tensor<int>>(), "n a -> a n"), "rearrange \"n a -> a n\": stack needs at least one tensor");
  CHECK_THROWS_WITH(repeat(t, "a b -> a b c", {}), "repeat: the extent of this is not stated\n  a b -> a b c\n             ^");
}
