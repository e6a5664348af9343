// SPDX-License-Identifier: BSL-1.0
// Tables sorted, joined, reduced by groups and described, on small ones by hand and on random ones against loops.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op/keys/arg_join.hpp>
#include <ravel/op/keys/group_reduce.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <map>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;

namespace {

using names = std::vector<std::string>;
using strings = buffer<std::string>;
constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

any_table cities() {
  return {{"city", strings{"Bern", "Ulm", "Bern", "Rom"}}, {"price", buffer<double>{3, 1, 2, 1}}, {"id", buffer<int>{7, 8, 9, 10}}};
}
names text_of(const any_table& t, const char* column) { return to_vector(as<std::string>(t.column(column))); }

}  // namespace

TEST_CASE("rows are sorted by several columns", "[any]") {
  const any_table t = cities();
  REQUIRE_EQUAL(argsort_by(t, {"price", "city"}), (buffer<index_t>{3, 1, 2, 0}));
  REQUIRE_EQUAL(argsort_by(t, {{"price", sort_order::descending}, "id"}), (buffer<index_t>{0, 2, 1, 3}));
  REQUIRE_EQUAL(argsort_by(t, {{"city", sort_order::descending}}), (buffer<index_t>{1, 3, 0, 2}));
  CHECK(text_of(sort_by(t, {"city", "price"}), "city") == names{"Bern", "Bern", "Rom", "Ulm"});
  const any_table with_nan{{"x", buffer<float>{2, static_cast<float>(nan_value), 1}}};
  REQUIRE_EQUAL(argsort_by(with_nan, {{"x", sort_order::descending}}), (buffer<index_t>{0, 2, 1}));
  CHECK(sort_by(head(t, 0), {"id"}).size() == 0);
  CHECK_THROWS_AS(sort_by(t, {}), value_error);
  CHECK_THROWS_AS(sort_by(t, {"id", "town"}), value_error);
  const any_table turned{{"z", buffer<std::complex<double>>{{1, 2}}}};
  CHECK_THROWS_WITH(sort_by(turned, {"z"}), "column \"z\": sort_by of complex128: it has no order");
}

TEST_CASE("one column is named without braces", "[any]") {
  const any_table t = cities();
  const std::string price = "price";
  REQUIRE_EQUAL(argsort_by(t, "price"), argsort_by(t, {"price"}));
  REQUIRE_EQUAL(argsort_by(t, sort_column{"price", sort_order::descending}), (buffer<index_t>{0, 2, 1, 3}));
  CHECK(equal(sort_by(t, price), sort_by(t, {"price"})));
  const any_table ids = select(t, "id");
  CHECK(equal(join(t, ids, "id"), join(t, ids, {"id"})));
  CHECK(equal(group_reduce(t, "city", {{"n"}}), group_reduce(t, {"city"}, {{"n"}})));
  CHECK(equal(select(t, "city"), select(t, {"city"})));
  CHECK(equal(drop(t, price), select(t, names{"city", "id"})));
  CHECK_THROWS_AS(join(t, ids, "town"), value_error);
}

TEST_CASE("rows of two tables are joined by equal keys", "[any]") {
  const any_table t = cities();
  const any_table lands{{"land", strings{"CH", "DE", "AT"}}, {"city", strings{"Bern", "Ulm", "Wien"}}, {"people", buffer<double>{1, 2, 3}}};
  const any_table inner = join(t, lands, {"city"});
  CHECK(inner.names() == names{"city", "price", "id", "land", "people"});
  CHECK(text_of(inner, "city") == names{"Bern", "Ulm", "Bern"});
  CHECK(text_of(inner, "land") == names{"CH", "DE", "CH"});
  CHECK(text_of(join(t, lands, {"city"}, join_kind::semi), "city") == names{"Bern", "Ulm", "Bern"});
  CHECK(text_of(join(t, lands, {"city"}, join_kind::anti), "city") == names{"Rom"});
  CHECK(join(t, lands, {"city"}, join_kind::semi).names() == t.names());
  const any_table numbers = drop(lands, {"land"});
  const any_table left = join(t, numbers, {"city"}, join_kind::left);
  CHECK(text_of(left, "city") == names{"Bern", "Ulm", "Bern", "Rom"});
  CHECK(left.column("people")[2] == 1);
  CHECK(std::isnan(as<double>(left.column("people"))[3]));
  const any_table outer = join(drop(t, {"id"}), numbers, {"city"}, join_kind::outer);
  CHECK(text_of(outer, "city") == names{"Bern", "Ulm", "Bern", "Rom", "Wien"});
  CHECK(std::isnan(as<double>(outer.column("price"))[4]));
  CHECK(outer.column("people")[4] == 3);
  CHECK_THROWS_WITH(join(t, lands, {"city"}, join_kind::left),
                    ContainsSubstring("rows without a partner have no value for column \"land\" of string: arg_join gives the positions, "
                                      "select_or(as<T>(column), positions, value) a value"));
  CHECK(select_or(as<std::string>(lands.column("land")), buffer<index_t>{0, no_position}, "none")[1] == "none");  // as it says
  CHECK_THROWS_WITH(join(t, numbers, {"city"}, join_kind::outer), ContainsSubstring("\"id\" of int32: cast it to float64"));
  CHECK(join(head(t, 3), lands, {"city"}, join_kind::left).size() == 3);  // where all rows have one, columns of any type
  CHECK(join(t, head(lands, 0), {"city"}).size() == 0);
  CHECK(join(head(t, 0), lands, {"city"}).size() == 0);
}

TEST_CASE("tables that cannot be joined", "[any]") {
  const any_table t = cities();
  CHECK_THROWS_AS(join(t, t, {}), value_error);
  CHECK_THROWS_AS(join(t, t, {"town"}), value_error);
  CHECK_THROWS_WITH(join(t, t, {"city"}), "join of tables that both have a column \"price\": rename one of them");
  const any_table longer{{"id", buffer<std::int64_t>{7}}};
  CHECK_THROWS_WITH(join(t, longer, {"id"}), ContainsSubstring("int32 on the left and int64 on the right: cast one of them"));
}

TEST_CASE("a join by two keys finds what two loops find", "[any]") {
  support::random random(11);
  std::vector<int> a[2], c[2];
  std::vector<std::string> b[2];
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < 40; ++i) {
      const auto drawn = random.bits();
      a[side].push_back(static_cast<int>(drawn % 5));
      b[side].push_back(std::string(drawn / 8 % 3, 'x'));
      c[side].push_back(i);
    }
  }
  std::vector<int> pairs;
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < 40; ++j) {
      if (a[0][i] == a[1][j] && b[0][i] == b[1][j]) pairs.push_back(static_cast<int>(100 * i + j));
    }
  }
  const any_table left{{"a", adopt(std::vector(a[0]))}, {"b", adopt(std::vector(b[0]))}, {"i", adopt(std::vector(c[0]))}};
  const any_table right{{"a", adopt(std::vector(a[1]))}, {"b", adopt(std::vector(b[1]))}, {"j", adopt(std::vector(c[1]))}};
  const any_table found = join(left, right, {"a", "b"});
  REQUIRE_EQUAL(as<int>(found.column("i").as_tensor()) * 100 + as<int>(found.column("j").as_tensor()), (adopt(std::move(pairs))));
}

TEST_CASE("groups of rows are reduced", "[any]") {
  const any_table t = cities();
  const any_table sums = group_reduce(t, {"city"},
                                      {{"rows"},
                                       {"total", aggregation::sum, "price"},
                                       {"mean", aggregation::mean, "id"},
                                       {"least", aggregation::min, "id"},
                                       {"most", aggregation::max, "price"},
                                       {"spread", aggregation::standard_deviation, "price"},
                                       {"first", aggregation::first, "id"},
                                       {"last", aggregation::last, "city"}});
  CHECK(sums.names() == names{"city", "rows", "total", "mean", "least", "most", "spread", "first", "last"});
  CHECK(text_of(sums, "city") == names{"Bern", "Ulm", "Rom"});
  REQUIRE_EQUAL(as<index_t>(sums.column("rows")), (buffer<index_t>{2, 1, 1}));
  REQUIRE_EQUAL(as<double>(sums.column("total")), (buffer<double>{5, 1, 1}));
  REQUIRE_EQUAL(as<double>(sums.column("mean")), (buffer<double>{8, 8, 10}));
  REQUIRE_EQUAL(as<int>(sums.column("least")), (buffer<int>{7, 8, 10}));
  REQUIRE_EQUAL(as<double>(sums.column("most")), (buffer<double>{3, 1, 1}));
  REQUIRE_EQUAL(as<double>(sums.column("spread")), (buffer<double>{0.5, 0, 0}));
  REQUIRE_EQUAL(as<int>(sums.column("first")), (buffer<int>{7, 8, 10}));
  CHECK(text_of(sums, "last") == names{"Bern", "Ulm", "Rom"});
  CHECK(text_of(group_reduce(t, {"city"}, {{"n"}}, group_order::sorted), "city") == names{"Bern", "Rom", "Ulm"});
  CHECK(group_reduce(head(t, 0), {"city"}, {{"n"}, {"s", aggregation::sum, "price"}}).size() == 0);
  CHECK(group_reduce(t, {"price", "city"}, {}).size() == 4);
  CHECK(group_reduce(t, {"price"}, {}).size() == 3);
}

TEST_CASE("a join says on which side a column is missing", "[any]") {
  const any_table a{{"id", tensor<int>{1}}}, b{{"k", tensor<int>{1}}};
  CHECK_THROWS_WITH(join(a, b, "id"), "join, on the right: a table has no column \"id\": there are \"k\"");
  CHECK_THROWS_WITH(join(a, b, "k"), "join, on the left: a table has no column \"k\": there are \"id\"");
}

TEST_CASE("errors of a column that is computed name it", "[any]") {
  const any_tensor wide = tensor<int>{1, 300};
  const any_table t{{"k", buffer<int>{1, 2}}, {"bad", any_reader(cast(wide, dtype::int8))}};
  CHECK_THROWS_WITH(sort_by(t, {"bad"}), "column \"bad\": 300 does not fit int8");
  CHECK_THROWS_WITH(group_reduce(t, {"k", "bad"}, {{"n"}}), "rows by \"k\", \"bad\": 300 does not fit int8");
  CHECK_THROWS_WITH(join(t, select(t, {"bad"}), {"bad"}), ContainsSubstring("300 does not fit int8"));
  CHECK_THROWS_WITH(clone(t), "column \"bad\": 300 does not fit int8");
  CHECK_THROWS_WITH(describe(t), "column \"bad\": 300 does not fit int8");
  CHECK_THROWS_WITH(equal(t, t), "column \"bad\": 300 does not fit int8");
  const any_table words{{"k", buffer<int>{1}}, {"bad", buffer<std::string>{"a"}}};
  CHECK_THROWS_WITH(concat(t, words), "column \"bad\": concat of int8 and string: there is no such operation");
}

TEST_CASE("NaN in groups, and what is not reduced", "[any]") {
  const any_table t{{"k", buffer<int>{1, 2, 1}}, {"x", buffer<float>{1, 2, static_cast<float>(nan_value)}}, {"s", strings{"a", "b", "c"}}};
  const std::vector<aggregate> sum_of_x{{"sum", aggregation::sum, "x"}};
  CHECK(std::isnan(as<float>(group_reduce(t, {"k"}, sum_of_x).column("sum"))[0]));
  CHECK(group_reduce(t, {"k"}, sum_of_x, group_order::first_seen, nan_policy::skip).column("sum")[0] == 1);
  CHECK_THROWS_WITH(group_reduce(t, {"k"}, sum_of_x, group_order::first_seen, nan_policy::refuse),
                    ContainsSubstring("column \"x\" of a group: "));
  const auto counts = [&](const char* column, nan_policy policy) {
    return as<index_t>(group_reduce(t, {"k"}, {{"n", aggregation::count, column}}, group_order::first_seen, policy).column("n"));
  };
  REQUIRE_EQUAL(counts("x", nan_policy::keep), (buffer<index_t>{2, 1}));
  REQUIRE_EQUAL(counts("x", nan_policy::skip), (buffer<index_t>{1, 1}));
  REQUIRE_EQUAL(counts("s", nan_policy::skip), (buffer<index_t>{2, 1}));
  REQUIRE_EQUAL(counts("k", nan_policy::refuse), (buffer<index_t>{2, 1}));
  CHECK_THROWS_AS(counts("x", nan_policy::refuse), value_error);
  CHECK_THROWS_WITH(counts("z", nan_policy::keep), ContainsSubstring("no column \"z\""));
  CHECK_THROWS_WITH(group_reduce(t, {"k"}, {{"y", aggregation::mean}}), "group_reduce: \"y\" is the mean of which column?");
  const auto greatest = [&](const char* column) {
    return group_reduce(t, {"k"}, {{"x", aggregation::max, column}}, group_order::first_seen, nan_policy::skip);
  };
  CHECK(equal(greatest(""), greatest("x")));
  CHECK(group_reduce(t, {"k"}, {{"x"}}).column("x").dtype() == ravel::dtype::int64);  // a count of rows
  const any_table none{{"k", buffer<int>{1, 2}}, {"x", buffer<double>{nan_value, 1}}};
  CHECK_THROWS_WITH(group_reduce(none, {"k"}, {{"y", aggregation::mean, "x"}}, group_order::first_seen, nan_policy::skip),
                    "column \"x\" of a group: mean of no elements has no value: the group of 1. when_empty{v} says what stands there");
  const any_table most{{"city", buffer<std::string>{"Ulm", "Bonn", "Bonn"}},
                       {"year", buffer<int>{7, 8, 8}},
                       {"x", buffer<std::int64_t>{1, 1, std::numeric_limits<std::int64_t>::max()}}};
  CHECK_THROWS_WITH(group_reduce(most, {"city", "year"}, {{"x", aggregation::sum}}), EndsWith(": the group of \"Bonn\", 8"));
  CHECK_THROWS_WITH(group_reduce(t, {"k"}, {{"y", aggregation::mean, "s"}}),
                    "column \"s\" of a group: mean of string: there is no such operation");
  CHECK_THROWS_AS(group_reduce(t, {"k"}, {{"y", aggregation::sum, "z"}}), value_error);
  CHECK_THROWS_AS(group_reduce(t, {"k"}, {{"k"}}), value_error);
  CHECK_THROWS_AS(group_reduce(t, {}, {{"n"}}), value_error);
  const any_table large{{"k", buffer<int>{1, 1}}, {"x", buffer<std::int64_t>{std::numeric_limits<std::int64_t>::max(), 1}}};
  CHECK_THROWS_AS(group_reduce(large, {"k"}, {{"sum", aggregation::sum, "x"}}), overflow_error);
  CHECK_THROWS_WITH(group_reduce(large, {"k"}, {{"sum", aggregation::sum, "x"}}), ContainsSubstring("column \"x\" of a group: "));
}

TEST_CASE("the first and the last of a group heed NaN as those of readers do", "[any]") {
  const buffer<int> k{1, 1, 2, 2};
  const buffer<double> v{nan_value, 3, 4, nan_value}, none = make_buffer<double>(4, nan_value);
  const any_table t{{"k", k}, {"v", v}, {"none", none}, {"f", buffer<float>{1, 2, 3, 4}}};
  const auto of = [&](const char* column, aggregation how, const auto&... options) {
    return group_reduce(t, {"k"}, {{"found", how, column}}, group_order::first_seen, options...).column("found");
  };
  const auto skip = nan_policy::skip;
  REQUIRE_EQUAL(as<double>(of("v", aggregation::first, skip)), group_reduce(k, v, reducer::first, skip).values);
  REQUIRE_EQUAL(as<double>(of("v", aggregation::last, skip)), group_reduce(k, v, reducer::last, skip).values);
  CHECK(std::isnan(as<double>(of("v", aggregation::first, nan_policy::keep))[0]));
  CHECK_THROWS_AS(of("v", aggregation::last, nan_policy::refuse), value_error);
  REQUIRE_EQUAL(as<double>(of("none", aggregation::last, skip, when_empty{-1.0})), (buffer<double>{-1, -1}));
  REQUIRE_EQUAL(as<float>(of("f", aggregation::last, skip)), (buffer<float>{2, 4}));
}

TEST_CASE("a table is joined as often as one likes", "[any]") {
  const any_table more{{"k", iota<int>(5)}, {"q", iota<double>(5)}};
  any_table t{{"k", iota<int>(5)}, {"v", iota<double>(5)}};
  for (int i = 0; i < 300; ++i) t = drop(join(t, more, "k"), "q");
  REQUIRE_EQUAL(as<int>(t.column("k")), (buffer<int>{0, 1, 2, 3, 4}));
}

TEST_CASE("groups of random rows are those of a map", "[any]") {
  support::random random(5);
  std::vector<std::uint8_t> keys;
  std::vector<std::int16_t> values;
  std::map<int, std::pair<std::int64_t, int>> expected;
  for (int i = 0; i < 3000; ++i) {
    const auto drawn = random.bits();
    keys.push_back(static_cast<std::uint8_t>(drawn % 37));
    values.push_back(static_cast<std::int16_t>(drawn >> 20));
    auto& [sum, most] = expected.try_emplace(keys.back(), 0, -40000).first->second;
    sum += values.back();
    most = std::max<int>(most, values.back());
  }
  const any_table t{{"k", adopt(std::move(keys))}, {"v", adopt(std::move(values))}};
  const any_table found = group_reduce(t, {"k"}, {{"sum", aggregation::sum, "v"}, {"most", aggregation::max, "v"}}, group_order::sorted);
  REQUIRE(found.size() == static_cast<index_t>(expected.size()));
  CHECK(found.column("most").dtype() == dtype::int16);
  index_t row = 0;
  for (const auto& [key, of_key] : expected) {
    CHECK(found.column("k")[row] == key);
    CHECK(found.column("sum")[row] == of_key.first);
    CHECK(found.column("most")[row] == of_key.second);
    ++row;
  }
}

TEST_CASE("NaN of complex columns are counted", "[any]") {
  const any_table d =
      describe(any_table{{"c", any_reader(any_tensor(tensor<std::complex<double>>{{nan_value, 0}, {1, nan_value}, {1, 1}}))}});
  CHECK(d.column("nan")[0] == 2);
  CHECK(std::isnan(as<double>(d.column("mean"))[0]));
}

TEST_CASE("a table is described by a table", "[any]") {
  const any_table t{{"x", buffer<double>{1, nan_value, 3}}, {"s", strings{"a", "b", "c"}}, {"b", buffer<bool>{true, false, false}}};
  const any_table d = describe(t);
  CHECK(text_of(d, "column") == names{"x", "s", "b"});
  CHECK(text_of(d, "type") == names{"float64", "string", "bool"});
  REQUIRE_EQUAL(as<index_t>(d.column("nan")), (buffer<index_t>{1, 0, 0}));
  CHECK(d.column("mean")[0] == 2);
  CHECK(d.column("standard_deviation")[0] == 1);
  CHECK(d.column("min")[2] == 0);
  CHECK(d.column("max")[0] == 3);
  CHECK(std::isnan(as<double>(d.column("mean"))[1]));
  CHECK(describe(any_table()).size() == 0);
  CHECK(std::isnan(as<double>(describe(head(t, 0)).column("min"))[0]));
}
