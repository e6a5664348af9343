// SPDX-License-Identifier: BSL-1.0
// The entries of functions of sparse readers against the same functions of the elements in memory. Operators, functions, casts and choices
// are sparse.
#include "joined_entries.hpp"

using namespace joined_entries;

TEST_CASE("operators on sparse numbers are sparse", "[joined_entries]") {
  for (const double fill : {0.0, 1.0, -0.0, no_number}) {
    for_each_pair<double>(fill, [](const auto& a, const auto& b) {
      check_function([](const auto& x, const auto& y) { return (x + y) * 0.5 - x; }, a, b);
      check_function([](const auto& x, const auto& y) { return x * y; }, a, b);
      check_function([](const auto& x, const auto& y) { return x < y; }, a, b);
    });
  }
}

TEST_CASE("operators on sparse integers and bools are sparse", "[joined_entries]") {
  for (const std::int32_t fill : {0, 1, -3}) {
    for_each_pair<std::int32_t>(fill, [](const auto& a, const auto& b) {
      check_function([](const auto& x, const auto& y) { return x * y + (x & y) - 2 * (x == y); }, a, b);
    });
  }
  for (const auto fill : {std::int16_t{0}, std::int16_t{-3}}) {
    for_each_pair<std::int16_t>(
        fill, [](const auto& a, const auto& b) { check_function([](const auto& x, const auto& y) { return x - y; }, a, b); });
  }
  for (const bool fill : {false, true}) {
    for_each_pair<bool>(fill, [](const auto& a, const auto& b) {
      check_function([](const auto& x, const auto& y) { return (x && y) || !(x & y); }, a, b);
    });
  }
}

TEST_CASE("two sparse operands whose values differ in size", "[joined_entries]") {
  for_each_pair<std::int32_t>(2, [](const auto& a, const auto&) {
    const auto b = support::listed_at_random<double>(a.size(), 0.5, 3, 8);
    check_function([](const auto& x, const auto& y) { return x + y; }, a, b);
    check_function([](const auto& x, const auto& y) { return y - x; }, a, b);
  });
}

TEST_CASE("functions, casts and choices of sparse readers are sparse", "[joined_entries]") {
  for (const double fill : {0.0, 1.0, no_number}) {
    const auto a = support::listed_at_random<double>(2100, fill, 3, 1), b = support::listed_at_random<double>(2100, 1, 5, 2);
    const auto bits = support::listed_at_random<bool>(2100, true, 3, 4);
    check_function([](const auto& x) { return exp(x); }, a);
    check_function([](const auto& x) { return sin(x); }, a);
    check_function([](const auto& x, const auto& y) { return pow(x, y); }, a, b);
    check_function([](const auto& x, const auto& y) { return atan2(x, y + 20.0); }, a, b);
    check_function([](const auto& x) { return cast<float>(x); }, a);
    check_function([](const auto& x) { return ravel::saturate_cast<std::int8_t>(x * 100.0); }, b);
    check_function([](const auto& x) { return ravel::wrap_cast<std::uint8_t>(cast<std::int32_t>(x)); }, b);
    check_function([](const auto& m, const auto& x, const auto& y) { return where(m, x, y); }, bits, a, b);
    check_function([](const auto& m, const auto& x) { return where(m, x, 3.0) + 1; }, bits, a);
    check_function([](const auto& x, const auto& y) { return map([](double p, double q) { return p > q ? 1 : 2; }, x, y); }, a, b);
    check_function([](const auto& x, const auto& y) { return fold(std::vector{x, y, x, y, y}); }, a, b);
    check_function([](const auto& x) { return x + ravel::constant(x.size(), 4.0); }, a);
    check_function([](const auto& x) { return assume_no_alias(x + 1.0) * 2.0; }, a);
    check_function([](const auto& x, const auto& y) { return concat(reader<double>(x + y), reader<double>(y + x)); }, a, b);
    check_function([](const auto& x, const auto& y) { return reverse(slice(x + y, 10, 900, 2)); }, a, b);
  }
}

TEST_CASE("sparse words, structs and complex numbers", "[joined_entries]") {
  const auto a = support::listed_at_random<std::string>(1500, "a", 3, 1), b = support::listed_at_random<std::string>(1500, "", 4, 2);
  check_function([](const auto& x, const auto& y) { return x + y; }, a, b);
  check_function([](const auto& x) { return x == std::string("a"); }, a);
  check_function(
      [](const auto& x, const auto& y) {
        return map([](const std::string& p, const std::string& q) { return tally{p, static_cast<std::int32_t>(q.size())}; }, x, y);
      },
      a, b);
  const auto tallies = listed<tally>(2000, {"none", 0}, {{1, {"one", 1}}, {1999, {"two", 2}}});
  check_function([](const auto& x) { return map([](const tally& t) { return t.times; }, x); }, tallies);
  const auto c = support::listed_at_random<std::complex<double>>(1500, {0, 0}, 3, 1);
  const auto d = support::listed_at_random<std::complex<double>>(1500, {1, 2}, 3, 2);
  check_function([](const auto& x, const auto& y) { return x * y + x; }, c, d);
  check_function([](const auto& x) { return exp(x); }, d);
}
