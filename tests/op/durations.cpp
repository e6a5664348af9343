// SPDX-License-Identifier: BSL-1.0
// Sums, means and reducers of durations. They are what the same operations make of the ticks.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>

#include "ticks.hpp"

#include <chrono>
#include <cmath>

namespace {

namespace chrono = std::chrono;
namespace reducer = ravel::reducer;
using namespace std::chrono_literals;
using ravel::buffer, ravel::index_t, ravel::tolerance;
using namespace ticks_tests;

}  // namespace

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
