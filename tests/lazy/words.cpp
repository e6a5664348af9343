// SPDX-License-Identifier: BSL-1.0
// Functions of text against what is written out, and against pandas for random text of few letters.
#include <ravel/index/index_set.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/words.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op.hpp>
#include <ravel/op/keys/split.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/numpy.hpp>

#include <cmath>
#include <cstring>
#include <random>

namespace {

using ravel::buffer, ravel::index_t;
using words = buffer<std::string>;

}  // namespace

TEST_CASE("letters, ends and what is within") {
  const words w{"  Ada\t\n", "bOb", "", " ", "Zoë ÄÖ"};
  CHECK(equal(lower(w), words{"  ada\t\n", "bob", "", " ", "zoë ÄÖ"}));
  CHECK(equal(upper(w), words{"  ADA\t\n", "BOB", "", " ", "ZOë ÄÖ"}));
  CHECK(equal(trim(w), words{"Ada", "bOb", "", "", "Zoë ÄÖ"}));
  CHECK(equal(length(w), buffer<index_t>{7, 3, 0, 1, 9}));
  CHECK(equal(starts_with(w, "b"), buffer<bool>{false, true, false, false, false}));
  CHECK(equal(ends_with(w, "Ob"), buffer<bool>{false, true, false, false, false}));
  CHECK(equal(contains(w, ""), buffer<bool>{true, true, true, true, true}));
  CHECK(equal(contains(w, "ë"), buffer<bool>{false, false, false, false, true}));
  CHECK(equal(replace(words{"aaa", "", "banana"}, "an", "<>"), words{"aaa", "", "b<><>a"}));
  CHECK(equal(replace(words{"aaa"}, "aa", "b"), words{"ba"}));
  CHECK_THROWS_WITH(replace(w, "", "x"), "replace: the text that is looked for is empty");
  CHECK(equal(upper(buffer<std::string_view>{"x"}), words{"X"}));
  CHECK(equal(upper(ravel::tensor<std::string>{{"a", "b"}}), ravel::tensor<std::string>{{"A", "B"}}));
  CHECK(equal(trim(lower(w)), lower(trim(w))));
  CHECK(lower(words()).size() == 0);
}

TEST_CASE("parts") {
  const words w{"a,b,c", "", ",", "abc", "a,,"};
  const auto cut = split(w, ",");
  CHECK(equal(cut.parts, words{"a", "b", "c", "", "", "", "abc", "a", "", ""}));
  CHECK(equal(cut.starts, buffer<index_t>{0, 3, 4, 6, 7, 10}));
  CHECK(equal(part(w, ",", 0), words{"a", "", "", "abc", "a"}));
  CHECK(equal(part(w, ",", 1), words{"b", "", "", "", ""}));
  CHECK(equal(part(w, ",", 2), words{"c", "", "", "", ""}));
  CHECK(equal(part(w, ",", -1), words{"c", "", "", "abc", ""}));
  CHECK(equal(part(w, ",", -3), words{"a", "", "", "", "a"}));
  CHECK(equal(part(w, ",", -4), words{"", "", "", "", ""}));
  CHECK(equal(split(words{"a--b-c"}, "--").parts, words{"a", "b-c"}));
  // Separators that may overlap are cut from the left, whichever end the parts are counted from.
  const words commas{",,,", ",,", "a,,,,b", ",,,,,"};
  for (index_t i = 0; i < commas.size(); ++i) {
    const std::vector<std::string> all = parts(commas, ",,")[i];
    const auto n = static_cast<index_t>(all.size());
    for (index_t k = 0; k < n; ++k) {
      CHECK(part(commas, ",,", k)[i] == all[static_cast<std::size_t>(k)]);
      CHECK(part(commas, ",,", k - n)[i] == all[static_cast<std::size_t>(k)]);
    }
    CHECK(part(commas, ",,", n)[i].empty());
    CHECK(part(commas, ",,", -n - 1)[i].empty());
  }
  CHECK(equal(split(words(), ",").starts, buffer<index_t>{0}));
  CHECK_THROWS_AS(split(w, ""), ravel::value_error);
  CHECK_THROWS_AS(part(w, "", 0), ravel::value_error);
  CHECK(equal(ravel::split(std::vector<std::string>{"a,b", "c"}, ",").parts, words{"a", "b", "c"}));
  CHECK(equal(split(ravel::tensor<std::string>{{"a,b", "c"}, {"", "d"}}, ",").starts, buffer<index_t>{0, 2, 3, 4, 5}));
}

TEST_CASE("the parts of each text, when it is read") {
  const words w{"a,b,c", "", ",", "abc", "a,,"};
  const auto lists = parts(w, ",");
  const auto cut = split(w, ",");
  for (index_t i = 0; i < w.size(); ++i) {
    const words those = clone(slice(cut.parts, cut.starts[i], cut.starts[i + 1] - cut.starts[i]));
    REQUIRE(lists[i] == std::vector<std::string>(those.begin(), those.end()));
  }
  CHECK(equal(part_count(w, ","), buffer<index_t>{3, 1, 2, 1, 3}));
  CHECK(equal(part_count(words{"aaaa", "a--b-c"}, "aa"), buffer<index_t>{3, 1}));
  CHECK(equal(parts(w, ","), clone(parts(w, ","))));
  const auto last = ravel::map([](const std::vector<std::string>& of_text) { return of_text.back(); }, lists);
  CHECK(equal(last, part(w, ",", -1)));
  CHECK(clone(slice(lists, 2, 1))[0] == std::vector<std::string>{"", ""});
  CHECK(parts(words(), ",").size() == 0);
  CHECK_THROWS_WITH(parts(w, ""), "parts: the text that is looked for is empty");
  CHECK_THROWS_WITH(part_count(w, ""), "part_count: the text that is looked for is empty");
}

TEST_CASE("numbers read and written") {
  const words w{"12", "-7", "+3"};
  CHECK(equal(ravel::parse<int>(w), buffer<int>{12, -7, 3}));
  CHECK(equal(ravel::parse<double>(words{"1e3", "-inf", ".5"}), buffer<double>{1000, -INFINITY, 0.5}));
  CHECK(equal(ravel::parse<bool>(words{"true", "false"}), buffer<bool>{true, false}));
  CHECK(std::isnan(ravel::parse<double>(words{"nan"})[0]));
  CHECK(ravel::parse<long long>(words{"-9223372036854775808"})[0] == std::numeric_limits<long long>::min());
  const words bad{"300", "", " 1", "1 ", "1x", "-1", "+-1", "+", "0x1", "1.5", "255"};
  CHECK(equal(ravel::parses<std::uint8_t>(bad), ravel::iota<index_t>(11) == 10));
  CHECK(equal(ravel::parse_or<std::uint8_t>(bad, 7), buffer<std::uint8_t>{7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 255}));
  CHECK(ravel::index_set(!ravel::parses<int>(bad)).size() == 8);
  CHECK_THROWS_WITH(ravel::parse<std::uint8_t>(bad)[1], "parse: element 1, \"\", is no uint8");
  CHECK_THROWS_WITH(clone(slice(ravel::parse<int>(words{"1", "a,\xc3\xa4"}), 1, 1)), "parse: element 1, \"a,\xc3\xa4\", is no int32");
  CHECK_THROWS_AS(ravel::parse<double>(words{"1e999"})[0], ravel::type_error);
  // What is too small is rounded to 0, as a cast rounds it; what is too great is no number of the type.
  const std::string zeros(400, '0');
  const words small{"1e-400", "-1e-400", "0." + zeros + "1", "1" + zeros + "e-800", "1e-99999999999999999999", "0e99999", "12.5e-999"};
  for (const double v : ravel::parse<double>(small)) CHECK(v == 0);
  CHECK(std::signbit(ravel::parse<double>(small)[1]));
  CHECK(equal(ravel::parse<float>(words{"1e-50", "1e-40", "+1e-50"}), ravel::cast<float>(buffer<double>{1e-50, 1e-40, 1e-50})));
  CHECK(equal(ravel::parse<double>(words{"5e-324", "3e-324", "2e-324", "2.2250738585072011e-308"}),
              buffer<double>{5e-324, 5e-324, 0, 2.2250738585072011e-308}));
  const words great{"1e999", "-1e999", "1" + zeros, "0." + zeros + "1e999", "1e99999999999999999999", "1e-400x", "1e-", "-", "--1e-400"};
  CHECK(none_of(ravel::parses<double>(great)));
  CHECK(equal(ravel::parse_or<float>(words{"1e-50", "1e39"}, 3), buffer<float>{0, 3}));
  const words zero{"-0", "-00", "-1", "--0", "-", "+-0", "-0x"};
  CHECK(equal(ravel::parses<std::uint8_t>(zero), ravel::iota<index_t>(7) < 2));
  CHECK(equal(ravel::parses<std::int8_t>(zero), ravel::iota<index_t>(7) < 3));
  CHECK(equal(ravel::parses<std::uint64_t>(zero), ravel::iota<index_t>(7) < 2));
  CHECK(equal(format(buffer<double>{0.1, 1, -0.0, 1e22, NAN}), words{"0.1", "1", "-0", "1e+22", "nan"}));
  CHECK(equal(format(buffer<float>{0.1F}), words{"0.1"}));
  CHECK(equal(format(buffer<char>{'a'}), words{"97"}));
  CHECK(equal(format(buffer<bool>{true, false}), words{"true", "false"}));
  CHECK(equal(format(buffer<std::uint64_t>{~std::uint64_t{0}}), words{"18446744073709551615"}));
  std::mt19937_64 engine(5);
  bool same = true;
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t bits = engine();
    double value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    if (std::isfinite(value)) same = same && ravel::parse<double>(format(ravel::constant(1, value)))[0] == value;
  }
  CHECK(same);
}

TEST_CASE("words against pandas", "[lazy]") {
  constexpr const char* program = R"(
import pandas as pd
def text(codes):
    out, s = [], ''
    for c in codes:
        if c == 0: out.append(s); s = ''
        else: s += chr(int(c))
    return pd.Series(out, dtype=object)
def codes(s): return [x for word in s for x in [ord(c) for c in word] + [0]]
def lower(c): return codes(text(c).str.lower())
def trimmed(c): return codes(text(c).str.strip())
def replaced(c): return codes(text(c).str.replace('ab', ',x', regex=False))
def parts(c): return codes([p for row in text(c).str.split(',') for p in row])
def last(c): return codes(text(c).str.split(',').str[-1])
def within(c): return text(c).str.contains('b,', regex=False)
)";
  std::mt19937 engine(9);
  const auto w = ravel::make_buffer<std::string>(300);
  for (std::string& word : w) {
    for (unsigned n = engine() % 8; n > 0; --n) word += "aAbB, \t"[engine() % 7];
  }
  const auto codes = [](const auto& r) {
    std::vector<double> all;
    for (const std::string& word : r) {
      for (const char c : word) all.push_back(c);
      all.push_back(0);
    }
    return all;
  };
  const std::vector<const char*> names{"lower", "trimmed", "replaced", "parts", "last", "within"};
  const std::vector<std::vector<double>> ours{codes(lower(w)),
                                              codes(trim(w)),
                                              codes(replace(w, "ab", ",x")),
                                              codes(split(w, ",").parts),
                                              codes(part(w, ",", -1)),
                                              to_vector(ravel::cast<double>(contains(w, "b,")))};
  std::vector<support::numpy_question> questions;
  for (const char* name : names) questions.push_back({name, {codes(w)}});
  const auto theirs = support::ask_numpy(program, questions, "pandas");
  if (!theirs) {
    WARN("skipped: no Python with pandas was found");
    return;
  }
  for (std::size_t i = 0; i < ours.size(); ++i) {
    INFO(names[i]);
    REQUIRE((*theirs)[i].has_value());
    CHECK(*(*theirs)[i] == ours[i]);
  }
}

TEST_CASE("NaN is written without its sign", "[lazy]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const buffer<double> x{nan, -nan, std::copysign(nan, -1.0)}, y{-nan, nan, -nan};
  const words all{"nan", "nan", "nan"};
  CHECK(equal(format(x), all));
  CHECK(equal(format(ravel::cast<float>(x)), all));
  CHECK(equal(format(x + y), all));
}

TEST_CASE("texts in columns") {
  const words w{"a,b,c", "", ",", "abc", "a,,"};
  const auto columns = split_columns(w, ",", 4);
  CHECK(columns.size() == 4);
  for (index_t k = 0; k < 4; ++k) CHECK(equal(columns[static_cast<std::size_t>(k)], part(w, ",", k)));
  CHECK(equal(split_columns(words{",,,"}, ",,", 2)[1], words{","}));
  CHECK(split_columns(w, ",", 0).empty());
  CHECK(split_columns(words(), ",", 2)[1].size() == 0);
  CHECK(equal(split_columns(lower(w), ",", 1)[0], part(w, ",", 0)));
  CHECK_THROWS_WITH(split_columns(w, ",", -1), "split_columns: -1 columns");
  CHECK_THROWS_AS(split_columns(w, "", 1), ravel::value_error);
  CHECK(equal(split(upper(w), ",").parts, words{"A", "B", "C", "", "", "", "ABC", "A", "", ""}));
}
