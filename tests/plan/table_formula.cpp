// SPDX-License-Identifier: BSL-1.0
// A column that a formula gives has the values of the same computation on columns.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/plan/text.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

const any_table trips{{"city", tensor<std::string>{"a", "b", "a"}},
                      {"km", tensor<double>{2, 5, 4}},
                      {"fare", tensor<int>{4, 20, 6}},
                      {"no word", tensor<int>{1, 2, 3}}};

}  // namespace

TEST_CASE("a formula of columns gives a column", "[plan]") {
  const any_table priced = with_column(trips, "per_km", "fare / km");
  CHECK(priced.names() == std::vector<std::string>{"city", "km", "fare", "no word", "per_km"});
  CHECK(equal(as<double>(priced.column("per_km").as_tensor()), tensor<double>{2, 4, 1.5}));
  const any_table ranked = with_column(priced, "fare", "rank(per_km) * where(city == \"a\", 1, -1)");
  CHECK(equal(as<double>(ranked.column("fare").as_tensor()), tensor<double>{2, -3, 1}));
  CHECK(ranked.names() == priced.names());
  const any_table named = with_column(trips, "twice", "`no word` * 2");
  CHECK(equal(as<int>(named.column("twice").as_tensor()), tensor<int>{2, 4, 6}));
}

TEST_CASE("a formula of a table that gives a number is repeated", "[plan]") {
  const any_table told = with_column(with_column(trips, "mean", "mean(km)"), "share", "km / rows");
  CHECK(equal(as<double>(told.column("mean").as_tensor()), tensor<double>{11.0 / 3, 11.0 / 3, 11.0 / 3}));
  CHECK(equal(as<double>(told.column("share").as_tensor()), tensor<double>{2.0 / 3, 5.0 / 3, 4.0 / 3}));
}

TEST_CASE("the number of rows is an operand of views and casts", "[plan]") {
  const auto column = [](const char* formula) { return cast<double>(with_column(trips, "w", formula).column("w").as_tensor()); };
  CHECK(equal(column("rows"), tensor<double>{3, 3, 3}));
  CHECK(equal(column("2 * rows"), tensor<double>{6, 6, 6}));
  CHECK(equal(column("length(km, 0)"), tensor<double>{3, 3, 3}));
  CHECK(equal(column("fare / cast<float64>(rows)"), tensor<double>{4.0 / 3, 20.0 / 3, 2}));
}

TEST_CASE("a formula of an empty table gives an empty column", "[plan]") {
  const any_table none{{"km", zeros<double>({0})}};
  CHECK(with_column(none, "twice", "km * 2").column("twice").as_tensor().size() == 0);
}

TEST_CASE("a wrong formula of a table is refused with its place", "[plan]") {
  CHECK_THROWS_WITH(with_column(trips, "x", "km + fair"), ContainsSubstring("no value named fair\n  km + fair\n       ^"));
  CHECK_THROWS_AS(with_column(trips, "x", "km + city"), type_error);
  CHECK_THROWS_WITH(with_column(trips, "x", "new_axis(km, 0)"), ContainsSubstring("[1 rows]") && ContainsSubstring("^"));
  CHECK_THROWS_WITH(with_column(trips, "x", "diff(km)"), ContainsSubstring("[(rows - 1)]"));
  CHECK_THROWS_AS(with_column(trips, "x", "2"), value_error);
  CHECK_THROWS_WITH(with_column(trips, "x", "fare % 0"), ContainsSubstring("\n  in fare % 0"));
  CHECK_THROWS_WITH(with_column(trips, "x", "fare % int64(0)"), ContainsSubstring("\n  in fare % int64(0)"));
}
