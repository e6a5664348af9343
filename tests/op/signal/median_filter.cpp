// SPDX-License-Identifier: BSL-1.0
// median_filter against SciPy, with every edge; even widths, windows wider than the line, NaN, and bad input.
#include <ravel/op/signal/filters.hpp>

#include <support/line_filters.hpp>
#include <support/oracle.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::buffer;
using ravel::edge_mode;
using ravel::index_t;

constexpr const char* program = R"(
import scipy.ndimage
def median(x, width, mode):
    # Of windows wider than the line, SciPy 1.15 reads what is not there.
    if len(x) < width[0]: return scipy.ndimage.generic_filter(x, np.median, int(width[0]), mode=modes[int(mode[0])])
    return scipy.ndimage.median_filter(x, int(width[0]), mode=modes[int(mode[0])])
)";

}  // namespace

TEST_CASE("median_filter is SciPy's") {
  support::oracle all;
  for (const auto& [values, x] : support::lines_to_filter()) {
    for (std::size_t k = 0; k < std::size(support::filter_edges); ++k) {
      for (const index_t width : {1, 3, 7})
        all.ask("median", {values, {static_cast<double>(width)}, {static_cast<double>(k)}},
                median_filter(x, width, support::filter_edges[k]));
    }
  }
  all.check(support::filter_modes + program, "scipy.ndimage");
}

TEST_CASE("medians of windows that one can see") {
  static_assert(std::same_as<decltype(median_filter(buffer<float>{1}, 1)), buffer<double>>);
  const buffer<int> x{1, 9, 4, 5};
  CHECK_EQUAL(median_filter(x, 2), {1.0, 5.0, 6.5, 4.5});
  CHECK_EQUAL(median_filter(x, 1), {1.0, 9.0, 4.0, 5.0});
  CHECK_EQUAL(median_filter(x, 3), {1.0, 4.0, 5.0, 5.0});  // mirrored where nothing is said
  CHECK_EQUAL(median_filter(x, 3, edge_mode::reflect), {1.0, 4.0, 5.0, 5.0});
  CHECK_EQUAL(median_filter(x, 3, edge_mode::zero), {1.0, 4.0, 5.0, 4.0});
  CHECK_EQUAL(median_filter(x, 3, edge_mode::wrap), {5.0, 4.0, 5.0, 4.0});
  CHECK_EQUAL(median_filter(x, 3, edge_mode::valid), {4.0, 5.0});
  CHECK_EQUAL(median_filter(x, 9, edge_mode::clamp), {1.0, 4.0, 5.0, 5.0});
  CHECK_EQUAL(median_filter(buffer<double>{0, 0, 100, 0, 0, 7, 7, 7}, 3), {0.0, 0.0, 0.0, 0.0, 0.0, 7.0, 7.0, 7.0});  // edges stay sharp
}

TEST_CASE("few elements and none, NaN, and bad input to median_filter") {
  const auto none = ravel::make_buffer<double>(0);
  CHECK(median_filter(none, 3).size() == 0);
  CHECK(median_filter(buffer<int>{1, 2}, 3, edge_mode::valid).size() == 0);
  CHECK_EQUAL(median_filter(buffer<int>{3}, 5), {3.0});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_EQUAL(median_filter(buffer<double>{1, 2, nan, 4, 5, 6}, 3), {1.0, nan, nan, nan, 5.0, 6.0});
  CHECK_THROWS_AS(median_filter(none, 0), ravel::value_error);
  CHECK_THROWS_AS(median_filter(none, -3), ravel::value_error);
}
