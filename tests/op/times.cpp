// SPDX-License-Identifier: BSL-1.0
// Eager operations on times: what the same operations make of their ticks, and asof joins and bins against pandas.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/numpy.hpp>

#include "ticks.hpp"

#include <chrono>
#include <cmath>

namespace {

namespace chrono = std::chrono;
namespace reducer = ravel::reducer;
using namespace std::chrono_literals;
using ravel::buffer, ravel::index_t, ravel::tolerance;
using namespace ticks_tests;

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
  // Vectors are read where they are.
  const std::vector<point> own(t.begin(), t.end()), bounds(limits.begin(), limits.end());
  const auto known = clone(ravel::from_ticks<point>(places));
  CHECK(equal(interp(own, std::vector<point>(known.begin(), known.end()), heights), interp(t, known, heights)));
  CHECK(equal(ravel::digitize(own, bounds), digitize(t, limits)));
  CHECK(equal(ravel::histogram(own, bounds).counts, counted.counts));
  const std::vector<chrono::milliseconds> waits{3ms, 1ms, 2ms};
  CHECK(ravel::median(waits) == 2ms);
  CHECK(ravel::quantile(waits, {0.0, 1.0})[1] == 3ms);
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
