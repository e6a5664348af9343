// SPDX-License-Identifier: BSL-1.0
// Functions of text keep the shape of a tensor; parse names the element that is no number by its coordinates in what was parsed.
#include <ravel/op.hpp>
#include <ravel/op/keys/split.hpp>
#include <ravel/tensor.hpp>
#include <ravel/tensor/words.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using ravel::tensor, ravel::index_t, ravel::all;
using words = tensor<std::string>;

TEST_CASE("every function of text keeps the shape", "[tensor]") {
  const words w{{"a,B", " c"}, {"", "Bd"}, {"-1", "B,B,B"}};
  REQUIRE_EQUAL(lower(w), words{{"a,b", " c"}, {"", "bd"}, {"-1", "b,b,b"}});
  REQUIRE_EQUAL(upper(w), words{{"A,B", " C"}, {"", "BD"}, {"-1", "B,B,B"}});
  REQUIRE_EQUAL(trim(w), words{{"a,B", "c"}, {"", "Bd"}, {"-1", "B,B,B"}});
  REQUIRE_EQUAL(length(w), tensor<index_t>{{3, 2}, {0, 2}, {2, 5}});
  REQUIRE_EQUAL(starts_with(w, "B"), tensor<bool>{{false, false}, {false, true}, {false, true}});
  REQUIRE_EQUAL(ends_with(w, "B"), tensor<bool>{{true, false}, {false, false}, {false, true}});
  REQUIRE_EQUAL(contains(w, ","), tensor<bool>{{true, false}, {false, false}, {false, true}});
  REQUIRE_EQUAL(replace(w, "B", "x"), words{{"a,x", " c"}, {"", "xd"}, {"-1", "x,x,x"}});
  REQUIRE_EQUAL(part(w, ",", 1), words{{"B", ""}, {"", ""}, {"", "B"}});
  REQUIRE_EQUAL(part_count(w, ","), tensor<index_t>{{2, 1}, {1, 1}, {1, 3}});
  CHECK(parts(w, ",").shape() == ravel::shape{3, 2});
  CHECK(parts(transpose(w), ",")(1, 2) == std::vector<std::string>{"B", "B", "B"});
  REQUIRE_EQUAL(ravel::parse_or<int>(w, 7), tensor<int>{{7, 7}, {7, 7}, {-1, 7}});
  REQUIRE_EQUAL(ravel::parses<int>(w), tensor<bool>{{false, false}, {false, false}, {true, false}});
  REQUIRE_EQUAL(format(tensor<double>{{0.5, 2}, {-1, 1e22}}), words{{"0.5", "2"}, {"-1", "1e+22"}});
}

TEST_CASE("parse of a tensor keeps its shape, is lazy, and names the element", "[tensor]") {
  const words w{{"1", "2", "3"}, {"4", "x", "6"}};
  const auto numbers = ravel::parse<int>(w);
  CHECK(numbers.shape() == ravel::shape{2, 3});
  CHECK(numbers(1, 2) == 6);
  REQUIRE_EQUAL(numbers(0, all), tensor<int>{1, 2, 3});
  CHECK_THROWS_WITH(numbers(1, 1), "parse: element 1, 1, \"x\", is no int32");
  CHECK_THROWS_WITH(clone(numbers), "parse: element 1, 1, \"x\", is no int32");
  CHECK_THROWS_WITH(sum(transpose(numbers)), "parse: element 1, 1, \"x\", is no int32");
  CHECK_THROWS_WITH(clone(numbers(1, all)), "parse: element 1, 1, \"x\", is no int32");
  // The coordinates are those of what was parsed.
  CHECK_THROWS_WITH(clone(ravel::parse<double>(transpose(w)(1, all))), "parse: element 1, \"x\", is no float64");
  CHECK_THROWS_WITH(ravel::parse<int>(reshape(words{"?"}, {}))(), "parse: element \"?\", is no int32");
  REQUIRE_EQUAL(ravel::parse<std::uint8_t>(trim(words{{" 1"}, {"255 "}})) + 1, tensor<int>{{2}, {256}});
  REQUIRE_EQUAL(nonzero(!ravel::parses<int>(w)), tensor<index_t>{{1, 1}});
  CHECK(ravel::parse<int>(ravel::full({0, 3}, std::string())).shape() == ravel::shape{0, 3});
  const tensor<const std::string_view> views(ravel::dims::row_major({1, 1}), ravel::buffer<std::string_view>{"5"});
  REQUIRE_EQUAL(ravel::parse<long long>(views), tensor<long long>{{5}});
}
