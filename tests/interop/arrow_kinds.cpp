// SPDX-License-Identifier: BSL-1.0
// Columns whose elements are more than numbers, by Arrow's C data interface in both directions: lists of fixed size, codes with levels,
// times.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/arrow.hpp>
#include <ravel/lazy.hpp>
#include <ravel/op.hpp>
#include <ravel/storage.hpp>
#include <ravel/tensor.hpp>

#include <interop/arrow_foreign.hpp>
#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <chrono>
#include <sstream>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using support::exported_arrow;
using support::foreign;
using support::same_column;

TEST_CASE("lists of fixed size are axes", "[interop]") {
  auto numbers = foreign("i", "item", 14, 1);
  numbers->no_buffer().buffer_of(std::vector<int>{99, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13});
  auto lists = foreign("+w:3", "x", 3, 1);
  lists->valid({true, true, false, true}).add(std::move(numbers));
  {
    const arrow_column got = lists->column();
    CHECK(got.missing == index_set{1});
    REQUIRE_EQUAL(as<int>(got.values), tensor<int>{{3, 4, 5}, {6, 7, 8}, {9, 10, 11}});
    REQUIRE_EQUAL(values_of<int>(got).values, {3, 4, 5, 6, 7, 8, 9, 10, 11});
  }
  CHECK(lists->let_go());

  // An element may be missing where the whole list is.
  const auto with_hole = [](std::vector<bool> there) {
    auto inside = foreign("i", "item", 6);
    inside->valid({true, true, true, true, false, true}).buffer_of(std::vector<int>{0, 1, 2, 3, 4, 5});
    auto outside = foreign("+w:2", "x", 3);
    outside->valid(there).add(std::move(inside));
    return outside;
  };
  auto within = with_hole({true, true, false});
  CHECK(within->column().missing == index_set{2});
  CHECK(within->let_go());
  auto alone = with_hole({true, false, true});
  CHECK_THROWS_WITH(alone->column(), ContainsSubstring("element 0 of the list in row 2"));
  CHECK(alone->let_go());

  auto bytes = foreign("w:2", "x", 2, 1);
  bytes->no_buffer().buffer_of(std::vector<unsigned char>{1, 2, 3, 4, 5, 6});
  REQUIRE_EQUAL(as<std::uint8_t>(bytes->column().values), tensor<std::uint8_t>{{3, 4}, {5, 6}});
}

TEST_CASE("half floats are read where they stand, and go back", "[interop]") {
  auto halves = foreign("e", "h", 3, 1);
  halves->valid({true, true, false, true}).buffer_of(std::vector<std::uint16_t>{9, 0x3c00, 0x7e00, 0xfbff});
  const arrow_column got = halves->column();
  CHECK((got.values.dtype() == dtype::float16 && got.format.empty() && got.missing == index_set{1}));
  REQUIRE_EQUAL(select(values_of<float>(got).values, {0, 2}), {1, -65504});
  REQUIRE_EQUAL(cast<float>(select(values_of<float16>(got).values, {0, 2})), {1, -65504});
  exported_arrow out(got);
  CHECK(std::string(out.schema.format) == "e");
  const auto* const bits = static_cast<const std::uint16_t*>(out.array.buffers[1]);
  CHECK((bits[0] == 0x3c00 && bits[1] == 0x7e00 && bits[2] == 0xfbff));
  const tensor<const float16> read = as<float16>(got.values);
  CHECK(static_cast<const void*>(bits) == read.data());  // nothing is copied on either way

  auto odd = foreign("e", "h", 2);  // at an odd address
  odd->no_buffer().buffer_of(std::vector<std::uint16_t>{0x3c00, 0x4000}, 1);
  REQUIRE_EQUAL(values_of<float>(odd->column()).values, {1, 2});
  auto rows = foreign("+w:2", "x", 2);
  auto inside = foreign("e", "item", 4);
  inside->no_buffer().buffer_of(std::vector<std::uint16_t>{0, 0x3c00, 0x4000, 0xc000});
  rows->no_buffer().add(std::move(inside));
  const arrow_column pairs = rows->column();
  CHECK(equal(pairs.values, tensor<float>{{0, 1}, {2, -2}}));
  exported_arrow again(pairs);
  CHECK(equal(from_arrow(&again.schema, &again.array).values, tensor<float>{{0, 1}, {2, -2}}));

  auto levels = foreign("e", "", 2);
  levels->no_buffer().buffer_of(std::vector<std::uint16_t>{0x3c00, 0x4000});
  auto codes = foreign("c", "x", 3);
  codes->no_buffer().buffer_of(std::vector<signed char>{1, 0, 1}).with_levels(std::move(levels));
  const arrow_column coded = codes->column();
  REQUIRE_EQUAL(values_of<float>(coded).values, {2, 1, 2});
  exported_arrow out_again(coded);
  CHECK(std::string(out_again.schema.dictionary->format) == "e");
  REQUIRE_EQUAL(from_arrow<float>(&out_again.schema, &out_again.array).values, {2, 1, 2});

  exported_arrow made(arrow_column_of("x", buffer<float16>{float16(1), float16(-2)}));
  CHECK(std::string(made.schema.format) == "e");
  REQUIRE_EQUAL(cast<float>(from_arrow<float16>(&made.schema, &made.array).values), {1, -2});
  CHECK_THROWS_WITH(exported_arrow(arrow_column_of("x", buffer<bfloat16>{bfloat16(1)})), ContainsSubstring("bfloat16"));

  // Floats go out so, too; what is made of them is checked where it is not missing.
  arrow_column larger{.name = "x", .values = tensor<float>{{1, 2}, {1e9F, -1e9F}}, .missing = {1}, .format = "e"};
  exported_arrow checked(larger);
  CHECK(equal(from_arrow(&checked.schema, &checked.array).values, tensor<float>{{1, 2}, {0, 0}}));
  larger.missing = {};
  CHECK_THROWS_AS(exported_arrow(larger), type_error);
  CHECK_THROWS_AS(exported_arrow(arrow_column{.name = "x", .values = tensor<double>{1}, .format = "e"}), type_error);
}

TEST_CASE("codes and levels are a dictionary", "[interop]") {
  const auto made = categorize(std::vector<double>{2.5, 1, 2.5, 7});
  exported_arrow out(arrow_column_of("x", made, {1}));
  CHECK(std::string(out.schema.format) == "l");
  CHECK(std::string(out.schema.dictionary->format) == "g");
  CHECK(out.array.dictionary->length == 3);
  CHECK(out.array.buffers[1] == made.codes.data());
  CHECK(out.array.dictionary->buffers[1] == made.levels.data());
  const auto back = from_arrow<double>(&out.schema, &out.array);
  CHECK(back.missing == index_set{1});
  REQUIRE_EQUAL(back.values, {2.5, 1, 2.5, 7});

  // A code under a missing row means nothing; a level may be missing itself.
  auto levels = foreign("f", "", 3, 1);
  levels->valid({true, true, false, true}).buffer_of(std::vector<float>{0, 10, 20, 30});
  auto codes = foreign("C", "x", 5);
  codes->valid({true, false, true, true, true}).buffer_of(std::vector<unsigned char>{2, 200, 1, 0, 2}).with_levels(std::move(levels));
  {
    const arrow_column got = codes->column();
    CHECK(got.missing == index_set{1, 2});
    CHECK(got.values.dtype() == dtype::uint8);
    REQUIRE_EQUAL(as<float>(*got.levels), {10, 20, 30});
    const auto values = values_of<float>(got).values;
    REQUIRE_EQUAL(select(values, {0, 3, 4}), {30, 10, 30});
    CHECK(values[1] == 0);
  }
  CHECK(codes->let_go());

  arrow_column wrong = arrow_column_of("x", made);
  wrong.values = any_tensor(tensor<int>{0, 3, -1});
  CHECK_THROWS_WITH(exported_arrow(wrong), ContainsSubstring("code 3 in row 1"));
  wrong.missing = {1, 2};
  CHECK_NOTHROW(exported_arrow(wrong));
  wrong.values = any_tensor(tensor<double>{0, 1, 2});
  CHECK_THROWS_AS(exported_arrow(wrong), type_error);
}

TEST_CASE("times are ticks with a unit", "[interop]") {
  using namespace std::chrono;
  using micro_point = time_point<system_clock, microseconds>;
  const buffer<micro_point> points = adopt(std::vector<micro_point>{micro_point(5us), micro_point(-7us)});
  {
    exported_arrow out(arrow_column_of("x", points));
    CHECK(std::string(out.schema.format) == "tsu:");
    CHECK(out.array.buffers[1] == points.data());
    const auto back = from_arrow<micro_point>(&out.schema, &out.array);
    CHECK(back.values.memory()->data == points.data());
    CHECK(back.values[1] == micro_point(-7us));
  }
  const auto word = [](const auto& r) {
    const exported_arrow out(arrow_column_of("x", r));
    return std::string(out.schema.format);
  };
  CHECK(word(constant(2, sys_seconds(4s))) == "tss:");
  CHECK(word(constant(2, sys_days(days(4)))) == "tdD");
  CHECK(word(constant(2, milliseconds(4))) == "tDm");
  CHECK(word(constant(2, nanoseconds(4))) == "tDn");
  CHECK_THROWS_WITH(arrow_column_of("x", constant(2, minutes(4))), ContainsSubstring("60/1 seconds"));
  CHECK_THROWS_AS(arrow_column_of("x", constant(2, duration<std::int64_t, std::ratio<1, 30>>(4))), type_error);

  auto zoned = foreign("tss:Europe/Berlin", "x", 1);
  zoned->no_buffer().buffer_of(std::vector<std::int64_t>{90});
  const arrow_column got = zoned->column();
  CHECK(got.format == "tss:Europe/Berlin");
  CHECK(got.values.dtype() == dtype::int64);
  CHECK(values_of<sys_seconds>(got).values[0] == sys_seconds(90s));
  CHECK_THROWS_WITH(values_of<sys_days>(got), ContainsSubstring("not of the ticks"));
  CHECK_THROWS_AS(values_of<seconds>(got), type_error);
  CHECK_THROWS_AS(values_of<double>(got), type_error);
  exported_arrow out(got);
  CHECK(std::string(out.schema.format) == "tss:Europe/Berlin");
  CHECK(same_column(got, from_arrow(&out.schema, &out.array)));

  auto dates = foreign("tdD", "x", 2);
  dates->no_buffer().buffer_of(std::vector<std::int32_t>{0, -1});
  REQUIRE(from_arrow<sys_days>(&dates->schema, &dates->array).values[1] == sys_days(days(-1)));
  CHECK_THROWS_AS(exported_arrow(arrow_column_of("x", constant(1, sys_days(days(3000000000))))), type_error);
}

TEST_CASE("a code that is no place of the levels is refused, unless its row is missing", "[interop]") {
  arrow_column column = arrow_column_of("x", buffer<int>{0, 2, 1});
  column.levels = any_tensor(tensor<int>{10, 20});
  CHECK_THROWS_WITH(values_of<int>(column), ContainsSubstring("code 2 in row 1, and there are 2 levels"));
  CHECK_THROWS_AS(values_of<int>(column), index_error);
  CHECK_THROWS_AS(any_table_of({{column}}), index_error);
  column.missing = {1};
  REQUIRE_EQUAL(values_of<int>(column).values, {10, 0, 20});
  column.values = any_tensor(tensor<int>{0, -1, 1});
  REQUIRE_EQUAL(values_of<int>(column).values, {10, 0, 20});
  column.values = any_tensor(tensor<double>{0, 1, 1});
  CHECK_THROWS_AS(values_of<int>(column), type_error);
}

TEST_CASE("times keep what they are in a table, and go back", "[interop]") {
  const auto from = [](int day) { return arrow_column{.name = "when", .values = tensor<std::int64_t>{day, 7, 5}, .format = "tsu:UTC"}; };
  const arrow_table columns{
      {from(3), arrow_column_of("x", tensor<double>{1, 2, 3}), arrow_column_of("day", constant(3, std::chrono::sys_days()))}};
  const any_table table = any_table_of(columns);
  CHECK(table.formats() == std::vector<std::string>{"tsu:UTC", "", "tdD"});
  const auto goes_back = [](const any_table& t) { return arrow_table_of(t).column("when").format == "tsu:UTC"; };
  exported_arrow out(arrow_table_of(table));
  CHECK(std::string(out.schema.children[0]->format) == "tsu:UTC");
  CHECK(std::string(out.schema.children[2]->format) == "tdD");
  CHECK(goes_back(any_table_of(from_arrow_table(&out.schema, &out.array))));

  // Whatever is made of the rows.
  CHECK(goes_back(select(table, {"x", "when"})));
  CHECK(goes_back(drop(table, {"x"})));
  CHECK(goes_back(with_column(table, "y", iota<int>(3))));
  CHECK(rename(table, "when", "then").format("then") == "tsu:UTC");
  CHECK(goes_back(take(table, {2, 0})));
  CHECK(goes_back(head(table, 1)));
  CHECK(goes_back(filter(table, tensor<bool>{true, false, true})));
  CHECK(goes_back(clone(table)));
  CHECK(goes_back(concat(table, table)));
  CHECK(goes_back(sort_by(table, {"when"})));
  CHECK(goes_back(join(table, any_table{{"x", tensor<double>{2, 1}}, {"z", tensor<int>{1, 2}}}, {"x"})));
  CHECK(goes_back(join(table, rename(select(table, {"when", "x"}), "x", "y"), {"when"})));
  const any_table groups = group_reduce(table, {"x"}, {{"when", aggregation::max, "when"}, {"sum", aggregation::sum, "when"}});
  CHECK(goes_back(groups));
  CHECK(groups.format("sum").empty());
  CHECK(with_column(table, "when", iota<int>(3)).format("when").empty());  // other values
  CHECK(with_column(table, "when", iota<std::int64_t>(3), "tDs").format("when") == "tDs");

  // What is of another unit is something else.
  arrow_column seconds = from(3);
  seconds.format = "tss:";
  const any_table other = any_table_of({{seconds, columns.columns[1], columns.columns[2]}});
  CHECK_FALSE(equal(table, other));
  CHECK(equal(table, any_table_of(columns)));
  CHECK_THROWS_WITH(concat(table, other),
                    ContainsSubstring("column \"when\" is of the format \"tsu:UTC\" in one table and \"tss:\" in the other"));
  CHECK_THROWS_AS(join(select(table, {"when"}), select(other, {"when"}), {"when"}), type_error);
  CHECK_THROWS_AS(any_table({"a", "b"}, {iota<int>(3), iota<int>(3)}, {"tdD"}), shape_error);

  // Words meet, however they are stored.
  const auto words = [](const char* format) {
    return any_table_of({{arrow_column{.name = "w", .values = any_reader(buffer<std::string>{"a"}), .format = format}}});
  };
  CHECK(concat(words(""), words("")).format("w").empty());
  CHECK(concat(words(""), words("U")).format("w") == "U");
  CHECK(concat(words("z"), words("U")).format("w") == "Z");
}

TEST_CASE("a column that cannot be read stands in the way of no other", "[interop]") {
  const auto table = [] {
    auto numbers = foreign("i", "n", 2);
    numbers->no_buffer().buffer_of(std::vector<int>{1, 2});
    auto prices = foreign("d:9,2", "price", 2);
    prices->no_buffer().buffer_of(std::vector<std::int64_t>{1, 0, 2, 0});
    auto lists = foreign("+w:1", "lists", 2);
    lists->no_buffer().add(foreign("d:9,2", "item", 2));
    auto pair = foreign("+s", "pair", 2);
    pair->no_buffer();
    auto whole = foreign("+s", "", 2);
    whole->no_buffer().add(std::move(prices)).add(std::move(numbers)).add(std::move(lists)).add(std::move(pair));
    return whole;
  };
  auto read = table();
  {
    arrow_table got = read->table();
    CHECK((got.columns.size() == 1 && got.rows() == 2));
    REQUIRE_EQUAL(values_of<int>(got.column("n")).values, {1, 2});
    CHECK(got.unreadable.size() == 3);
    CHECK_THROWS_WITH(got.column("price"), ContainsSubstring("from_arrow of \"price\": elements of format \"d:9,2\""));
    CHECK_THROWS_AS(got.column("price"), type_error);
    CHECK_THROWS_AS(got.column("other"), value_error);
    CHECK_THROWS_WITH(any_table_of(got), ContainsSubstring("the column \"price\" was not read") && ContainsSubstring(".skip"));
    CHECK_THROWS_WITH(exported_arrow(got), ContainsSubstring("\"price\""));
    got.unreadable.clear();
    CHECK(any_table_of(got).names() == std::vector<std::string>{"n"});
  }
  CHECK(read->let_go());
  auto skipped = table();
  const arrow_table got = from_arrow_table(&skipped->schema, &skipped->array, {.skip = {"price", "lists", "pair", "never"}});
  CHECK(any_table_of(got).names() == std::vector<std::string>{"n"});
  CHECK_THROWS_AS(got.column("price"), value_error);
}

TEST_CASE("columns are printed as what they are", "[interop]") {
  std::ostringstream out;
  out << arrow_column{.name = "when", .values = tensor<std::int64_t>{1, 2}, .missing = {1}, .format = "tsu:UTC"} << "\n"
      << arrow_table{{arrow_column_of("x", categorize(buffer<double>{7, 8, 7})), arrow_column_of("y", tensor<float>{{1, 2}})}};
  CHECK(out.str() ==
        "#ravel.arrow_column \"when\" int64[2], format tsu:UTC, 1 missing\n"
        "#ravel.arrow_table of 2 columns\n"
        "#ravel.arrow_column \"x\" int64[3], 2 levels of float64\n"
        "#ravel.arrow_column \"y\" float32[1 2]");
}

TEST_CASE("handles go as a column without a name", "[interop]") {
  const buffer<double> numbers{1, 2, 4};
  {
    const exported_arrow shared(numbers);
    CHECK(shared.array.buffers[1] == numbers.data());
    CHECK(std::string(shared.schema.name).empty());
  }
  const auto goes = [](const auto& x) {
    exported_arrow out(x);
    return from_arrow(&out.schema, &out.array);
  };
  const tensor<int> table{{1, 2}, {3, 4}};
  list<int> growing;
  growing.push_back(3);
  CHECK(same_column(goes(numbers * 2), arrow_column_of("", buffer<double>{2, 4, 8})));
  CHECK(same_column(goes(reader<double>(numbers)), arrow_column_of("", numbers)));
  CHECK(same_column(goes(growing), arrow_column_of("", buffer<int>{3})));
  CHECK(same_column(goes(table(all, 1)), arrow_column_of("", buffer<int>{2, 4})));
  CHECK(same_column(goes(any_tensor(table)), arrow_column_of("", table)));
  CHECK(same_column(goes(any_reader(table)), arrow_column_of("", buffer<int>{1, 2, 3, 4})));
  CHECK(same_column(goes(categorize(numbers)), arrow_column_of("", categorize(numbers))));
  CHECK(same_column(goes(buffer<std::string>{"fig"}), arrow_column_of("", buffer<std::string>{"fig"})));
  CHECK(goes(constant(2, std::chrono::sys_seconds())).format == "tss:");

  exported_arrow out(any_table{{"x", numbers}});
  CHECK(same_column(from_arrow_table(&out.schema, &out.array).column("x"), arrow_column_of("x", numbers)));
}
