// SPDX-License-Identifier: BSL-1.0
// cwt against SciPy, and against one convolution for each width; other wavelets, few elements and none, and bad input.
#include <ravel/op.hpp>
#include <ravel/op/signal/convolve.hpp>
#include <ravel/tensor.hpp>

#include <support/line_filters.hpp>
#include <support/oracle.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::shape;
using ravel::tensor;
using numbers = std::vector<double>;

constexpr const char* program = R"(
import scipy.signal as s
def cwt(x, widths): return s.cwt(x, s.ricker, widths).ravel()
)";

buffer<double> box(index_t points, double) { return ravel::make_buffer<double>(points, 1); }

}  // namespace

TEST_CASE("cwt is SciPy's", "[tensor]") {
  support::oracle all(1e-13);
  support::random r(1);
  const numbers widths{1, 2.5, 7, 30};
  for (const index_t n : {120, 31, 7}) {
    const numbers line = support::drawn_line(r, n);
    all.ask("cwt", {line, widths}, to_vector(flat(cwt(support::in_memory(line), {1, 2.5, 7, 30}))));
    for (const auto& x : support::in_every_way(line)) all.ask("cwt", {line, widths}, to_vector(flat(cwt(x, support::in_memory(widths)))));
  }
  all.check(program, "scipy.signal; scipy.signal.cwt");  // which newer ones have no more
}

TEST_CASE("each row of cwt is a convolution with a wavelet of its width", "[tensor]") {
  support::random r(2);
  const auto x = support::in_memory(support::drawn_line(r, 50));
  const auto rows = cwt(x, {0.5, 3, 20});
  REQUIRE(rows.shape() == shape{3, 50});
  REQUIRE_EQUAL(clone(flat(rows(0, ravel::all))), convolve(x, ravel::ricker(5, 0.5), ravel::convolve_mode::same));
  REQUIRE_EQUAL(clone(flat(rows(1, ravel::all))), convolve(x, reverse(ravel::ricker(30, 3)), ravel::convolve_mode::same));
  REQUIRE_EQUAL(clone(flat(rows(2, ravel::all))), convolve(x, reverse(ravel::ricker(50, 20)), ravel::convolve_mode::same));
  REQUIRE_EQUAL(cwt(x, {3}), clone(rows(ravel::slice(1, 1), ravel::all)));  // with the bits that it has among others
}

TEST_CASE("cwt goes along every line", "[tensor]") {
  support::random r(5);
  const auto t = ravel::as_tensor(support::in_memory(support::drawn_line(r, 24)), {2, 3, 4});
  for (const index_t axis : {0, 1, 2}) {
    const auto found = cwt(t, {0.5, 2}, axis), by_box = cwt(t, {0.5, 2}, box, axis);
    REQUIRE(found.shape() == shape{2, 2, 3, 4});
    const auto lines = swap_axes(t, axis, 2);
    const auto lines_found = swap_axes(found, axis + 1, 3), lines_by_box = swap_axes(by_box, axis + 1, 3);
    for (index_t i = 0; i < lines.extent(0); ++i) {
      for (index_t j = 0; j < lines.extent(1); ++j) {
        const auto line = lines(i, j, ravel::all);
        REQUIRE_EQUAL(lines_found(ravel::all, i, j, ravel::all), cwt(line, {0.5, 2}));
        REQUIRE_EQUAL(lines_by_box(ravel::all, i, j, ravel::all), cwt(line, {0.5, 2}, box));
      }
    }
  }
  CHECK(cwt(ravel::zeros<float>({0, 3}), {1, 2}, -1).shape() == shape{2, 0, 3});
  CHECK(cwt(ravel::zeros<float>({3, 0}), buffer<int>{1}, 1).shape() == shape{1, 3, 0});
  CHECK_THROWS_AS(cwt(ravel::zeros<float>({0, 3}), {-1}, 1), ravel::value_error);
  CHECK_THROWS_AS(cwt(t, {1}, 3), ravel::index_error);
  CHECK_THROWS_AS(cwt(t, {1}, {0, 1}), ravel::value_error);
  REQUIRE_EQUAL(cwt(t, {1}, {2}), cwt(t, {1}, 2));  // and is not a wavelet that is null
}

TEST_CASE("other wavelets, a tensor of one axis, other types, and no elements of cwt", "[tensor]") {
  const buffer<double> x{1, 2, 3};
  REQUIRE_EQUAL(cwt(x, {0.1, 9}, box), (tensor<double>{{1, 2, 3}, {3, 6, 5}}));
  std::vector<index_t> points;
  const auto leaning = [&](index_t n, double) {
    points.push_back(n);
    return ravel::iota<int>(n);  // 0 1 2 meet ascending elements
  };
  REQUIRE_EQUAL(cwt(x, {0.25, 0.3}, leaning), (tensor<double>{{1, 2, 3}, {5, 8, 3}}));
  CHECK(points == std::vector<index_t>{2, 3});
  REQUIRE_EQUAL(cwt(tensor<int>{1, 2, 3}, {0.1, 9}, box), (tensor<double>{{1, 2, 3}, {3, 6, 5}}));
  REQUIRE_EQUAL(cwt(buffer<float>{1, 2, 3}, buffer<int>{9}, box), (tensor<double>{{3, 6, 5}}));
  CHECK(cwt(ravel::make_buffer<double>(0), {1}).shape() == shape{1, 0});
  CHECK(cwt(x, ravel::make_buffer<double>(0)).shape() == shape{0, 3});
}

TEST_CASE("bad input to cwt", "[tensor]") {
  const buffer<double> x{1, 2, 3};
  CHECK_THROWS_WITH(cwt(x, {0}), "cwt with a width of 0: it must be a finite number above 0");
  CHECK_THROWS_AS(cwt(x, {2, -1}), ravel::value_error);
  CHECK_THROWS_AS(cwt(x, {std::numeric_limits<double>::quiet_NaN()}), ravel::value_error);
  CHECK_THROWS_AS(cwt(x, {std::numeric_limits<double>::infinity()}), ravel::value_error);
  CHECK_THROWS_AS(cwt(ravel::make_buffer<double>(0), {0}), ravel::value_error);
  CHECK_THROWS_AS(cwt(tensor<float>{{1, 2}, {3, 4}}, {1}), ravel::shape_error);
}

namespace {

using ravel::index_t;
using ravel::ricker;

constexpr const char* ricker_program = R"(
import scipy.signal
def ricker(n, a): return scipy.signal.ricker(int(n[0]), a[0])
)";

}  // namespace

TEST_CASE("ricker is SciPy's") {
  support::oracle all(1e-13);
  for (const index_t n : {1, 2, 5, 30, 201}) {
    for (const double width : {0.5, 3.0, 40.0}) all.ask("ricker", {{static_cast<double>(n)}, {width}}, ricker(n, width));
  }
  all.check(ricker_program, "scipy.signal; scipy.signal.ricker");  // which newer ones have no more
}

TEST_CASE("the wavelet of ricker is even, has a square that adds up to 1 and crosses zero at its width") {
  for (const index_t n : {100, 101}) {
    const auto wavelet = ricker(n, 5);
    double sum = 0, squares = 0;
    for (index_t i = 0; i < n; ++i) {
      CHECK(wavelet[i] == wavelet[n - 1 - i]);
      sum += wavelet[i];
      squares += wavelet[i] * wavelet[i];
    }
    CHECK(std::abs(sum) < 1e-12);
    CHECK(std::abs(squares - 1) < 1e-12);
  }
  const auto odd = ricker(21, 4);
  CHECK(odd[6] == 0);
  CHECK(odd[14] == 0);
  CHECK(odd[10] == ricker(1, 4)[0]);  // the middle, however many there are
}

TEST_CASE("no points of a ricker wavelet, and bad input") {
  CHECK(ricker(0, 1).size() == 0);
  CHECK_THROWS_WITH(ricker(-1, 1), "ricker of -1 points: there must not be fewer than 0");
  CHECK_THROWS_WITH(ricker(3, 0), "ricker with a width of 0: it must be a finite number above 0");
  CHECK_THROWS_AS(ricker(3, -2), ravel::value_error);
  CHECK_THROWS_AS(ricker(3, std::numeric_limits<double>::quiet_NaN()), ravel::value_error);
  CHECK_THROWS_AS(ricker(3, std::numeric_limits<double>::infinity()), ravel::value_error);
}
