// SPDX-License-Identifier: BSL-1.0
// Recorded verbs that give an axis another length: by a rule, or as each run finds it.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_each_kind;
using plan_tests::check_each_type;
using plan_tests::check_recorded;
using plan_tests::of_one;

namespace {

// What a call gives, or that it throws.
template <class F>
std::optional<any_tensor> unless_refused(const F& f) {
  try {
    return clone(any_tensor(f()));
  } catch (const error&) {
    return std::nullopt;
  }
}

// Axis 1 has few elements, which the plan knows or not.
template <class F>
void check_few(F f) {
  const auto faces = of_one(f);
  for (const index_t few : {0, 1, 2}) {
    const any_tensor given = clone(random_uniform<double>({2, few}, -1, 1, 4));
    const auto eager = unless_refused([&] { return faces.eager({&given, 1}); });
    for (const planned_length& length : {planned_length(few), planned_length(planned_extent("n"))}) {
      INFO(few << " elements, planned as " << to_string(length));
      const auto run_twice = [&] {
        const planned x = placeholder<double>("x", {2, length});
        const plan p({x}, {{"made", faces.recorded({&x, 1})}});
        workspace room(p);
        (void)p.run(room, {given});
        return p.run(room, {given})["made"];
      };
      const auto recorded = unless_refused(run_twice);
      CHECK(eager.has_value() == recorded.has_value());
      if (eager && recorded) CHECK(plan_tests::same_bits(*eager, *recorded));
    }
  }
}

}  // namespace

TEST_CASE("verbs that change the length of an axis take few elements in a plan", "[plan]") {
  check_few([](const auto& t) { return diff(t, 1); });
  check_few([](const auto& t) { return diff(diff(t, 1), 1); });
  check_few([](const auto& t) { return diff(diff(t, 0), 1) * 2.0; });
  check_few([](const auto& t) { return diff(exp(t), 1) + 1.0; });
  check_few([](const auto& t) { return exp(diff(t, 1)) / (square(diff(t, 1)) + 1.0); });
  check_few([](const auto& t) { return sum(exp(diff(t, 1)), 1); });
  check_few([](const auto& t) { return flat(diff(t, 1)); });
  check_few([](const auto& t) { return matmul(diff(t, 1), transpose(diff(t, 1))); });
  check_few([](const auto& t) { return diff(t, 1, order{2}); });
  check_few([](const auto& t) { return diff(t, 1, order{3}); });
  check_few([](const auto& t) { return windows(t, 1, 1); });
  check_few([](const auto& t) { return windows(t, 1, 2); });
  check_few([](const auto& t) { return windows(t, 1, 3); });
  check_few([](const auto& t) { return rolling(t, 3, reducer::sum, 1); });
  check_few([](const auto& t) { return rolling(t, 2, reducer::mean, 1, edge_mode::valid); });
  check_few([](const auto& t) { return rolling_median(t, 3, 1, edge_mode::valid); });
  check_few([](const auto& t) { return rolling_quantile(t, 2, 0.25, 1, edge_mode::valid); });
  check_few([](const auto& t) { return rolling_rank(t, 3, 1, edge_mode::valid); });
  check_few([](const auto& t) { return rolling_mode(t, 3, 1, edge_mode::valid); });
  check_few([](const auto& t) { return convolve(t, std::vector<double>{0.5, 0.25}, 1); });
  check_few([](const auto& t) { return convolve(t, std::vector<double>{0.5, 0.25}, 1, convolve_mode::valid); });
  check_few([](const auto& t) { return correlate(t, std::vector<double>{1, 2, 3}, 1, convolve_mode::valid); });
  check_few([](const auto& t) { return correlate(t, std::vector<double>{1, 2, 3}, 1, convolve_mode::same); });
  check_few([](const auto& t) { return median_filter(t, 3, 1); });
  check_few([](const auto& t) { return savgol_filter(t, 3, 1, 1); });
  check_few([](const auto& t) { return downsample(t, 2, reducer::mean, 1); });
  check_few([](const auto& t) { return gradient(t, 1); });
  check_few([](const auto& t) { return arg_top_k(t, 1, 1); });
  check_few([](const auto& t) { return arg_largest_triangle(t, 2, 1); });
  check_few([](const auto& t) { return rfft(t, 1); });
  check_few([](const auto& t) { return irfft(t, 1); });
}

TEST_CASE("differences of a selection that keeps nothing are empty", "[plan]") {
  const planned x = placeholder<double>("x", {planned_extent("n")});
  const planned steps = diff(compress(x, x > 0.0));
  const plan p({x}, {{"steps", steps * 2.0}, {"sum", sum(steps)}});
  workspace room(p);
  for (const auto& given : {tensor<double>{1, -1, 3}, tensor<double>{-1}, tensor<double>{1}, tensor<double>{2, 5}}) {
    const auto made = diff(compress(given, given > 0.0));
    const results run = p.run(room, {given});
    CHECK(plan_tests::same_bits(run["steps"], any_tensor(clone(made * 2.0))));
    CHECK(run.number<double>("sum") == sum(made));
  }
}

// The lengths of a sum or a product tell more or fewer elements than there are.
TEST_CASE("a plan refuses what an empty axis makes longer than was recorded", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {m}), z = placeholder<double>("z", {n, m});
  const plan joined({x, y}, {{"made", concat(along{0}, diff(x), y) * 2.0}, {"also", concat(along{0}, diff(x), y)}});
  CHECK(joined.run({tensor<double>{1}, tensor<double>{1, 2}})["made"].size() == 2);
  CHECK_THROWS_WITH(joined.run({zeros<double>({0}), tensor<double>{1, 2}}), ContainsSubstring("[2]") && ContainsSubstring("[(n + m - 1)]"));
  const plan longer({x}, {{"padded", pad(diff(x), {{1, 0}}) * 2.0}, {"joined", concat(along{0}, tensor<double>{1}, diff(x)) + 1.0}});
  CHECK(longer.run({tensor<double>{1, 3}})["padded"].size() == 2);
  CHECK_THROWS_AS(longer.run({zeros<double>({0})}), shape_error);
  const planned lines = reshape(diff(diff(z, 0), 1), {-1, 1});
  const plan product({z}, {{"made", matmul(lines, zeros<double>({1, 2}))}});
  CHECK(product.run({zeros<double>({2, 2})})["made"].shape() == shape{1, 2});
  CHECK(product.run({zeros<double>({0, 2})})["made"].shape() == shape{0, 2});
  CHECK_THROWS_AS(product.run({zeros<double>({0, 0})}), shape_error);
}

TEST_CASE("verbs that change the length of an axis are recorded", "[plan]") {
  check_each_type([](const auto& t) { return diff(t, 1); });
  check_each_type([](const auto& t) { return rolling_median(t, 3, 1); });
  check_each_type([](const auto& t) { return rolling_quantile(t, 2, 0.25, 0); });
  check_each_type([](const auto& t) { return rolling(t, 3, reducer::mean, 1); });
  check_each_type([](const auto& t) { return rolling_rank(t, 3, 1); });
  check_each_type([](const auto& t) { return rolling_mode(t, 2, 0); });
  check_each_type([](const auto& t) { return rfft(t, 1); });
  check_each_type([](const auto& t) { return fft(t, 0); });
  check_each_type([](const auto& t) { return arg_top_k(t, 2, 1); });
  check_each_type([](const auto& t) { return savgol_filter(t, 3, 1, 1); });
  check_each_type([](const auto& t) { return downsample(t, 2, reducer::mean, 1); });
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
