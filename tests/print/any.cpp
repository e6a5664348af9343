// SPDX-License-Identifier: BSL-1.0
// Data of a run-time type is printed as the data with its type.
#include <ravel/base/error.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/print/any.hpp>
#include <ravel/print/print.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>

#include <sstream>

using namespace ravel;

TEST_CASE("run-time types are printed as what they are", "[print]") {
  const tensor<double> t{{0, 1.5}, {1000, -2}};
  CHECK(to_string(any_tensor(t)) == to_string(t));
  CHECK(to_string(any_tensor(t), {.precision = 2}) == to_string(t, {.precision = 2}));
  CHECK(to_string(any_reader(iota<int>(3))) == "#ravel.reader<int32>[3]\n[0 1 2]");
  CHECK(to_string(any_tensor()) == "#ravel.tensor<float64>[0]\n[]");
  CHECK(to_string(any_scalar(true)) == "true");
  CHECK(to_string(any_scalar(0.5)) == "0.5000");
  std::ostringstream out;
  out << any_tensor(tensor<std::int8_t>{1, -2}) << "|" << any_scalar(std::uint8_t{7}) << "|" << any_reader(buffer<bool>());
  CHECK(out.str() == "#ravel.tensor<int8>[2]\n[1 -2]|7|#ravel.reader<bool>[0]\n[]");
}

TEST_CASE("a table is printed in columns", "[print]") {
  const any_table t{{"city", buffer<std::string>{"Bern", "Zürich"}}, {"price", buffer<double>{1.5, 1000}}, {"i", iota<int>(2)}};
  const std::string expected =
      "#ravel.table[2 rows 3 columns]\n"
      "    city   price     i\n"
      "  string float64 int32\n"
      "  \"Bern\"   1.500     0\n"
      "\"Zürich\"    1000     1";
  CHECK(to_string(t) == expected);
  std::ostringstream out;
  out << t;
  CHECK(out.str() == expected);
  CHECK(to_string(t, {.precision = 2}).find("1.5 ") != std::string::npos);
  CHECK(to_string(any_table()) == "#ravel.table[0 rows 0 columns]");
  CHECK(to_string(any_table{{"a\nb", buffer<int>()}, {"", buffer<int>()}}) ==
        "#ravel.table[0 rows 2 columns]\n\"a\\nb\"    \"\"\n int32 int32");
}

TEST_CASE("a long table is shortened", "[print]") {
  const any_table t{{"i", iota<int>(600)}, {"j", iota<int>(600)}};
  const std::string text = to_string(t, {.edge_items = 1});
  CHECK(text == "#ravel.table[600 rows 2 columns]\n    i     j\nint32 int32\n    0     0\n...\n  599   599");
  const any_table shorter{{"i", iota<int>(600)}};
  CHECK(to_string(shorter).find("...") == std::string::npos);
  CHECK(to_string(t, {.full = true}).find("...") == std::string::npos);
  CHECK_THROWS_AS(to_string(t, {.precision = 0}), value_error);
}

TEST_CASE("an error of a column that is computed while it is printed names it", "[print]") {
  const any_table t{{"i", iota<int>(2)}, {"bad", cast<std::int8_t>(buffer<int>{1, 300})}};
  CHECK_THROWS_WITH(to_string(t), "column \"bad\": 300 does not fit int8");
}
