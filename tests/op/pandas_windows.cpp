// SPDX-License-Identifier: BSL-1.0
// Missing values, gaps and windows against pandas: random values with holes in them, few and none. One Python answers all.
#include <ravel/op/missing.hpp>

#include <support/pandas.hpp>
#include <support/random.hpp>

namespace {

using ravel::index_t;
using comparison = support::pandas_comparison;
using list = comparison::list;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

constexpr const char* program = R"(
def ffill(x): return pd.Series(x).ffill()
def bfill(x): return pd.Series(x).bfill()
def linear(x): return pd.Series(x).interpolate(limit_area='inside')
def by_keys(x, k): return pd.Series(x, index=k).interpolate(method='index', limit_area='inside')
def dropped(x): return pd.Series(x).dropna()
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

void ask_missing(comparison& c, support::random& r, index_t n) {
  using ravel::fill_policy;
  const list x = made(r, n, 3), keys = keys_for(r, n);
  const auto missing = ravel::missing_where(x);
  c.ask("ffill", {x}, as_list(ravel::fill_missing(x, missing, fill_policy::forward).values));
  c.ask("bfill", {x}, as_list(ravel::fill_missing(x, missing, fill_policy::backward).values));
  c.ask("linear", {x}, as_list(ravel::fill_missing(x, missing, fill_policy::linear).values));
  c.ask("by_keys", {x, keys}, as_list(ravel::fill_missing(x, missing, keys, fill_policy::linear).values));
  c.ask("dropped", {x}, as_list(ravel::drop_missing(x, missing)));
}

}  // namespace

TEST_CASE("missing values as pandas has them", "[op]") {
  comparison c(program);
  support::random r(61);
  for (const index_t n : {1, 2, 7, 300}) ask_missing(c, r, n);
  c.check();
}
