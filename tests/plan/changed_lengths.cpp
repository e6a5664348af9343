// SPDX-License-Identifier: BSL-1.0
// Recorded verbs that give an axis another length: by a rule, or as each run finds it.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using plan_tests::check_each_kind;
using plan_tests::check_recorded;
using plan_tests::of_one;

TEST_CASE("verbs that change the length of an axis are recorded", "[plan]") {
  check_each_kind([](const auto& t) { return diff(t, 1); });
  check_each_kind([](const auto& t) { return rolling_median(t, 3, 1); });
  check_each_kind([](const auto& t) { return rolling_quantile(t, 2, 0.25, 0); });
  check_each_kind([](const auto& t) { return rolling(t, 3, reducer::mean, 1); });
  check_each_kind([](const auto& t) { return rolling_rank(t, 3, 1); });
  check_each_kind([](const auto& t) { return rolling_mode(t, 2, 0); });
  check_each_kind([](const auto& t) { return rfft(t, 1); });
  check_each_kind([](const auto& t) { return fft(t, 0); });
  check_each_kind([](const auto& t) { return arg_top_k(t, 2, 1); });
  check_each_kind([](const auto& t) { return savgol_filter(t, 3, 1, 1); });
  check_each_kind([](const auto& t) { return diff(t, 0, order{2}); });
  check_each_kind([](const auto& t) { return rolling_quantile(t, 3, 0.5, 1, edge_mode::reflect, quantile_rule::weibull); });
  check_each_kind([](const auto& t) { return rolling_rank(t, 3, 1, window_position::left, rank_ties::min); });
  check_each_kind([](const auto& t) { return convolve(t, std::vector<double>{0.5, 0.25}, 1, convolve_mode::same); });
  check_each_kind([](const auto& t) { return correlate(t, std::vector<double>{1, 2, 3}, 0, edge_mode::wrap); });
  check_each_kind([](const auto& t) { return rolling_median(t, 3, 1, every{2}, window_position::right); });
  check_each_kind([](const auto& t) { return irfft(t, 1, fft_length{6}); });
  check_each_kind([](const auto& t) { return ifft(t, 0, fft_norm::ortho); });
  check_each_kind([](const auto& t) { return median_filter(t, 3, 1); });
  check_each_kind([](const auto& t) { return arg_largest_triangle(t, 3, 1); });
  check_recorded(of_one([](const auto& t) { return diff(t); }), {tensor<double>{1, 4, 9}});

  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, m});
  CHECK(diff(x, 0).shape() == planned_shape{n - 1, m});
  CHECK(rolling_median(x, 5, 1).shape() == planned_shape{n, m});
  CHECK(rolling(x, 5, reducer::sum, 0).shape() == planned_shape{n, m});
  CHECK(to_string(rolling(x, 5, reducer::sum, 0, edge_mode::valid).shape()) == "[(length of rolling) m]");
  CHECK((diff(x, 0) - slice(x, 0, 1, n - 1)).shape() == planned_shape{n - 1, m});
  const planned waves = rfft(x, 0);
  CHECK(waves.shape()[1] == planned_length(m));
  CHECK(to_string(waves.shape()) == "[(length of rfft) m]");
  CHECK((abs(waves) / (abs(waves) + 1)).shape() == waves.shape());  // one value has one length
  CHECK_THROWS_AS(waves + x, shape_error);
  CHECK_THROWS_AS(diff(x), shape_error);
  const plan p({x}, {{"power", square(abs(waves)) / planned_length(n)}, {"bins", sum(abs(waves), 1)}});
  workspace room(p);
  for (const index_t rows : {8, 5, 8}) {
    const auto t = clone(random_uniform<double>({rows, 3}, -1, 1, 4));
    const results made = p.run(room, {t});
    CHECK(made["power"].shape() == shape{rows / 2 + 1, 3});
    CHECK(plan_tests::same_bits(made["bins"], any_tensor(sum(abs(rfft(t, 0)), 1))));
  }
}
