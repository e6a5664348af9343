// SPDX-License-Identifier: BSL-1.0
// Statistics, windows and histograms against NumPy: random numbers, ties, NaN, infinities, few elements and none. One Python answers all.
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/op.hpp>

#include <support/model.hpp>
#include <support/oracle.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;
using list = std::vector<double>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

constexpr const char* program = R"(
def var(x, ddof): return np.var(x, ddof=int(ddof[0]))
def std(x, ddof): return np.std(x, ddof=int(ddof[0]))
def cov(x, y, ddof): return np.cov(x, y, ddof=int(ddof[0]))[0, 1]
def pearson(x, y): return np.corrcoef(x, y)[0, 1]
def ranks(x):
    values, place, count = np.unique(x, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return ((last - count + 1 + last) / 2)[place]
def spearman(x, y): return np.corrcoef(ranks(x), ranks(y))[0, 1]
def quantile(x, q): return np.quantile(x, q)
def inverted(x, q): return np.quantile(x, q, method='inverted_cdf')
def median(x): return np.median(x)
def both(pair): return np.concatenate(pair)
def histogram(x, bins): return both(np.histogram(x, int(bins[0])))
def histogram_within(x, bins): return both(np.histogram(x, int(bins[0]), (bins[1], bins[2])))
def histogram_at(x, edges): return both(np.histogram(x, edges))
def digitize(x, edges): return np.digitize(x, edges)
def digitize_right(x, edges): return np.digitize(x, edges, right=True)
def bincount(x, n): return np.bincount(x.astype(int), minlength=int(n[0]))
def bincount_of(x, w): return np.bincount(x.astype(int), w)
def diff(x, n): return np.diff(x, int(n[0]))
def gradient(x, h): return np.gradient(x, h[0])
def gradient_2(x, h): return np.gradient(x, h[0], edge_order=2)
def gradient_at(x, p): return np.gradient(x, p)
def gradient_at_2(x, p): return np.gradient(x, p, edge_order=2)
def convolve_full(x, w): return np.convolve(x, w)
def convolve_same(x, w): return np.convolve(x, w, 'same')
def convolve_valid(x, w): return np.convolve(x, w, 'valid')
def correlate_full(x, w): return np.correlate(x, w, 'full')
def correlate_same(x, w): return np.correlate(x, w, 'same')
def correlate_valid(x, w): return np.correlate(x, w, 'valid')
def parts(z): return np.concatenate((z.real, z.imag))
def convolve_complex(x, y, v, w): return parts(np.convolve(x + 1j * y, v + 1j * w))
def correlate_complex(x, y, v, w): return parts(np.correlate(x + 1j * y, v + 1j * w, 'full'))
def cumsum(x): return np.cumsum(x)
)";

enum class holding { numbers, ties, nan, infinities };

list made(support::random& r, index_t n, holding what) {
  return support::model::made<double>(n, [&](index_t) {
    if (what == holding::ties) return static_cast<double>(r.below(7)) - 3;
    if (what == holding::nan && r.chance(n)) return no_number;
    if (what == holding::infinities && r.chance(6)) return r.chance(2) ? infinity : -infinity;
    return (r.unit() - 0.5) * 20;
  });
}

constexpr holding everything[] = {holding::numbers, holding::ties, holding::nan, holding::infinities};
constexpr index_t some_sizes[] = {1, 2, 3, 5, 40, 1024, 3000};

// The same numbers as memory, with a step, computed, and as a list, by turns.
reader<double> in_some_way(const list& values, index_t turn) {
  if (turn % 5 == 4) {
    ravel::list<double> grown;
    for (const double value : values) grown.push_back(value);
    return grown;
  }
  return support::in_every_way(values)[static_cast<std::size_t>(turn % 5)];
}

}  // namespace

TEST_CASE("statistics are NumPy's") {
  support::oracle all;
  support::random r(5);
  index_t turn = 0;
  for (const index_t n : some_sizes) {
    for (const holding what : everything) {
      const list values = made(r, n, what), others = made(r, n, what);
      const auto x = in_some_way(values, ++turn), y = in_some_way(others, turn + 1);
      for (const index_t ddof : {0, 1, 2}) {
        if (ddof >= n) continue;
        const list option{static_cast<double>(ddof)};
        all.ask("var", {values, option}, variance(x, ravel::ddof{ddof}), 1e-13);
        all.ask("std", {values, option}, standard_deviation(x, ravel::ddof{ddof}), 1e-13);
        all.ask("cov", {values, others, option}, covariance(x, y, ravel::ddof{ddof}), 1e-12);
      }
      if (n > 1) all.ask("pearson", {values, others}, correlation(x, y), 1e-13);
      if (n > 1 && what != holding::nan) {
        all.ask("spearman", {values, others}, correlation(x, y, ravel::correlation_kind::spearman), 1e-13);
      }
      all.ask("cumsum", {values}, cumsum(x), 1e-13);
    }
  }
  all.check(program);
}

TEST_CASE("quantiles are NumPy's") {
  support::oracle all;
  support::random r(6);
  index_t turn = 0;
  for (const index_t n : {1, 2, 3, 5, 40, 601, 1024, 3000, 20000}) {
    for (const holding what : {holding::numbers, holding::ties, holding::nan}) {
      const list values = made(r, n, what);
      const auto x = in_some_way(values, ++turn);
      list shares{0, 1, 0.5, 0.25, 0.1, 1e-9, 1 - 1e-9, 1.0 / 3};
      for (int i = 0; i < 10; ++i) shares.push_back(r.unit());
      const buffer<double> q = support::in_memory(shares);
      all.ask("quantile", {values, shares}, quantile(x, q), 1e-15);
      all.ask("inverted", {values, shares}, quantile(x, q, ravel::quantile_rule::inverted_cdf));
      all.ask("median", {values}, median(x), 1e-15);
    }
  }
  all.check(program);
}

TEST_CASE("histograms, bins and counts are NumPy's") {
  support::oracle all;
  support::random r(7);
  index_t turn = 0;
  const auto both = [](const ravel::histogram_counts& found) {
    list joined;
    for (const index_t count : found.counts) joined.push_back(static_cast<double>(count));
    joined.insert(joined.end(), found.edges.begin(), found.edges.end());
    return support::in_memory(joined);
  };
  for (const index_t n : {0, 1, 2, 3, 5, 40, 1024, 3000}) {
    for (const holding what : everything) {
      const list values = made(r, n, what);
      const auto x = in_some_way(values, ++turn);
      const bool finite = std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
      for (const double bins : {1.0, 3.0, 10.0, 257.0}) {
        if (finite) all.ask("histogram", {values, {bins}}, both(histogram(x, ravel::bins{static_cast<index_t>(bins)})));
        all.ask("histogram_within", {values, {bins, -3, 3}},
                both(histogram(x, ravel::bins{static_cast<index_t>(bins)}, ravel::between{-3, 3})));
        all.ask("histogram_within", {values, {bins, 0.1, 0.7}},
                both(histogram(x, ravel::bins{static_cast<index_t>(bins)}, ravel::between{0.1, 0.7})));
      }
      for (list edges : {list{-3, 0, 3}, list{-2, -2, 1, 1, 2, 2}, list{-infinity, -1, 0.5, 4, infinity}}) {
        all.ask("histogram_at", {values, edges}, both(histogram(x, support::in_memory(edges))));
        all.ask("digitize", {values, edges}, digitize(x, support::in_memory(edges)));
        all.ask("digitize_right", {values, edges}, digitize(x, support::in_memory(edges), ravel::closed_edge::upper));
        std::reverse(edges.begin(), edges.end());
        all.ask("digitize", {values, edges}, digitize(x, support::in_memory(edges)));
        all.ask("digitize_right", {values, edges}, digitize(x, support::in_memory(edges), ravel::closed_edge::upper));
      }
      const auto whole = support::model::made<double>(n, [&](index_t) { return static_cast<double>(r.below(30)); });
      const auto counted = ravel::cast<std::uint8_t>(in_some_way(whole, turn));
      all.ask("bincount", {whole, {0}}, bincount(counted));
      all.ask("bincount", {whole, {50}}, bincount(counted, ravel::at_least{50}));
      if (what == holding::numbers) all.ask("bincount_of", {whole, values}, bincount(counted, x), 1e-14);
    }
  }
  all.check(program);
}

TEST_CASE("differences, slopes and convolutions are NumPy's") {
  support::oracle all;
  support::random r(8);
  index_t turn = 0;
  for (const index_t n : some_sizes) {
    for (const holding what : everything) {
      const list values = made(r, n, what);
      const auto x = in_some_way(values, ++turn);
      for (const index_t order : {0, 1, 2, 5}) all.ask("diff", {values, {static_cast<double>(order)}}, diff(x, ravel::order{order}));
      list places(values.size());
      double at = -4;
      for (double& place : places) place = at += 0.1 + r.unit();
      const auto p = support::in_memory(places);
      if (n >= 2) all.ask("gradient", {values, {0.3}}, gradient(x, ravel::spacing{0.3}), 1e-14);
      if (n >= 2) all.ask("gradient_at", {values, places}, gradient(x, p), 1e-12);
      if (n >= 3) all.ask("gradient_2", {values, {-2}}, gradient(x, ravel::spacing{-2}, ravel::gradient_ends::second_order), 1e-14);
      if (n >= 3) all.ask("gradient_at_2", {values, places}, gradient(x, p, ravel::gradient_ends::second_order), 1e-12);
      for (const index_t m : {1, 2, 3, 4, 35}) {
        if (m > n) continue;
        const list weights = made(r, m, holding::numbers);
        const auto w = support::in_memory(weights);
        using ravel::convolve_mode;
        all.ask("convolve_full", {values, weights}, convolve(x, w), 1e-13);
        all.ask("convolve_same", {values, weights}, convolve(x, w, convolve_mode::same), 1e-13);
        all.ask("convolve_valid", {values, weights}, convolve(x, w, convolve_mode::valid), 1e-13);
        all.ask("correlate_full", {values, weights}, correlate(x, w), 1e-13);
        all.ask("correlate_same", {values, weights}, correlate(x, w, convolve_mode::same), 1e-13);
        all.ask("correlate_valid", {values, weights}, correlate(x, w, convolve_mode::valid), 1e-13);
        if (what != holding::numbers) continue;
        const list other = made(r, n, what), others = made(r, m, what);
        const auto complex = [](double re, double im) { return std::complex<double>(re, im); };
        const auto z = map(complex, x, support::in_memory(other)), window = map(complex, w, support::in_memory(others));
        const auto split = [](const ravel::buffer<std::complex<double>>& sums) { return clone(concat(real(sums), imag(sums))); };
        all.ask("convolve_complex", {values, other, weights, others}, split(convolve(z, window)), 1e-13);
        all.ask("correlate_complex", {values, other, weights, others}, split(correlate(z, window)), 1e-13);
      }
    }
  }
  all.check(program);
}
