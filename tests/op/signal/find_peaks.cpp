// SPDX-License-Identifier: BSL-1.0
// Peaks against SciPy, under every condition, with ties and plateaus; by hand where one can see them.
#include <ravel/op/signal/find_peaks.hpp>
#include <ravel/tensor.hpp>

#include <support/oracle.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using numbers = std::vector<double>;

constexpr const char* program = R"(
import scipy.signal as s
import warnings
warnings.simplefilter('ignore')
none = None
def height(x, a): return s.find_peaks(x, height=(a[0], a[1]))[0]
def threshold(x, a): return s.find_peaks(x, threshold=(a[0], a[1]))[0]
def distance(x, a): return s.find_peaks(x, distance=int(a[0]))[0]
def prominence(x, a): return s.find_peaks(x, prominence=(a[0], a[1]))[0]
def width(x, a): return s.find_peaks(x, width=(a[0], a[1]), rel_height=a[2])[0]
def plateau(x, a): return s.find_peaks(x, plateau_size=(a[0], a[1]))[0]
def together(x, a): return s.find_peaks(x, height=a[0], distance=int(a[1]), prominence=a[2], width=a[3], wlen=int(a[4]))[0]
def prominences(x, p, a): return np.concatenate(s.peak_prominences(x, p.astype(int), wlen=int(a[0]) if a[0] else None))
def widths(x, p, a): return np.concatenate(s.peak_widths(x, p.astype(int), rel_height=a[0], wlen=int(a[1]) if a[1] else None))
)";

numbers joined(const auto&... parts) {
  numbers all;
  const auto add = [&](const auto& part) {
    for (const auto& value : part) all.push_back(static_cast<double>(value));
  };
  (add(parts), ...);
  return all;
}

}  // namespace

TEST_CASE("peaks are SciPy's") {
  support::oracle all(1e-14);
  support::random r(1);
  for (const index_t n : {3, 10, 100, 1000}) {
    for (const bool ties : {false, true}) {
      numbers values;
      for (index_t i = 0; i < n; ++i) values.push_back(ties ? static_cast<double>(r.below(6)) : 10 * r.unit());
      const auto x = support::in_every_way(values)[static_cast<std::size_t>(n % 4)];
      all.ask("height", {values, {3, 8}}, find_peaks(x, ravel::peak_height{3, 8}), 0);
      all.ask("threshold", {values, {1, 6}}, find_peaks(x, ravel::peak_threshold{1, 6}), 0);
      if (!ties)
        all.ask("distance", {values, {7}}, find_peaks(x, ravel::peak_distance{7}), 0);  // which of equal ones stays, is theirs to say
      all.ask("prominence", {values, {2, 7}}, find_peaks(x, ravel::peak_prominence{2, 7}), 0);
      all.ask("width", {values, {1, 3, 0.7}}, find_peaks(x, ravel::peak_width{1, 3}, ravel::peak_depth{0.7}), 0);
      all.ask("plateau", {values, {2, 4}}, find_peaks(x, ravel::peak_plateau{2, 4}), 0);
      if (!ties) {
        all.ask("together", {values, {2, 3, 1, 1, 31}},
                find_peaks(x, ravel::peak_height{2}, ravel::peak_distance{3}, ravel::peak_prominence{1}, ravel::peak_width{1},
                           ravel::peak_window{31}),
                0);
      }
      const auto peaks = find_peaks(x);
      if (peaks.size() == 0) continue;
      const numbers at = joined(peaks);
      for (const index_t window : {0, 2, 9, 50}) {
        const auto p = peak_prominences(x, peaks, ravel::peak_window{window});
        all.ask("prominences", {values, at, {static_cast<double>(window)}}, joined(p.values, p.left_bases, p.right_bases), 0);
        const auto w = peak_widths(x, peaks, ravel::peak_depth{0.3}, ravel::peak_window{window});
        all.ask("widths", {values, at, {0.3, static_cast<double>(window)}}, joined(w.values, w.heights, w.left, w.right));
      }
    }
  }
  all.check(program, "scipy.signal");
}

TEST_CASE("peaks that one can see") {
  const buffer<int> x{0, 2, 1, 5, 5, 5, 0, 3, 3};
  CHECK_EQUAL(find_peaks(x), {1, 4});
  CHECK_EQUAL(find_peaks(x, ravel::peak_distance{4}), {4});
  CHECK_EQUAL(find_peaks(buffer<int>{0, 1, 0, 1, 0}, ravel::peak_distance{3}), {3});
  CHECK_EQUAL(peak_prominences(x, std::vector<int>{1, 4}).values, {1.0, 5.0});
  CHECK(find_peaks(buffer<int>{1, 2, 3}).size() == 0);
  CHECK(find_peaks(ravel::make_buffer<double>(0)).size() == 0);
  CHECK(find_peaks(buffer<double>{1}).size() == 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_EQUAL(find_peaks(buffer<double>{0, 1, 0, nan, 2, 0, 1, 0}), {1, 6});
}

TEST_CASE("invalid conditions of peaks") {
  const buffer<double> x{0, 1, 0};
  CHECK_THROWS_WITH(find_peaks(x, ravel::peak_distance{0}), "peak_distance{0}: it must be at least 1");
  CHECK_THROWS_WITH(find_peaks(x, ravel::peak_window{1}), "peak_window{1}: it must be at least 2, or 0 for none");
  CHECK_THROWS_WITH(peak_prominences(x, buffer<int>{3}), "peak_prominences: position 3 is outside [0, 3)");
  CHECK_THROWS_WITH(peak_widths(x, buffer<int>{-1}), "peak_widths: position -1 is outside [0, 3)");
  CHECK_THROWS_WITH(peak_widths(x, buffer<int>{1}, ravel::peak_depth{-1}), "peak_depth{-1}: it must not be negative");
  // There is no form with an axis to ask for.
  CHECK_THROWS_WITH(find_peaks(ravel::zeros({2, 3})),
                    "find_peaks along which axis of shape [2 3]? Write a loop over t(i, all), or find_peaks of flat(t)");
  CHECK_THROWS_WITH(peak_prominences(ravel::zeros({2, 3}), buffer<int>{1}),
                    "peak_prominences along which axis of shape [2 3]? Write a loop over t(i, all), or peak_prominences of flat(t)");
}
