// SPDX-License-Identifier: BSL-1.0
// Filters of tensors against SciPy, over all axes, some, and windows of several; each line with the bits it has alone.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/drawn.hpp>
#include <support/faults.hpp>
#include <support/line_filters.hpp>
#include <support/on_one_thread.hpp>
#include <support/oracle.hpp>
#include <support/require_equal.hpp>

#include <complex>

namespace {

using ravel::edge_mode;
using ravel::index_t;
using ravel::shape;
using ravel::tensor;
using numbers = std::vector<double>;

constexpr const char* program = R"(
import scipy.ndimage as nd, scipy.signal
def given(x, s): return x.reshape(s.astype(int))
def gaussian(x, s, sigma, order, mode): return nd.gaussian_filter(given(x, s), sigma[0], int(order[0]), mode=modes[int(mode[0])]).ravel()
def gaussian_on(x, s, sigma, axis): return nd.gaussian_filter1d(given(x, s), sigma[0], int(axis[0])).ravel()
def median(x, s, size, mode): return nd.median_filter(given(x, s), [int(k) for k in size], mode=modes[int(mode[0])]).ravel()
def savgol(x, s, axis): return scipy.signal.savgol_filter(given(x, s), 3, 1, axis=int(axis[0])).ravel()
def detrend(x, s, axis): return scipy.signal.detrend(given(x, s), int(axis[0])).ravel()
)";

}  // namespace

TEST_CASE("filters of tensors are SciPy's", "[tensor]") {
  support::oracle all(1e-13);
  support::random r(1);
  constexpr auto& edges = support::filter_edges;
  for (const shape& of : {shape{7, 40}, shape{5, 4, 6}, shape{3, 300}, shape{300, 3}}) {
    const auto x = support::drawn(r, of);
    const numbers extents(of.begin(), of.end());
    for (index_t k = 0; k < 4; ++k) {
      const numbers mode{static_cast<double>(k)};
      all.ask("gaussian", {support::values_of(x), extents, {1.3}, {0}, mode}, support::values_of(gaussian_filter(x, 1.3, edges[k])));
      all.ask("gaussian", {support::values_of(x), extents, {0.8}, {1}, mode},
              support::values_of(gaussian_filter(x, 0.8, edges[k], ravel::order{1})));
      const std::vector<index_t> window = of.rank() == 2 ? std::vector<index_t>{3, 5} : std::vector<index_t>{3, 1, 3};
      all.ask("median", {support::values_of(x), extents, numbers(window.begin(), window.end()), mode},
              support::values_of(median_filter(x, window, edges[k])), 0);
    }
    for (index_t axis = 0; axis < of.rank(); ++axis) {
      const numbers on{static_cast<double>(axis)};
      all.ask("gaussian_on", {support::values_of(x), extents, {2}, on}, support::values_of(gaussian_filter(x, 2, axis)));
      all.ask("savgol", {support::values_of(x), extents, on}, support::values_of(savgol_filter(x, 3, 1, axis)));
      all.ask("detrend", {support::values_of(x), extents, on}, support::values_of(detrend(x, axis)));
    }
  }
  all.check(support::filter_modes + program, "scipy.signal, scipy.ndimage");
}

TEST_CASE("a filtered line has the bits that it has alone", "[tensor]") {
  support::random r(2);
  const auto x = support::drawn(r, {37, 41});
  const auto columns = gaussian_filter(x, 1.7, 0), rows = gaussian_filter(x, 1.7, 1), medians = median_filter(x, 5, 0);
  for (const index_t i : {0, 17, 36}) {
    REQUIRE_EQUAL(clone(flat(columns(ravel::all, i))), gaussian_filter(clone(flat(x(ravel::all, i))), 1.7));
    REQUIRE_EQUAL(clone(flat(rows(i, ravel::all))), gaussian_filter(clone(flat(x(i, ravel::all))), 1.7));
    REQUIRE_EQUAL(clone(flat(medians(ravel::all, i))), median_filter(clone(flat(x(ravel::all, i))), 5));
  }
  REQUIRE_EQUAL(gaussian_filter(transpose(x), 1.7, 0), clone(transpose(rows)));
  REQUIRE_EQUAL(median_filter(x, {5, 1}), medians);
}

TEST_CASE("pictures, volumes and expressions, place by place and as a whole", "[tensor]") {
  support::random r(4);
  const auto by_lines = [](const auto& t, double sigma, std::vector<index_t> axes, edge_mode edge) {
    tensor<double> made = clone(ravel::cast<double>(t));
    for (const index_t axis : axes)
      made = map_axis(made, axis, [&](const auto& line) { return gaussian_filter(clone(flat(line)), sigma, edge); });
    return made;
  };
  for (const shape& of : {shape{30, 40, 3}, shape{3, 30, 40}, shape{20, 300, 3}, shape{5, 6, 7, 8}, shape{9, 700}, shape{400, 2, 300}}) {
    const auto x = support::drawn(r, of);
    std::vector<std::vector<index_t>> choices{{0, 1}, {1}, {0, of.rank() - 1}, {1, of.rank() - 1}};
    for (auto& axes : choices) axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
    for (const auto& axes : choices) {
      for (const edge_mode edge : {edge_mode::reflect, edge_mode::wrap, edge_mode::zero, edge_mode::valid}) {
        const double sigma = edge == edge_mode::valid ? 0.4 : 1.2;
        if (edge == edge_mode::valid && *std::min_element(of.begin(), of.end()) < 5) continue;
        const auto wanted = by_lines(x, sigma, axes, edge);
        REQUIRE_EQUAL(gaussian_filter(x, sigma, axes, edge), wanted);
        REQUIRE_EQUAL(gaussian_filter(x * 1.0, sigma, axes, edge), wanted);
        REQUIRE_EQUAL(gaussian_filter(transpose(clone(transpose(x))), sigma, axes, edge), wanted);
      }
      const auto bytes = clone(ravel::saturate_cast<std::uint8_t>(x * 100.0));
      REQUIRE_EQUAL(gaussian_filter(bytes, 2, axes), by_lines(bytes, 2, axes, edge_mode::reflect));
      const auto single = clone(ravel::cast<float>(bytes));
      REQUIRE_EQUAL(gaussian_filter(single, 2, axes),
                    clone(map([](double v) { return static_cast<float>(v); }, by_lines(single, 2, axes, edge_mode::reflect))));
    }
  }
}

TEST_CASE("filters write into memory that is given, frame after frame", "[tensor]") {
  const support::on_one_thread here;
  support::random r(5);
  const tensor<float> frame = clone(ravel::cast<float>(ravel::round(support::drawn(r, {60, 80, 3}) * 100.0))),
                      smooth = ravel::empty<float>({60, 80, 3});
  const tensor<float> wanted = gaussian_filter(frame, 2, {0, 1});
  const float* const memory = smooth.data();
  gaussian_filter(frame, 2, {0, 1}, ravel::into{smooth});
  CHECK(smooth.data() == memory);
  REQUIRE_EQUAL(smooth, wanted);
  const auto before = support::total_allocations();
  gaussian_filter(frame, 2, {0, 1}, ravel::into{smooth});
  CHECK(support::total_allocations() - before <= 10);
}

TEST_CASE("types, no axes, no elements, NaN, and bad input", "[tensor]") {
  const tensor<float> f{{1, 2}, {3, 4}};
  static_assert(std::same_as<decltype(gaussian_filter(f, 1)), tensor<float>>);
  static_assert(std::same_as<decltype(gaussian_filter(cast<int>(f), 1)), tensor<double>>);
  CHECK(gaussian_filter(ravel::scalar_tensor(3.0), 1)() == 3);
  const auto none = ravel::zeros<double>({0, 3});
  CHECK(gaussian_filter(none, 1).shape() == shape{0, 3});
  CHECK(median_filter(none, 3).shape() == shape{0, 3});
  CHECK(gaussian_filter(ravel::ones<double>({9, 9}), 1, edge_mode::valid).shape() == shape{1, 1});
  CHECK(median_filter(ravel::ones<double>({9, 9}), {3, 4}, edge_mode::valid).shape() == shape{7, 6});
  REQUIRE_EQUAL(median_filter(f, 2, edge_mode::clamp), (tensor<double>{{1, 1.5}, {2, 2.5}}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto holed = median_filter(tensor<double>{{1, 2, 3, 4}, {1, nan, 3, 4}}, {1, 3});
  REQUIRE_EQUAL(holed, (tensor<double>{{1, 2, 3, 4}, {nan, nan, nan, 4}}));
  CHECK_THROWS_WITH(median_filter(f, {1, 2, 3}), "median_filter with 3 widths for a tensor of shape [2 2]");
  CHECK_THROWS_AS(median_filter(f, 0), ravel::value_error);
  CHECK_THROWS_AS(gaussian_filter(f, 1, 2), ravel::index_error);
  CHECK_THROWS_AS(savgol_filter(f, 3, 1), ravel::error);
  CHECK_THROWS_AS(find_peaks(f), ravel::shape_error);
  REQUIRE_EQUAL(find_peaks(tensor<int>{0, 2, 1}), (ravel::buffer<index_t>{1}));
}

TEST_CASE("lines of savgol_filter, detrend, gradient and convolve have the bits that they have alone", "[tensor]") {
  support::random r(6);
  const auto x = support::drawn(r, {37, 43});
  const tensor<float> single = clone(ravel::map([](double v) { return static_cast<float>(v); }, x));
  const auto check = [](const auto& t, const auto& filter) {
    for (const index_t axis : {0, 1}) {
      const auto found = filter(t, axis);
      REQUIRE_EQUAL(
          found, map_axis(t, axis, [&](const auto& line) { return filter(clone(ravel::reader<ravel::value_t<decltype(line)>>(line))); }));
      REQUIRE_EQUAL(clone(transpose(filter(clone(transpose(t)), 1 - axis))), found);
    }
  };
  const auto each = [&](const auto& t) {
    check(t, [](const auto& of, const auto&... axis) { return savgol_filter(of, 7, 3, axis...); });
    check(t, [](const auto& of, const auto&... axis) { return savgol_filter(of, 1, 0, axis...); });
    check(t, [](const auto& of, const auto&... axis) { return savgol_filter(of, 37, 2, axis..., ravel::order{1}, ravel::spacing{0.5}); });
    check(t, [](const auto& of, const auto&... axis) { return savgol_filter(of, 5, 2, axis..., edge_mode::wrap); });
    check(t, [](const auto& of, const auto&... axis) { return savgol_filter(of, 5, 2, axis..., edge_mode::valid); });
    check(t, [](const auto& of, const auto&... axis) { return savgol_filter(of, 39, 2, axis..., edge_mode::clamp); });
    check(t, [](const auto& of, const auto&... axis) { return detrend(of, axis...); });
    check(t, [](const auto& of, const auto&... axis) { return convolve(of, numbers{1, -2, 0.5}, axis...); });
    check(t, [](const auto& of, const auto&... axis) { return correlate(of, numbers{1, -2}, axis..., ravel::convolve_mode::valid); });
    check(t, [](const auto& of, const auto&... axis) {
      return convolve(of, std::vector<std::complex<double>>{{1, 2}, {0, 1}}, axis..., ravel::convolve_mode::same, edge_mode::wrap);
    });
    check(t, [](const auto& of, const auto&... axis) {
      return detrend(of, axis..., ravel::trend_kind::constant, ravel::breakpoints{{20, 5}});
    });
    check(t, [](const auto& of, const auto&... axis) { return gradient(of, axis..., ravel::spacing{0.25}); });
    check(t, [](const auto& of, const auto&... axis) { return gradient(of, axis..., ravel::gradient_ends::second_order); });
  };
  each(x);
  each(single);
  CHECK(savgol_filter(x, 2'000'000'001, 2, 0, edge_mode::valid).shape() == shape{0, 43});
  CHECK_THROWS_AS(savgol_filter(x, 39, 2, 0), ravel::value_error);
  CHECK_THROWS_AS(savgol_filter(ravel::zeros<double>({3, 0}), 5, 2, 0), ravel::value_error);
  CHECK_THROWS_AS(detrend(x, 0, ravel::breakpoints{{38}}), ravel::index_error);
}

TEST_CASE("filters make nothing for each line", "[tensor]") {
  const support::on_one_thread here;
  const auto made_by = [](index_t lines, const auto& filter) {
    const auto x = ravel::random_uniform<double>({lines, 50}, 0, 1, 1), to = ravel::zeros<double>({lines, 50});
    filter(x, to);
    const auto before = support::total_allocations();
    filter(x, to);
    return support::total_allocations() - before;
  };
  const auto check = [&](const auto& filter) { CHECK(made_by(400, filter) == made_by(4, filter)); };
  check([](const auto& x, const auto& to) { savgol_filter(x, 7, 3, 1, ravel::into{to}); });
  check([](const auto& x, const auto& to) { detrend(x, 1, ravel::into{to}); });
  check([](const auto& x, const auto& to) { gradient(x, 1, ravel::into{to}); });
  check([](const auto& x, const auto& to) { convolve(x, numbers{1, 2, 1}, 1, ravel::convolve_mode::same, ravel::into{to}); });
  check([](const auto& x, const auto& to) { correlate(x, numbers{1, 2, 1}, 1, ravel::convolve_mode::same, ravel::into{to}); });
  check([](const auto& x, const auto& to) { gaussian_filter(x, 2, 1, ravel::into{to}); });
  check([](const auto& x, const auto& to) { cumsum(x, 1, ravel::into{to}); });
}
