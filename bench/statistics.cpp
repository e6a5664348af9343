// SPDX-License-Identifier: BSL-1.0
// Statistics in one pass, quantiles, rolling windows, histograms, convolutions and sketches, against the loops one would write by hand.
#include <ravel/lazy.hpp>
#include <ravel/op.hpp>

#include "support.hpp"

#include <algorithm>
#include <cmath>

namespace {

using ravel::buffer;
using ravel::index_t;
namespace reducer = ravel::reducer;

buffer<double> uneven(index_t n) {
  const auto x = ravel::make_buffer<double>(n);
  std::uint64_t state = 1;
  for (double& value : x) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    value = static_cast<double>(state >> 11) * 0x1p-53;
  }
  return x;
}

// The best sum that strict floating point allows: 32 partial sums.
[[gnu::noinline]] double hand_sum(const double* data, index_t n) {
  double lane[32] = {};
  for (index_t i = 0; i + 32 <= n; i += 32) {
    for (index_t j = 0; j < 32; ++j) lane[j] += data[i + j];
  }
  double total = 0;
  for (const double part : lane) total += part;
  return total;
}

// One pass that takes a block at a time; the bar is a multiple of reading the numbers once.
void reductions(bench::table& table) {
  constexpr index_t n = 10000000;
  const auto x = uneven(n), y = uneven(n);
  const double* p = x.data();
  const auto one_sum = [=] { bench::keep(hand_sum(p, n)); };
  table.row(
      "count min max mean sd skew kurtosis 1e7 / sum", 2,
      [=] {
        bench::keep(reduce_with(x, compose(reducer::count, reducer::min, reducer::max, reducer::mean, reducer::standard_deviation,
                                           reducer::skew, reducer::kurtosis)));
      },
      one_sum);
  table.row(
      "descriptive_statistics 1e7 / sum", 2, [=] { bench::keep(descriptive_statistics(x)); }, one_sum);
  table.row(
      "variance 1e7 / sum", 1.5, [=] { bench::keep(variance(x)); }, one_sum);
  table.row(
      "variance without NaN 1e7 / sum", 3, [=] { bench::keep(variance(x, ravel::nan_policy::skip)); }, one_sum);
  table.row(
      "correlation 1e7 / two sums", 1.5, [=] { bench::keep(correlation(x, y)); },
      [=] { bench::keep(hand_sum(p, n) + hand_sum(y.data(), n)); });
}

void quantiles(bench::table& table) {
  for (const index_t n : {100000, 10000000}) {
    const auto x = uneven(n);
    const double* p = x.data();
    const std::string size = n == 100000 ? " 1e5" : " 1e7";
    for (const double share : {0.01, 0.333, 0.5}) {
      table.row(
          "quantile " + std::to_string(share).substr(0, 5) + size + " / nth_element", 1.2, [=] { bench::keep(quantile(x, share)); },
          [=] {
            std::vector<double> copied(p, p + n);
            const auto nth = copied.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(n - 1));
            std::nth_element(copied.begin(), nth, copied.end());
            bench::keep(*nth);
          });
    }
  }
}

void windows(bench::table& table) {
  constexpr index_t n = 1000000;
  const auto x = uneven(n);
  const double* p = x.data();
  // The running sum, which keeps every rounding error and every NaN it ever met.
  const auto running = [=](index_t width) {
    return [=] {
      const auto out = ravel::make_buffer<double>(n);
      double sum = 0;
      for (index_t i = 0; i < n; ++i) {
        sum += p[i];
        if (i >= width) sum -= p[i - width];
        out[i] = sum / static_cast<double>(width);
      }
      bench::keep(out);
    };
  };
  const auto rolled = [=](index_t width, auto reducer) { return [=] { bench::keep(rolling(x, width, reducer)); }; };
  table.row("rolling mean 1001 / width 101, 1e6", 1.1, rolled(1001, reducer::mean), rolled(101, reducer::mean));
  table.row("rolling mean 100001 / width 101, 1e6", 1.1, rolled(100001, reducer::mean), rolled(101, reducer::mean));
  table.row("rolling min 1001 / width 101, 1e6", 1.1, rolled(1001, reducer::min), rolled(101, reducer::min));
  table.row("rolling sd 1001 / width 101, 1e6", 1.1, rolled(1001, reducer::standard_deviation), rolled(101, reducer::standard_deviation));
  table.row("rolling mean 1001 / running sum, 1e6", 4, rolled(1001, reducer::mean), running(1001));

  const auto weights = uneven(101);
  const double* w = weights.data();
  table.row(
      "convolve 101 valid, 1e6", 1.1, [=] { bench::keep(correlate(x, weights, ravel::convolve_mode::valid)); },
      [=] {
        const auto out = ravel::make_buffer<double>(n - 100);
        for (index_t i = 0; i + 32 <= n - 100; i += 32) {
          double sum[32] = {};
          for (index_t j = 0; j < 101; ++j) {
            for (index_t k = 0; k < 32; ++k) sum[k] += w[j] * p[i + j + k];
          }
          std::copy_n(sum, 32, out.data() + i);
        }
        bench::keep(out);
      });
}

// The rows of a window in order, in a vector: the width is moved for every element.
void orders(bench::table& table) {
  constexpr index_t n = 1000000, width = 1001;
  const auto x = uneven(n);
  const double* p = x.data();
  table.row(
      "rolling median 1001, 1e6 / sorted vector", 1.0, [=] { bench::keep(rolling_median(x, width, ravel::edge_mode::valid)); },
      [=] {
        const auto out = ravel::make_buffer<double>(n - width + 1);
        std::vector<double> window(p, p + width);
        std::sort(window.begin(), window.end());
        for (index_t i = 0;; ++i) {
          out.data()[i] = window[static_cast<std::size_t>(width / 2)];
          if (i + width == n) break;
          window.erase(std::lower_bound(window.begin(), window.end(), p[i]));
          window.insert(std::upper_bound(window.begin(), window.end(), p[i + width]), p[i + width]);
        }
        bench::keep(out);
      });

  const auto keys = ravel::make_buffer<index_t>(n);
  index_t key = 0;
  for (index_t i = 0; i < n; ++i) keys.data()[i] = key += static_cast<index_t>(p[i] * 2000);
  const index_t* k = keys.data();
  // As with the running sum of equal windows, every rounding error stays.
  table.row(
      "rolling_by mean of 20 rows, 1e6 / running sum", 4, [=] { bench::keep(rolling_by(keys, x, 20000, reducer::mean)); },
      [=] {
        const auto out = ravel::make_buffer<double>(n);
        double sum = 0;
        for (index_t i = 0, first = 0; i < n; ++i) {
          sum += p[i];
          while (k[i] - k[first] >= 20000) sum -= p[first++];
          out.data()[i] = sum / static_cast<double>(i - first + 1);
        }
        bench::keep(out);
      });
  const auto weights = ravel::weights(ravel::hann_window(101));
  table.row(
      "rolling mean by 101 weights, 1e6 / convolve", 1.5, [=] { bench::keep(rolling(x, weights, reducer::mean)); },
      [=] { bench::keep(convolve(x, ravel::hann_window(101), ravel::convolve_mode::same)); });
  const auto a = clone(slice(x, 0, 100000)), b = clone(slice(x, 500000, 100000));
  table.row_alone("Kendall's tau 1e5, at most SciPy's time", 17e6,
                  [=] { bench::keep(correlation(a, b, ravel::correlation_kind::kendall)); });
}

void sketches(bench::table& table) {
  constexpr index_t n = 10000000;
  const auto x = uneven(n);
  const double* p = x.data();
  table.row(
      "quantile_sketch(0.001) 1e7 / sum", 5, [=] { bench::keep(reduce_with(x, reducer::quantile_sketch)); },
      [=] { bench::keep(hand_sum(p, n)); });
  table.row(
      "quantile_sketch(0.001) 1e7 / std::sort", 0.5, [=] { bench::keep(reduce_with(x, reducer::quantile_sketch)); },
      [=] {
        std::vector<double> copied(p, p + n);
        std::sort(copied.begin(), copied.end());
        bench::keep(copied);
      });
}

void bins(bench::table& table) {
  constexpr index_t n = 1000000;
  const auto x = uneven(n);
  const double* p = x.data();
  table.row(
      "histogram of 100 within limits, 1e6", 1.5,
      [=] {
        bench::keep(histogram(x, ravel::bins{100}, ravel::between{0, 1}));
      },
      [=] {
        const auto counts = ravel::make_buffer<index_t>(100);
        for (index_t i = 0; i < n; ++i) {
          if (p[i] >= 0 && p[i] <= 1) ++counts.data()[std::min<index_t>(static_cast<index_t>(p[i] * 100), 99)];
        }
        bench::keep(counts);
      });
}

}  // namespace

int main() {
  {
    bench::table table("statistics in one pass");
    reductions(table);
  }
  {
    bench::table table("quantiles by selection, a copy included");
    quantiles(table);
  }
  {
    bench::table table("windows and bins");
    windows(table);
    bins(table);
  }
  {
    bench::table table("windows by order, by keys and by weights; ranks");
    orders(table);
  }
  bench::table table("sketches");
  sketches(table);
}
