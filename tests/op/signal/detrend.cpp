// SPDX-License-Identifier: BSL-1.0
// detrend against SciPy, also in pieces; lines, of which nothing is left, also far from 0; NaN, and bad input.
#include <ravel/op/signal/filters.hpp>

#include <support/line_filters.hpp>
#include <support/oracle.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::breakpoints;
using ravel::buffer;
using ravel::trend_kind;

constexpr const char* program = R"(
import scipy.signal
def detrend(x, kind, bp): return scipy.signal.detrend(x, type=['linear', 'constant'][int(kind[0])], bp=bp.astype(int))
)";

}  // namespace

TEST_CASE("detrend is SciPy's") {
  support::oracle all(1e-13);
  for (const auto& [values, x] : support::lines_to_filter()) {
    const std::size_t n = values.size();
    if (n > 2) all.ask("detrend", {values, {0}, {0}}, detrend(x));  // of two nothing is left but rounding
    all.ask("detrend", {values, {1}, {0}}, detrend(x, trend_kind::constant));
    if (n >= 30) all.ask("detrend", {values, {0}, {20, 7}}, detrend(x, breakpoints{{20, 7}}));
  }
  all.check(program, "scipy.signal");
}

TEST_CASE("nothing is left of lines, and means are taken piece by piece") {
  for (const double value : detrend(buffer<int>{1000001, 1000004, 1000007, 1000010})) CHECK(std::abs(value) < 1e-9);
  for (const double value : detrend(buffer<double>{1, 2, 3, 9, 7, 5}, breakpoints{{3}})) CHECK(std::abs(value) < 1e-14);
  CHECK_EQUAL(detrend(buffer<double>{5}), {0.0});
  CHECK_EQUAL(detrend(buffer<double>{5, 8}), {0.0, 0.0});
  const buffer<double> x{1, 3, 10, 20};
  CHECK_EQUAL(detrend(x, trend_kind::constant), {-7.5, -5.5, 1.5, 11.5});
  CHECK_EQUAL(detrend(x, trend_kind::constant, breakpoints{{2}}), {-1.0, 1.0, -5.0, 5.0});
  CHECK_EQUAL(detrend(x, trend_kind::constant, breakpoints{{4, 2, 0, 2}}), {-1.0, 1.0, -5.0, 5.0});  // pieces with no elements
  CHECK_EQUAL(detrend(x, breakpoints{{1, 2, 3}}), {0.0, 0.0, 0.0, 0.0});
}

TEST_CASE("types, no elements, NaN, and bad input to detrend") {
  static_assert(std::same_as<decltype(detrend(buffer<float>{1})), buffer<float>>);
  static_assert(std::same_as<decltype(detrend(buffer<int>{1})), buffer<double>>);
  const auto none = ravel::make_buffer<double>(0);
  CHECK(detrend(none).size() == 0);
  CHECK(detrend(none, breakpoints{{0}}).size() == 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const buffer<double> holed{1, nan, 4, 8};  // a hole is one of its piece
  CHECK_EQUAL(detrend(holed, trend_kind::constant, breakpoints{{2}}), {nan, nan, -2.0, 2.0});
  CHECK_THROWS_WITH(detrend(buffer<double>{1, 2}, breakpoints{{3}}), "detrend with a breakpoint at 3 of 2 elements");
  CHECK_THROWS_AS(detrend(buffer<double>{1, 2}, breakpoints{{3}}), ravel::index_error);
  CHECK_THROWS_WITH(detrend(buffer<double>{1, 2}, breakpoints{{-1}}), "detrend with a breakpoint at -1 of 2 elements");
}
