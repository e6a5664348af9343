// SPDX-License-Identifier: BSL-1.0
// Significant digits against printf's %#.*g, and the border between the fixed and the scientific form.
#include <ravel/print/print.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <cmath>
#include <cstdio>

using ravel::detail::real_text;

TEST_CASE("four significant digits", "[print]") {
  for (const auto& [value, text] : {std::pair{0.0, "0.000"},
                                    {1.0, "1.000"},
                                    {10.0, "10.00"},
                                    {110.0, "110.0"},
                                    {1000.0, "1000"},
                                    {0.75, "0.7500"},
                                    {9999.4, "9999"},
                                    {9999.6, "1.000e+04"},
                                    {123456.0, "1.235e+05"},
                                    {0.0001, "0.0001000"},
                                    {0.00009999, "9.999e-05"},
                                    {-1e300, "-1.000e+300"},
                                    {0.99996, "1.000"}})
    CHECK(real_text(value, 4) == text);
  CHECK(real_text(7, 1) == "7");
  CHECK(real_text(0.1, 17) == "0.10000000000000001");
}

TEST_CASE("any value to any precision, as printf writes it", "[print]") {
  support::random r(3);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::ldexp(r.unit() - 0.5, static_cast<int>(r.between(-60, 60)));
    const int precision = static_cast<int>(r.between(1, 17));
    char expected[64];
    std::snprintf(expected, sizeof expected, "%#.*g", precision, value);
    std::string text = expected;
    if (const auto point = text.find('.'); point + 1 == text.size() || text[point + 1] == 'e') text.erase(point, 1);
    REQUIRE(real_text(value, precision) == text);
  }
}
