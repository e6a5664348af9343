// SPDX-License-Identifier: BSL-1.0
// Tables as small multiples: lines for numbers, counted bars for words, and a column as their x.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/picture/picture.hpp>

#include <support/catch.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;

namespace {

const any_table trips{{"hour", buffer<int>{1, 2, 4}}, {"fare", buffer<double>{10, 12, 9}}, {"zone", buffer<std::string>{"b", "a", "b"}}};

}  // namespace

TEST_CASE("each column has a chart of its kind", "[picture]") {
  const picture p = table_chart(trips, {.title = "trips"});
  CHECK(p.width() == 640);
  CHECK(p.height() == 34 + 400);
  const std::string text = to_svg(p);
  CHECK_THAT(text, ContainsSubstring(">hour</text>") && ContainsSubstring(">fare</text>") && ContainsSubstring(">zone</text>"));
  const std::string& parts = text;
  CHECK(parts.find(">b</text>") < parts.find(">a</text>"));  // the more frequent first
}

TEST_CASE("lines go over a column", "[picture]") {
  const picture over = table_chart(trips, {.x = "hour", .columns = 1});
  CHECK(over.width() == 320);
  CHECK(over.height() == 400);
  const picture fare = line_chart(trips.column("hour").as_tensor(), trips.column("fare").as_tensor(),
                                  {.title = "fare", .x_label = "hour", .width = 320, .height = 200});
  CHECK_THAT(to_svg(over), ContainsSubstring(picture_access::elements(fare)));
}

TEST_CASE("only the eight most frequent words have bars", "[picture]") {
  std::vector<std::string> words;
  for (int i = 0; i < 20; ++i) {
    for (int k = 0; k <= i; ++k) words.push_back("w" + std::to_string(i));
  }
  const std::string text = to_svg(table_chart(any_table{{"w", reader<std::string>(adopt(std::move(words)))}}));
  CHECK_THAT(text, ContainsSubstring(">w19</text>") && ContainsSubstring(">w12</text>") && !ContainsSubstring(">w11</text>"));
}

TEST_CASE("tables that cannot be drawn are refused", "[picture]") {
  CHECK_THROWS_AS(table_chart(any_table()), value_error);
  CHECK_THROWS_AS(table_chart(any_table{{"x", buffer<int>{1}}}, {.x = "x"}), value_error);
  CHECK_THROWS_WITH(table_chart(trips, {.x = "no"}), ContainsSubstring("no"));
  CHECK_THROWS_WITH(table_chart(trips, {.columns = 0}), ContainsSubstring("table_chart in 0 columns"));
  CHECK_THROWS_WITH(table_chart(any_table{{"z", buffer<std::complex<double>>{1}}}), ContainsSubstring("column \"z\""));
  CHECK_NOTHROW(table_chart(any_table{{"empty", buffer<double>()}, {"words", buffer<std::string>()}}));
}
