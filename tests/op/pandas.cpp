// SPDX-License-Identifier: BSL-1.0
// Groups, ranks and joins against pandas: random keys, ties, NaN, infinities, few rows and none. One Python answers all.
#include <ravel/lazy/cast.hpp>
#include <ravel/op.hpp>
#include <ravel/op/keys/crosstab.hpp>
#include <ravel/tensor/views.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>

namespace {

using ravel::index_t;
using ravel::join_kind;
using comparison = support::oracle;
using list = std::vector<double>;
namespace reducer = ravel::reducer;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

// Every answer is one list: pandas' columns, one behind the other.
constexpr const char* program = R"(
import pandas as pd
def grouped(k, v, order): return pd.DataFrame({'k': k, 'v': v}).groupby('k', dropna=False, sort=bool(order[0])).v
def columns(*all): return np.concatenate([np.asarray(c, float) for c in all])
def reduced(k, v, order):
    g = grouped(k, v, order)
    return columns(g.count().index, g.size(), g.sum(), g.mean(), g.var(), g.min(), g.max())
def transformed(k, v, order): return grouped(k, v, order).transform('sum')
def ranked(k, v, order): return grouped(k, v, order).rank()
def dense(k, v, order): return grouped(k, v, order).rank(method='dense')
def two(a, b, v):
    g = pd.DataFrame({'a': a, 'b': b, 'v': v}).groupby(['a', 'b']).v.sum().reset_index()
    return columns(g.a, g.b, g.v)
def joined(how, l, r):
    left, right = pd.DataFrame({'k': l, 'i': np.arange(len(l))}), pd.DataFrame({'k': r, 'j': np.arange(len(r))})
    both = left.merge(right, on='k', how=how)[['i', 'j']].fillna(-1).sort_values(['i', 'j'])
    return columns(both.i, both.j)
def inner(l, r): return joined('inner', l, r)
def left(l, r): return joined('left', l, r)
def outer(l, r): return joined('outer', l, r)
def asof(direction, l, r, limit):
    right = pd.DataFrame({'k': r, 'j': np.arange(len(r))})
    return pd.merge_asof(pd.DataFrame({'k': l}), right, on='k', direction=direction, tolerance=limit[0] if len(limit) else None).j.fillna(-1)
def backward(l, r, limit): return asof('backward', l, r, limit)
def forward(l, r, limit): return asof('forward', l, r, limit)
def nearest(l, r, limit): return asof('nearest', l, r, limit)
def by_both(how, a, b, c, d):
    left, right = pd.DataFrame({'k': a, 'm': b, 'i': np.arange(len(a))}), pd.DataFrame({'k': c, 'm': d, 'j': np.arange(len(c))})
    both = left.merge(right, on=['k', 'm'], how=how)[['i', 'j']].fillna(-1).sort_values(['i', 'j'])
    return columns(both.i, both.j)
def inner_two(a, b, c, d): return by_both('inner', a, b, c, d)
def left_two(a, b, c, d): return by_both('left', a, b, c, d)
def outer_two(a, b, c, d): return by_both('outer', a, b, c, d)
def asof_by(direction, l, r, p, q):
    left, right = pd.DataFrame({'k': l, 'by': p.astype(int)}), pd.DataFrame({'k': r, 'by': q.astype(int), 'j': np.arange(len(r))})
    return pd.merge_asof(left, right, on='k', by='by', direction=direction).j.fillna(-1)
def backward_by(l, r, p, q): return asof_by('backward', l, r, p, q)
def forward_by(l, r, p, q): return asof_by('forward', l, r, p, q)
def nearest_by(l, r, p, q): return asof_by('nearest', l, r, p, q)
def crossed(a, b):
    table = pd.crosstab(a, b)
    return columns(table.index, table.columns, table.to_numpy().ravel())
def crossed_means(a, b, v): return pd.crosstab(a, b, values=v, aggfunc='mean').to_numpy().ravel()
def crossed_sums(a, b, v): return pd.crosstab(a, b, values=v, aggfunc='sum').fillna(0).to_numpy().ravel()
def with_holes(k, v):
    g = pd.DataFrame({'k': k, 'v': v}).groupby('k', dropna=False, sort=False).v
    return columns(g.count().index, g.count(), g.sum(), g.transform('sum'))
def means_of_holes(k, v):
    m = pd.DataFrame({'k': k, 'v': v}).groupby('k', sort=True).v
    return columns(m.mean(), m.min(), m.max(), m.var(ddof=0))
)";

template <class... Columns>
list together(const Columns&... columns) {
  list all;
  const auto add = [&](const auto& column) {
    for (index_t i = 0; i < column.size(); ++i) all.push_back(static_cast<double>(column[i]));
  };
  (add(columns), ...);
  return all;
}

list made(support::random& r, index_t n, index_t below, bool odd) {
  list values;
  for (index_t i = 0; i < n; ++i) {
    const double value = static_cast<double>(r.below(below)) - 3;
    values.push_back(odd && r.chance(6) ? no_number : odd && r.chance(6) ? infinity : value);
  }
  return values;
}

void ask_groups(comparison& c, support::random& r, index_t n) {
  const list k = made(r, n, 9, true), v = made(r, n, 40, false), whole = made(r, n, 5, false);
  for (const auto order : {ravel::group_order::first_seen, ravel::group_order::sorted}) {
    const list sorted{order == ravel::group_order::sorted ? 1.0 : 0.0};
    const auto g = ravel::group_reduce(k, v, reducer::count, reducer::sum, reducer::mean, reducer::variance(ravel::ddof{1}), reducer::min,
                                       reducer::max, order);
    const auto together_all = [&](const auto&... results) { return together(g.keys, results...); };
    c.ask("reduced", {k, v, sorted}, std::apply(together_all, g.values));
  }
  c.ask("transformed", {k, v, {1}}, together(ravel::group_transform(k, v, reducer::sum)));
  c.ask("ranked", {k, v, {1}}, together(ravel::group_rank(k, v)));
  c.ask("dense", {k, v, {1}}, together(ravel::group_rank(k, v, ravel::rank_ties::dense)));
  const auto both = ravel::group_reduce(std::tie(v, whole), v, reducer::sum, ravel::group_order::sorted);
  c.ask("two", {v, whole, v}, together(std::get<0>(both.keys), std::get<1>(both.keys), both.values));
}

void ask_joins(comparison& c, support::random& r, index_t n, index_t m) {
  const list l = made(r, n, 12, true), k = made(r, m, 12, true);
  const auto ask = [&](const char* how, join_kind kind) {
    const auto j = ravel::arg_join(l, k, kind);
    auto order = argsort_by(j.left, j.right);
    c.ask(how, {l, k}, together(select(j.left, order), select(j.right, order)));
  };
  ask("inner", join_kind::inner);
  ask("left", join_kind::left);
  ask("outer", join_kind::outer);
  const list a = ravel::to_vector(ravel::sort(made(r, n, 50, false))), b = ravel::to_vector(ravel::sort(made(r, m, 50, false)));
  using ravel::asof_direction;
  const std::pair<const char*, asof_direction> directions[] = {
      {"backward", asof_direction::backward}, {"forward", asof_direction::forward}, {"nearest", asof_direction::nearest}};
  for (const auto& [name, direction] : directions) {
    c.ask(name, {a, b, {}}, together(ravel::arg_join_asof(a, b, direction)));
    c.ask(name, {a, b, {2}}, together(ravel::arg_join_asof(a, b, direction, ravel::tolerance{2.0})));
    const list p = made(r, n, 4, false), q = made(r, m, 4, false);
    c.ask(name + std::string("_by"), {a, b, p, q}, together(ravel::arg_join_asof(a, b, p, q, direction)));
  }
}

void ask_joins_by_two(comparison& c, support::random& r, index_t n, index_t m) {
  const list a = made(r, n, 5, true), b = made(r, n, 4, false), k = made(r, m, 5, true), l = made(r, m, 4, false);
  const std::pair<const char*, join_kind> kinds[] = {
      {"inner_two", join_kind::inner}, {"left_two", join_kind::left}, {"outer_two", join_kind::outer}};
  for (const auto& [how, kind] : kinds) {
    const auto j = ravel::arg_join(std::tie(a, b), std::tie(k, l), kind);
    const auto order = argsort_by(j.left, j.right);
    c.ask(how, {a, b, k, l}, together(select(j.left, order), select(j.right, order)));
  }
}

void ask_tables(comparison& c, support::random& r, index_t n) {
  const list a = made(r, n, 6, false), b = made(r, n, 4, false), v = made(r, n, 40, false);
  const auto order = ravel::group_order::sorted;
  const auto counts = ravel::crosstab(a, b, order);
  c.ask("crossed", {a, b}, together(counts.rows, counts.columns, flat(counts.cells)));
  const ravel::empty_cells nothing{no_number};
  c.ask("crossed_means", {a, b, v}, together(flat(ravel::crosstab(a, b, v, reducer::mean, order, nothing).cells)));
  c.ask("crossed_sums", {a, b, v}, together(flat(ravel::crosstab(a, b, v, reducer::sum, order).cells)));
}

// Values of which some are NaN, or all: pandas leaves them out.
void ask_holes(comparison& c, support::random& r, index_t n, index_t one_in) {
  const list k = made(r, n, 9, false);
  list v = made(r, n, 40, false);
  for (double& value : v) value = r.chance(one_in) ? no_number : value;
  const auto skip = ravel::nan_policy::skip;
  // How many there are leaves out NaN where it is of numbers.
  const auto g = ravel::group_reduce(k, v, reducer::count, reducer::sum, skip);
  c.ask("with_holes", {k, v},
        together(g.keys, std::get<0>(g.values), std::get<1>(g.values), ravel::group_transform(k, v, reducer::sum, skip)));
  if (one_in == 1) return;
  list whole = k, numbers = v;  // so that there is a mean of each group
  for (const double key : ravel::to_vector(g.keys)) whole.push_back(key), numbers.push_back(1.5);
  const auto means =
      ravel::group_reduce(whole, numbers, reducer::mean, reducer::min, reducer::max, reducer::variance, ravel::group_order::sorted, skip);
  const auto all = [](const auto&... results) { return together(results...); };
  c.ask("means_of_holes", {whole, numbers}, std::apply(all, means.values));
}

}  // namespace

TEST_CASE("groups and joins as pandas has them", "[op]") {
  comparison c(1e-11);
  support::random r(51);
  for (const index_t n : {1, 2, 7, 300}) {
    ask_groups(c, r, n);
    ask_joins(c, r, n, n);
    ask_joins(c, r, n, 40);
    ask_joins_by_two(c, r, n, n);
    ask_joins_by_two(c, r, n, 40);
    ask_tables(c, r, n);
    ask_holes(c, r, n, 4);
    ask_holes(c, r, n, 1);
  }
  ask_groups(c, r, 0);
  ask_joins(c, r, 0, 0);
  ask_joins(c, r, 0, 7);
  ask_joins(c, r, 7, 0);
  ask_joins_by_two(c, r, 7, 0);
  ask_holes(c, r, 0, 4);
  c.check(program, "pandas");
}
