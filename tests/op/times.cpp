// SPDX-License-Identifier: BSL-1.0
// Eager operations on times: what the same operations make of their ticks, and asof joins and bins against pandas.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/numpy.hpp>

#include <chrono>
#include <cmath>
#include <random>

namespace {

namespace chrono = std::chrono;
namespace reducer = ravel::reducer;
using namespace std::chrono_literals;
using ravel::buffer, ravel::index_t, ravel::tolerance;
using point = chrono::sys_seconds;
using span = chrono::seconds;
using ticks_buffer = buffer<std::int64_t>;

point at(std::int64_t n) { return point(span(n)); }

ticks_buffer some_ticks(index_t n, unsigned seed, std::int64_t most) {
  std::mt19937 engine(seed);
  const auto ticks = ravel::make_buffer<std::int64_t>(n);
  for (auto& t : ticks) t = static_cast<std::int64_t>(engine() % static_cast<unsigned>(2 * most + 1)) - most;
  return ticks;
}

template <class R>
std::vector<double> doubles(const R& r) {
  return to_vector(ravel::cast<double>(r));
}

}  // namespace

TEST_CASE("times are ordered, searched and told apart as their ticks") {
  for (const index_t n : {0, 1, 2, 3000}) {
    const auto raw = some_ticks(n, 1, n < 10 ? 3 : 500);
    const auto t = clone(ravel::from_ticks<point>(raw));
    CHECK(equal(ticks(sort(t)), sort(raw)));
    CHECK(equal(ticks(sort(t, ravel::sort_order::descending)), sort(raw, ravel::sort_order::descending)));
    CHECK(equal(argsort(t), argsort(raw)));
    CHECK(equal(argsort(t, ravel::sort_order::descending), argsort(raw, ravel::sort_order::descending)));
    CHECK(equal(argsort_by(descending(t), raw), argsort_by(descending(raw), raw)));
    CHECK(equal(ticks(unique(t)), unique(raw)));
    CHECK(equal(unique_all(t).inverse, unique_all(raw).inverse));
    CHECK(equal(value_counts(t).counts, value_counts(raw).counts));
    CHECK(equal(ravel::rank(t), ravel::rank(raw)));
    CHECK(equal(searchsorted(sort(t), t), searchsorted(sort(raw), raw)));
    CHECK(equal(membership(t, slice(t, 0, n / 2)), membership(raw, slice(raw, 0, n / 2))));
    if (n == 0) continue;
    CHECK(min(t) == at(min(raw)));
    CHECK(max(t) == at(max(raw)));
    CHECK(argmin(t) == argmin(raw));
    CHECK(argmax_last(t) == argmax_last(raw));
    CHECK(index_of(t, at(raw[n - 1])) == index_of(raw, raw[n - 1]));
    CHECK(equal(ticks(cummax(t)), cummax(raw)));
    CHECK(equal(ticks(diff(t)), diff(raw)));
  }
  const double none = std::numeric_limits<double>::quiet_NaN();
  using real_span = chrono::duration<double>;
  const buffer<real_span> real{real_span(none), real_span(2), real_span(none), real_span(-1)};
  CHECK(equal(argsort(real), buffer<index_t>{3, 1, 0, 2}));
  CHECK(sort(real)[0] == real_span(-1));
  CHECK(std::isnan(max(real).count()));
  CHECK(argmin(real) == 0);
  CHECK(unique(real).size() == 3);
  CHECK(arggroup(real).size() == 3);
}

TEST_CASE("sums and means of durations") {
  const auto raw = some_ticks(1000, 2, 1000);
  const auto d = ravel::from_ticks<span>(raw);
  CHECK(sum(d) == span(sum(raw)));
  CHECK(mean(d) == chrono::duration<double>(mean(raw)));
  static_assert(std::is_same_v<decltype(mean(d)), chrono::duration<double>> && std::is_same_v<decltype(sum(d)), span>);
  CHECK(equal(ticks(cumsum(d)), cumsum(raw)));
  CHECK(median(d) == chrono::duration<double>(median(raw)));
  CHECK(equal(ticks(quantile(d, {0.1, 0.9})), quantile(raw, {0.1, 0.9})));
  CHECK(quantile(d, 0.3, ravel::quantile_rule::hazen) == chrono::duration<double>(quantile(raw, 0.3, ravel::quantile_rule::hazen)));
  CHECK(sum(buffer<chrono::duration<int>>{chrono::duration<int>(2'000'000'000), chrono::duration<int>(2'000'000'000)}) == 4'000'000'000s);
  constexpr auto most = span(std::numeric_limits<std::int64_t>::max());
  CHECK_THROWS_AS(sum(buffer<span>{most, 1s}), ravel::overflow_error);
  CHECK_THROWS_AS(cumsum(buffer<span>{most, 1s}), ravel::overflow_error);
  CHECK_THROWS_AS(diff(buffer<point>{at(-2), at(std::numeric_limits<std::int64_t>::max())}), ravel::overflow_error);
  CHECK(sum(buffer<span>()) == 0s);
  CHECK_THROWS_AS(mean(buffer<span>()), ravel::value_error);
  CHECK_THROWS_AS(median(buffer<span>()), ravel::value_error);
}

// The ticks of what reducers make of durations are what they make of the ticks.
TEST_CASE("reducers add up durations wherever they go") {
  const auto raw = some_ticks(700, 12, 1000), keys = some_ticks(700, 13, 9);
  const auto d = clone(ravel::from_ticks<span>(raw));
  const auto sorted = ravel::iota<int>(700);
  const auto alike = [](const auto& durations, const auto& counted) { CHECK(equal(ticks(durations), counted)); };
  CHECK(reduce_with(d, reducer::sum) == span(reduce_with(raw, reducer::sum)));
  CHECK(reduce_with(d, reducer::mean) == chrono::duration<double>(reduce_with(raw, reducer::mean)));
  static_assert(std::is_same_v<decltype(reduce_with(d, reducer::sum)), span>);
  static_assert(std::is_same_v<decltype(reduce_with(d, reducer::mean)), chrono::duration<double>>);
  const auto both = [&](const auto& reducer) {
    alike(group_reduce(keys, d, reducer).values, group_reduce(keys, raw, reducer).values);
    alike(group_transform(keys, d, reducer), group_transform(keys, raw, reducer));
    alike(crosstab(keys, sorted % 3, d, reducer).cells, crosstab(keys, sorted % 3, raw, reducer).cells);
    alike(rolling(d, 5, reducer), clone(ravel::rolling(raw, 5, reducer)));
    alike(rolling(d, 5, reducer, ravel::edge_mode::zero, ravel::every{3}),
          rolling(raw, 5, reducer, ravel::edge_mode::zero, ravel::every{3}));
    alike(rolling_by(sorted, d, 9, reducer), rolling_by(sorted, raw, 9, reducer));
    alike(expanding(d, reducer), expanding(raw, reducer));
    alike(downsample(d, 31, reducer), downsample(raw, 31, reducer));
    alike(resample(sorted, d, 0, 699, 7, reducer).values, resample(sorted, raw, 0, 699, 7, reducer).values);
  };
  both(reducer::sum);
  both(reducer::mean);
  CHECK(resample(sorted, d, 900, 910, 5, reducer::mean, ravel::empty_windows{3s}).values[1] == 3s);
  const auto t = as_tensor(d, {7, 100});
  alike(reduce_with(t, reducer::mean, 0), reduce_with(ticks(t), reducer::mean, 0));

  // Together with what gathers the same, and what does not.
  const auto all = group_reduce(keys, d, reducer::mean, reducer::max, reducer::sum, reducer::count, reducer::min, reducer::last);
  const auto known = group_reduce(keys, raw, reducer::mean, reducer::max, reducer::sum, reducer::count, reducer::min, reducer::last);
  alike(std::get<0>(all.values), std::get<0>(known.values));
  alike(std::get<1>(all.values), std::get<1>(known.values));
  alike(std::get<2>(all.values), std::get<2>(known.values));
  CHECK(equal(std::get<3>(all.values), std::get<3>(known.values)));
  alike(std::get<4>(all.values), std::get<4>(known.values));
  alike(std::get<5>(all.values), std::get<5>(known.values));
  const auto [mean, most] = reduce_with(d, compose(reducer::mean, reducer::max));
  CHECK(mean.count() == Approx(ravel::mean(raw)));
  CHECK(most == max(d));

  constexpr auto longest = span(std::numeric_limits<std::int64_t>::max());
  CHECK_THROWS_AS(reduce_with(buffer<span>{longest, 1s}, reducer::sum), ravel::overflow_error);
  CHECK(reduce_with(buffer<span>{longest, 1s, -2s}, reducer::sum) == longest - 1s);
  CHECK(reduce_with(buffer<span>(), reducer::sum) == 0s);
  CHECK_THROWS_WITH(reduce_with(buffer<span>(), reducer::mean), "mean of no elements has no value");
  CHECK(reduce_with(buffer<chrono::duration<int>>{chrono::duration<int>(2'000'000'000), chrono::duration<int>(2'000'000'000)},
                    reducer::sum) == 4'000'000'000s);
}

TEST_CASE("durations of floating ticks mind NaN") {
  using ravel::nan_policy;
  using real_span = chrono::duration<double>;
  const double none = std::numeric_limits<double>::quiet_NaN();
  const buffer<real_span> d{real_span(1), real_span(none), real_span(4)};
  const buffer<int> same{1, 1, 1};
  CHECK(std::isnan(reduce_with(d, reducer::sum).count()));
  CHECK(reduce_with(d, reducer::sum, nan_policy::skip) == 5s);
  CHECK(reduce_with(d, reducer::mean, nan_policy::skip) == 2500ms);
  CHECK(reduce_with(d, reducer::count, nan_policy::skip) == 2);
  CHECK(reduce_with(d, reducer::max, nan_policy::skip) == 4s);
  CHECK(group_reduce(same, d, reducer::mean, nan_policy::skip).values[0] == 2500ms);
  CHECK(rolling(d, 3, reducer::sum, nan_policy::skip)[1] == 5s);
  CHECK(rolling_by(same, d, 1, reducer::sum, nan_policy::skip)[2] == 5s);
  CHECK_THROWS_WITH(reduce_with(d, reducer::sum, nan_policy::refuse), "reduce_with was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_AS(group_reduce(same, d, reducer::sum, nan_policy::refuse), ravel::value_error);
  CHECK_THROWS_AS(rolling(d, 3, reducer::sum, nan_policy::refuse), ravel::value_error);
}

TEST_CASE("groups and joins of times") {
  const auto raw = some_ticks(2000, 3, 40), other = some_ticks(300, 4, 60);
  const auto t = ravel::from_ticks<point>(raw), u = ravel::from_ticks<point>(other);
  const auto values = ravel::iota<double>(2000);
  const auto ours = group_reduce(t, values, reducer::sum);
  const auto theirs = group_reduce(raw, values, reducer::sum);
  CHECK(equal(ticks(ours.keys), theirs.keys));
  CHECK(equal(ours.values, theirs.values));
  CHECK(equal(ticks(group_reduce(raw, t, reducer::max).values), group_reduce(raw, raw, reducer::max).values));
  CHECK(equal(ticks(arggroup(t).keys()), arggroup(raw).keys()));
  const auto both = group_reduce(std::tuple(t, raw), values, reducer::count);
  CHECK(equal(both.values, group_reduce(raw, values, reducer::count).values));
  const auto joined = arg_join(t, u), known = arg_join(raw, other);
  CHECK(equal(joined.left, known.left));
  CHECK(equal(joined.right, known.right));
}

TEST_CASE("asof joins are exact in every unit") {
  using ravel::asof_direction;
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  const buffer<point> left{at(least), at(0), at(most)}, right{at(least), at(most)};
  CHECK(equal(arg_join_asof(left, right, asof_direction::nearest), buffer<index_t>{0, 1, 1}));
  CHECK(equal(arg_join_asof(left, right, tolerance{1ms}), buffer<index_t>{0, -1, 1}));
  const buffer<point> keys{at(10), at(15)}, near{at(9), at(12)};
  CHECK(equal(arg_join_asof(keys, near, tolerance{2999ms}), buffer<index_t>{0, -1}));
  CHECK(equal(arg_join_asof(keys, near, tolerance{3000ms}), buffer<index_t>{0, 1}));
  CHECK(equal(arg_join_asof(keys, near, tolerance{1min}, asof_direction::forward), buffer<index_t>{1, -1}));
  CHECK_THROWS_WITH(arg_join_asof(near, buffer<point>{at(1), at(0)}), Catch::ContainsSubstring("1970-01-01T00:00:01"));
  CHECK_THROWS_AS(arg_join_asof(keys, near, tolerance{-1s}), ravel::value_error);
}

TEST_CASE("bins and lines of times") {
  using ravel::closed_edge;
  const auto raw = some_ticks(500, 5, 50);
  const auto t = ravel::from_ticks<point>(raw);
  const ticks_buffer edges{-40, -7, 0, 12, 12, 40};
  const auto limits = clone(ravel::from_ticks<point>(edges));
  CHECK(equal(digitize(t, limits), digitize(raw, edges)));
  CHECK(equal(digitize(t, limits, closed_edge::upper), digitize(raw, edges, closed_edge::upper)));
  const auto counted = histogram(t, limits);
  CHECK(equal(counted.counts, histogram(raw, edges).counts));
  CHECK(equal(counted.edges, limits));
  CHECK_THROWS_AS(histogram(t, buffer<point>{at(0)}), ravel::value_error);
  CHECK_THROWS_WITH(digitize(t, buffer<point>{at(60), at(0)}), Catch::ContainsSubstring("1970-01-01T00:01:00"));
  const ticks_buffer places{-30, 0, 25};
  const buffer<double> heights{1, 4, -1};
  CHECK(equal(interp(t, ravel::from_ticks<point>(places), heights), interp(raw, places, heights)));
  // Of other units, and so late that the ticks are no doubles.
  using nanos = chrono::sys_time<chrono::nanoseconds>;
  const auto late = nanos(chrono::nanoseconds(1'700'000'000'000'000'001));
  CHECK(interp(buffer<nanos>{late + 1ns}, buffer<nanos>{late, late + 4ns}, buffer<double>{0, 1})[0] == 0.25);
  CHECK(interp(buffer<nanos>{nanos(500ms)}, buffer<point>{at(0), at(1)}, buffer<double>{0, 1})[0] == 0.5);
  CHECK_THROWS_AS(interp(t, buffer<point>(), buffer<double>()), ravel::value_error);
  const buffer<point> far{at(std::numeric_limits<std::int64_t>::min()), at(1)};
  CHECK_THROWS_AS(interp(far, slice(far, 1, 1), buffer<double>{0}), ravel::overflow_error);
}

TEST_CASE("times against pandas", "[op]") {
  constexpr const char* program = R"(
import pandas as pd
def at(t): return pd.to_datetime(np.asarray(t, 'int64'), unit='s')
def asof(l, r): return pd.merge_asof(pd.DataFrame({'k': at(l)}), pd.DataFrame({'k': at(r), 'j': np.arange(len(r))}), on='k', tolerance=pd.Timedelta(3, 's')).j.fillna(-1)
def cut(t, e): return pd.cut(pd.Series(at(t)), at(e), labels=False, right=False).fillna(-1)
def mean(t): return [pd.Series(pd.to_timedelta(np.asarray(t, 'int64'), unit='s')).mean() / pd.Timedelta(1, 's')]
def spans(d): return pd.Series(pd.to_timedelta(np.asarray(d, 'int64'), unit='s'))
def back(s): return (s / pd.Timedelta(1, 's')).astype(float)
def sums(k, d): return back(spans(d).groupby(np.asarray(k), sort=False).sum())
def means(k, d): return back(spans(d).groupby(np.asarray(k), sort=False).mean())
def rolled(k, d): return back(spans(d).groupby(np.arange(len(d)) // 7).mean())
def spread(k, d): return back(spans(d).groupby(np.asarray(k)).transform('sum'))
def hours(t, v): return pd.Series(v, index=at(t)).groupby(at(t).floor('7s')).sum()
)";
  const auto raw = some_ticks(400, 6, 900), other = sort(some_ticks(120, 7, 900));
  const auto left = sort(raw), edges = unique(some_ticks(9, 8, 700));
  const auto t = ravel::from_ticks<point>(left), u = ravel::from_ticks<point>(other);
  const auto in_bins = digitize(t, ravel::from_ticks<point>(edges));
  const auto outside = [n = edges.size()](index_t bin) { return bin == n ? index_t{-1} : bin - 1; };
  const auto values = ravel::iota<double>(400);
  const auto keys = some_ticks(400, 9, 12);
  const auto d = ravel::from_ticks<span>(raw);
  const auto answers = support::ask_numpy(program,
                                          {{"asof", {doubles(left), doubles(other)}},
                                           {"cut", {doubles(left), doubles(edges)}},
                                           {"mean", {doubles(raw)}},
                                           {"hours", {doubles(left), to_vector(values)}},
                                           {"sums", {doubles(keys), doubles(raw)}},
                                           {"means", {doubles(keys), doubles(raw)}},
                                           {"rolled", {doubles(keys), doubles(raw)}},
                                           {"spread", {doubles(keys), doubles(raw)}}},
                                          "pandas");
  if (!answers) {
    WARN("skipped: no Python with pandas was found");
    return;
  }
  const std::vector<std::vector<double>> ours{
      doubles(arg_join_asof(t, u, tolerance{3s})),
      doubles(map(outside, in_bins)),
      {mean(ravel::from_ticks<span>(raw)).count()},
      doubles(group_reduce(map([](point p) { return ravel::from_ticks<point>((p.time_since_epoch().count() + 7'000'000) / 7); }, t), values,
                           reducer::sum)
                  .values),
      doubles(ticks(group_reduce(keys, d, reducer::sum).values)),
      doubles(ticks(group_reduce(keys, d, reducer::mean).values)),
      doubles(ticks(resample(ravel::iota<int>(400), d, 0, 400, 7, reducer::mean).values)),
      doubles(ticks(group_transform(keys, d, reducer::sum)))};
  for (std::size_t i = 0; i < ours.size(); ++i) {
    INFO(i);
    REQUIRE((*answers)[i].has_value());
    REQUIRE((*answers)[i]->size() == ours[i].size());
    for (std::size_t k = 0; k < ours[i].size(); ++k) CHECK(std::abs((*(*answers)[i])[k] - ours[i][k]) < 1e-6);
  }
}
