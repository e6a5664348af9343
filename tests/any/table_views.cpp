// SPDX-License-Identifier: BSL-1.0
// Tables of other columns and rows: what they show, and that they are views.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

using names = std::vector<std::string>;
using strings = buffer<std::string>;

any_table cities() {
  return {{"city", strings{"Bern", "Ulm", "Bern", "Rom"}}, {"price", buffer<double>{3, 1, 2, 1}}, {"id", buffer<int>{7, 8, 9, 10}}};
}
any_table of(const strings& city, const buffer<double>& price, const buffer<int>& id) {
  return {{"city", city}, {"price", price}, {"id", id}};
}

}  // namespace

TEST_CASE("other columns of a table", "[any]") {
  const any_table t = cities();
  CHECK(select(t, {"id", "city"}).names() == names{"id", "city"});
  CHECK(same(select(t, {"id", "city"}).column("id").as_tensor(), t.column("id").as_tensor()));
  CHECK(select(t, {}).size() == 0);
  CHECK_THROWS_WITH(select(t, {"id", "town"}), "a table has no column \"town\": there are \"city\", \"price\", \"id\"");
  CHECK_THROWS_AS(select(t, {"id", "id"}), value_error);
  CHECK(drop(t, {"city", "id"}).names() == names{"price"});
  CHECK_THROWS_AS(drop(t, {"town"}), value_error);
  CHECK(rename(t, "city", "town").names() == names{"town", "price", "id"});
  CHECK(rename(t, "city", "city").names() == t.names());
  CHECK_THROWS_AS(rename(t, "town", "city"), value_error);
  CHECK_THROWS_AS(rename(t, "city", "id"), value_error);
  const any_table longer = with_column(t, "twice", t.column("price") * 2);
  CHECK(longer.names() == names{"city", "price", "id", "twice"});
  CHECK(longer.column("twice")[0] == 6);
  const any_table other = with_column(t, "price", cast(t.column("price"), dtype::int16));
  CHECK(other.names() == t.names());
  CHECK(other.column("price").dtype() == dtype::int16);
  CHECK_THROWS_AS(with_column(t, "x", buffer<int>{1}), shape_error);
  CHECK(with_column(any_table(), "x", buffer<int>{1}).size() == 1);
  const any_tensor square = reshape(arange(dtype::int32, 0, 4), {2, 2});
  CHECK_THROWS_WITH(with_column(t, "x", square), "a column of a table has one axis, not the shape [2 2]");
  CHECK_THROWS_AS(with_column(t, "x", tensor<int>{{1, 2}, {3, 4}}), shape_error);
  CHECK(with_column(t, "x", flat(square)).column("x")[3] == 3);
}

TEST_CASE("other rows of a table", "[any]") {
  const any_table t = cities();
  CHECK(equal(take(t, {3, 0, 3}), of({"Rom", "Bern", "Rom"}, {1, 3, 1}, {10, 7, 10})));
  CHECK(equal(slice(t, 1, 2), of({"Ulm", "Bern"}, {1, 2}, {8, 9})));
  CHECK(equal(slice(t, 3, 2, -2), of({"Rom", "Ulm"}, {1, 1}, {10, 8})));
  CHECK(equal(head(t, 1), of({"Bern"}, {3}, {7})));
  CHECK(equal(tail(t, 1), of({"Rom"}, {1}, {10})));
  CHECK(equal(head(t), t));
  CHECK(equal(tail(t, 40), t));
  CHECK(head(t, 0).size() == 0);
  CHECK(tail(any_table(), 3).size() == 0);
  CHECK_THROWS_WITH(head(t, -1), "head of -1 rows of a table");
  CHECK_THROWS_AS(take(t, {4}), index_error);
  CHECK_THROWS_AS(take(any_table(), {0}), index_error);
  CHECK_THROWS_AS(slice(t, 3, 2), index_error);
}

TEST_CASE("rows where a mask is true", "[any]") {
  const any_table t = cities();
  CHECK(equal(filter(t, t.column("price") < 2.5 && t.column("city") != "Rom"), of({"Ulm", "Bern"}, {1, 2}, {8, 9})));
  CHECK(filter(t, buffer<bool>{false, false, false, false}).size() == 0);
  CHECK(equal(take(t, index_set{0, 3}), of({"Bern", "Rom"}, {3, 1}, {7, 10})));
  CHECK_THROWS_WITH(filter(t, buffer<bool>{true}), "a mask of 1 element for a table of 4 rows");
  CHECK_THROWS_AS(filter(t, buffer<bool>{true}), shape_error);
  CHECK_THROWS_WITH(filter(t, t.column("id")), ContainsSubstring("int32"));
}

TEST_CASE("tensors and expressions are columns, and masks", "[any]") {
  const any_table t = cities();
  const tensor<double> x{1, 2};
  CHECK(any_table{{"x", x}, {"y", x * 2}, {"z", any_tensor(x)}, {"w", buffer<int>{1, 2} + 1}}.column("y")[1] == 4.0);
  CHECK(filter(t, membership(t.column("city"), any_tensor(tensor<std::string>{"Ulm"}))).size() == 1);
  CHECK(filter(t, tensor<bool>{true, false, true, false}).size() == 2);
  const table_column column{"x", x};
  CHECK(sum(column.values * 2 + column.values) == 9.0);
  CHECK(filter(t, t.column("price") > 1).size() == 2);
  CHECK(filter(t, as<double>(t.column("price")) > 1.0).size() == 2);
  CHECK(with_column(t, "rank", rank(t.column("price"))).column("rank")[0] == 4.0);
  CHECK_THROWS_AS(filter(t, any_tensor(scalar_tensor(true))), shape_error);
}

TEST_CASE("rows are views, and a clone is none", "[any]") {
  const buffer<double> prices{3, 1, 2};
  const any_table t{{"price", prices}};
  const any_table shown = take(t, {2, 0}), copied = clone(shown);
  prices[0] = 30;
  CHECK(shown.column("price")[1] == 30);
  CHECK(copied.column("price")[1] == 3);
}

TEST_CASE("tables after each other, and equal tables", "[any]") {
  const any_table t = cities();
  const any_table more{{"id", buffer<int>{11}}, {"price", buffer<float>{0.5F}}, {"city", strings{"Ulm"}}};
  const any_table both = concat(t, more);
  CHECK(both.size() == 5);
  CHECK(both.names() == t.names());
  CHECK(both.column("city")[4] == "Ulm");
  CHECK(both.column("price").dtype() == dtype::float64);
  CHECK(both.column("price")[4] == 0.5);
  CHECK(equal(concat(any_table(), t), t));
  CHECK(equal(concat(t, any_table()), t));
  CHECK_THROWS_AS(concat(t, drop(more, {"id"})), shape_error);
  CHECK_THROWS_WITH(concat(select(t, {"id"}), with_column(select(t, {"id"}), "new", t["id"])),
                    "concat of tables of 1 and 2 columns: only the second has \"new\"");
  CHECK_THROWS_AS(concat(t, rename(more, "id", "number")), value_error);
  CHECK(equal(t, cities()));
  CHECK_FALSE(equal(t, select(t, {"city", "id", "price"})));
  CHECK_FALSE(equal(t, head(t, 3)));
  CHECK_FALSE(equal(t, with_column(t, "id", t.column("city"))));
  CHECK(equal(t, with_column(t, "id", cast(t.column("id"), dtype::float32))));  // by value
}
