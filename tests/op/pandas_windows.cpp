// SPDX-License-Identifier: BSL-1.0
// Missing values, gaps and windows against pandas: random values with holes in them, few and none. One Python answers all.
#include <ravel/lazy/iota.hpp>
#include <ravel/op/keys/resample.hpp>
#include <ravel/op/keys/rolling_by.hpp>
#include <ravel/op/missing/missing.hpp>
#include <ravel/op/windows/rolling_order.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>

namespace {

using ravel::index_t;
using comparison = support::oracle;
using list = std::vector<double>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

constexpr const char* program = R"(
import pandas as pd
def ffill(x): return pd.Series(x).ffill()
def bfill(x): return pd.Series(x).bfill()
def linear(x): return pd.Series(x).interpolate(limit_area='inside')
def by_keys(x, k): return pd.Series(x, index=k).interpolate(method='index', limit_area='inside')
def dropped(x): return pd.Series(x).dropna()
def by_time(k, x, span, closed):
    side = ['right', 'left', 'both', 'neither'][int(closed[0])]
    return pd.Series(x, index=pd.to_datetime(k, unit='s')).rolling(f'{int(span[0])}s', closed=side)
def columns(*all): return np.concatenate([np.asarray(c, float) for c in all])
def rolled_by(*of):
    r = by_time(*of)
    return columns(r.mean(), r.max(), r.var(ddof=0))
def resampled(k, x):
    r = pd.Series(x, index=pd.to_datetime(k, unit='s')).resample('5s')
    return columns(r.mean(), r.last(), r.count())
def expanded(x): return columns(pd.Series(x).expanding().mean(), pd.Series(x).expanding().var(ddof=0), pd.Series(x).expanding().min())
def inside(x, width): return pd.Series(x).rolling(int(width[0]))
def median(x, w): return inside(x, w).median()[int(w[0]) - 1:]
def quantile(x, w, q): return inside(x, w).quantile(q[0])[int(w[0]) - 1:]
def rank(x, w): return inside(x, w).rank()[int(w[0]) - 1:]
def weighted(x, w, kind, how):
    shape = [('hann', {}), ('hamming', {}), ('triang', {}), ('gaussian', {'std': 2.0})][int(kind[0])]
    r = pd.Series(x).rolling(int(w[0]), win_type=shape[0])
    return (r.mean(**shape[1]) if how[0] else r.sum(**shape[1]))[int(w[0]) - 1:]
def covariance(x, y, w): return inside(x, w).cov(pd.Series(y))[int(w[0]) - 1:]
def correlation(x, y, w): return inside(x, w).corr(pd.Series(y))[int(w[0]) - 1:]
)";

list as_list(const auto& x) {
  list all;
  for (index_t i = 0; i < x.size(); ++i) all.push_back(static_cast<double>(x[i]));
  return all;
}

list made(support::random& r, index_t n, index_t one_missing_in) {
  list values;
  for (index_t i = 0; i < n; ++i) values.push_back(r.chance(one_missing_in) ? no_number : static_cast<double>(r.below(1000)) / 8);
  return values;
}
// Rising by 1 to 5.
list keys_for(support::random& r, index_t n) {
  list keys;
  for (index_t i = 0; i < n; ++i) keys.push_back((keys.empty() ? 100 : keys.back()) + 1 + static_cast<double>(r.below(5)));
  return keys;
}

void ask_missing(comparison& c, support::random& r, index_t n, index_t one_in = 3) {
  using ravel::fill_policy;
  const list x = made(r, n, one_in), keys = keys_for(r, n);
  const auto missing = ravel::missing_where(x);
  c.ask("ffill", {x}, as_list(ravel::fill_missing(x, missing, fill_policy::forward).values));
  c.ask("bfill", {x}, as_list(ravel::fill_missing(x, missing, fill_policy::backward).values));
  c.ask("linear", {x}, as_list(ravel::fill_missing(x, missing, fill_policy::linear).values));
  c.ask("by_keys", {x, keys}, as_list(ravel::fill_missing(x, missing, keys, fill_policy::linear).values));
  c.ask("dropped", {x}, as_list(ravel::drop_missing(x, missing)));
}

// Windows that hold nothing are NaN in pandas.
void ask_windows_by_keys(comparison& c, support::random& r, index_t n) {
  using ravel::closed_ends, ravel::empty_windows, ravel::expanding, ravel::rolling_by;
  namespace reducer = ravel::reducer;
  const list x = made(r, n, 1 << 30), keys = keys_for(r, n);
  const empty_windows nothing{no_number};
  const closed_ends all_ends[] = {closed_ends::right, closed_ends::left, closed_ends::both, closed_ends::neither};
  for (int i = 0; i < 4; ++i) {
    list all = as_list(rolling_by(keys, x, 7, reducer::mean, all_ends[i], nothing));
    for (const double v : rolling_by(keys, x, 7, reducer::max, all_ends[i], nothing)) all.push_back(v);
    for (const double v : rolling_by(keys, x, 7, reducer::variance, all_ends[i], nothing)) all.push_back(v);
    c.ask("rolled_by", {keys, x, {7}, {static_cast<double>(i)}}, all);
  }
  list all = as_list(expanding(x, reducer::mean));
  for (const double v : expanding(x, reducer::variance)) all.push_back(v);
  for (const double v : expanding(x, reducer::min)) all.push_back(v);
  c.ask("expanded", {x}, all);
}

void ask_steps(comparison& c, support::random& r, index_t n) {
  const list x = made(r, n, 1 << 30), keys = keys_for(r, n);
  const double from = std::floor(keys.front() / 5) * 5, to = keys.back() + 1;
  const auto of = [&](auto reducer) {
    return as_list(ravel::resample(keys, x, from, to, 5, reducer, ravel::empty_windows{no_number}).values);
  };
  list all = of(ravel::reducer::mean);
  for (const double v : of(ravel::reducer::last)) all.push_back(v);
  for (const index_t v : ravel::resample(keys, x, from, to, 5, ravel::reducer::count).values) all.push_back(static_cast<double>(v));
  c.ask("resampled", {keys, x}, all);
}

void ask_windows_in_order(comparison& c, support::random& r, index_t n, index_t width) {
  using ravel::edge_mode;
  const list x = made(r, n, 40), y = made(r, n, 1 << 30), whole = made(r, n, 1 << 30), w{static_cast<double>(width)};
  c.ask("median", {x, w}, as_list(ravel::rolling_median(x, width, edge_mode::valid)));
  c.ask("quantile", {x, w, {0.3}}, as_list(ravel::rolling_quantile(x, width, 0.3, edge_mode::valid)));
  c.ask("rank", {whole, w}, as_list(ravel::rolling_rank(whole, width, ravel::window_position::left, edge_mode::valid)));
  const auto covariance = ravel::reducer::covariance(ravel::ddof{1});
  c.ask("covariance", {whole, y, w}, as_list(ravel::rolling(whole, y, width, covariance, edge_mode::valid)));
  c.ask("correlation", {whole, y, w}, as_list(ravel::rolling(whole, y, width, ravel::reducer::pearson, edge_mode::valid)));
}

void ask_windows_of_weights(comparison& c, support::random& r, index_t n, index_t width) {
  const list x = made(r, n, 1 << 30), w{static_cast<double>(width)};
  const ravel::reader<double> shapes[] = {ravel::hann_window(width), ravel::hamming_window(width), ravel::triangle_window(width),
                                          ravel::gaussian_window(width, 2)};
  for (int kind = 0; kind < 4; ++kind) {
    const ravel::weights weights(shapes[kind]);
    const list which{static_cast<double>(kind)};
    c.ask("weighted", {x, w, which, {1}}, as_list(ravel::rolling(x, weights, ravel::reducer::mean, ravel::edge_mode::valid)));
    c.ask("weighted", {x, w, which, {0}}, as_list(ravel::rolling(x, weights, ravel::reducer::sum, ravel::edge_mode::valid)));
  }
}

}  // namespace

TEST_CASE("windows as pandas has them", "[op]") {
  comparison c(1e-11);
  support::random r(62);
  for (const index_t n : {0, 1, 2, 7, 300}) ask_windows_by_keys(c, r, n);
  for (const index_t n : {1, 2, 7, 300}) ask_steps(c, r, n);
  for (const index_t width : {3, 10, 50}) ask_windows_in_order(c, r, 300, width);
  for (const index_t width : {3, 10, 51}) ask_windows_of_weights(c, r, 300, width);
  c.check(program, "pandas");
}

TEST_CASE("missing values as pandas has them", "[op]") {
  comparison c(1e-11);
  support::random r(61);
  for (const index_t n : {1, 2, 7, 300}) ask_missing(c, r, n);
  for (const index_t n : {0, 1, 9}) ask_missing(c, r, n, 1);  // a column of NaN alone
  c.check(program, "pandas");
}
