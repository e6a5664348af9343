// SPDX-License-Identifier: BSL-1.0
// any_table: what makes columns a table, what it shares, and what it says where it is none.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a table shares the columns that it is made of", "[any]") {
  const buffer<double> prices{1.5, 2, 3.25};
  const any_table t{{"city", buffer<std::string>{"Bern", "Ulm", "Bern"}}, {"price", prices}, {"id", iota<std::int64_t>(3)}};
  CHECK(t.size() == 3);
  CHECK(t.names() == std::vector<std::string>{"city", "price", "id"});
  CHECK(t.columns().size() == 3);
  CHECK(t.has_column("price"));
  CHECK_FALSE(t.has_column("pric"));
  const tensor<const double> read = as<double>(t.column("price").as_tensor());
  CHECK(read.data() == prices.data());
  prices[1] = 20;
  CHECK(t.column("price")[1] == 20);
  CHECK(t["price"][1] == 20);
  CHECK_THROWS_AS(t["pric"], value_error);
  CHECK(t.column("city").dtype() == dtype::string);
  const any_table shared = t;
  CHECK(same(shared, t));
  CHECK(any_table(t).column("id")[2] == 2);  // also of one that is gone when it is read
  const any_table again(t.names(), t.columns());
  CHECK_FALSE(same(again, t));
  CHECK(again.column("city")[1] == "Ulm");
}

TEST_CASE("tables without columns or rows", "[any]") {
  const any_table none;
  CHECK(none.size() == 0);
  CHECK(none.names().empty());
  CHECK_THROWS_WITH(none.column("a"), "a table has no column \"a\": it has none");
  CHECK_THROWS_AS(none.column("a"), value_error);
  const any_table empty{{"a", make_buffer<int>(0)}, {"b", make_buffer<std::string>(0)}};
  CHECK(empty.size() == 0);
  CHECK(empty.columns().size() == 2);
}

TEST_CASE("arrays by name are a table", "[any]") {
  const any_table t(std::map<std::string, any_tensor>{{"b", tensor<int>{1, 2}}, {"a", tensor<float>{3, 4}}});
  CHECK(t.names() == std::vector<std::string>{"a", "b"});
  CHECK(t.column("a").dtype() == dtype::float32);
  const std::map<std::string, any_tensor> square{{"m", zeros(dtype::int8, {2, 3})}};
  CHECK_THROWS_WITH(any_table(square), "column \"m\" of a table has one axis, not the shape [2 3]");
  CHECK_THROWS_AS(any_table(square), shape_error);
}

TEST_CASE("values that are no table", "[any]") {
  const buffer<int> two{1, 2}, three{1, 2, 3};
  CHECK_THROWS_WITH((any_table{{"a", two}, {"b", three}}), "column \"b\" has 3 elements, and \"a\" has 2");
  CHECK_THROWS_AS((any_table{{"a", two}, {"b", three}}), shape_error);
  CHECK_THROWS_WITH((any_table{{"a", two}, {"b", two}, {"a", two}}), "two columns of a table are named \"a\"");
  CHECK_THROWS_AS((any_table{{"a", two}, {"a", two}}), value_error);
  CHECK_THROWS_WITH(any_table(std::vector<std::string>{"a"}, {two, two}), "1 name for 2 columns of a table");
  const any_table t{{"a", two}, {"b", two}};
  CHECK_THROWS_WITH(t.column("c"), "a table has no column \"c\": there are \"a\", \"b\"");
  std::vector<table_column> many;
  for (int k = 0; k < 23; ++k) many.push_back({std::to_string(k), two});
  CHECK_THROWS_WITH(any_table(many).column("x"), ContainsSubstring("\"19\" and 3 more"));
}
