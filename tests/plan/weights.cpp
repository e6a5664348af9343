// SPDX-License-Identifier: BSL-1.0
// Recorded weighted means and quantiles have the bits that they have of tensors.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::two_faces;

namespace {

planned_weights weights_of(const planned& w) { return planned_weights(w); }
weights weights_of(const any_tensor& w) { return weights(as<double>(w)); }

// Calls f(x, weights) of both faces.
template <class F>
void check_weighted(const any_tensor& x, const any_tensor& w, F f) {
  check_recorded({[f](plan_tests::any_values v) { return plan_tests::as_tensor_of_any(f(v[0], weights_of(v[1]))); },
                  [f](plan_tests::planned_values v) -> planned { return f(v[0], weights_of(v[1])); }},
                 {x, w});
}

}  // namespace

TEST_CASE("weighted means and quantiles are recorded for every type", "[plan]") {
  support::random r(2);
  const any_tensor each = clone(random_uniform<double>({4, 6}, 0, 2, 3)), line = clone(random_uniform<double>(6, 0, 2, 4));
  for (const any_tensor& x : plan_tests::one_of_each_kind(r, {4, 6})) {
    INFO(name(x.dtype()));
    check_weighted(x, each, [](const auto& t, const auto& w) { return mean(t, w); });
    check_weighted(x, each, [](const auto& t, const auto& w) { return median(t, w, nan_policy::skip); });
    check_weighted(x, each, [](const auto& t, const auto& w) { return quantile(t, 0.25, w); });
    check_weighted(x, line, [](const auto& t, const auto& w) { return mean(t, ints(1), w); });
    check_weighted(x, line, [](const auto& t, const auto& w) { return mean(t, ints(1), w, keep); });
    check_weighted(x, line, [](const auto& t, const auto& w) { return median(t, -1, w); });
    check_weighted(x, line, [](const auto& t, const auto& w) { return quantile(t, 0.75, 1, w); });
  }
  const any_tensor positive = clone(random_uniform<float>({4, 6}, 1, 2, 3));
  check_weighted(positive, each, [](const auto& t, const auto& w) { return geometric_mean(t, w); });
  check_weighted(positive, line, [](const auto& t, const auto& w) { return harmonic_mean(t, 1, w); });
}

TEST_CASE("weights that do not fit are refused", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<float>("x", {n, 3}), w = placeholder<double>("w", {3}), v = placeholder<double>("v", {m});
  CHECK(mean(x, 1, planned_weights(w)).shape() == planned_shape{n});
  CHECK(describe(plan({x, w}, {{"y", mean(x, 1, planned_weights(w), keep)}})) ==
        "t1 float64[n 1] = mean(x, 1, keep, planned_weights(w))\nresult y = t1\n");
  CHECK_THROWS_WITH(mean(x, 0, planned_weights(w)), ContainsSubstring("x float32[n 3]") && ContainsSubstring("are 3"));
  CHECK_THROWS_AS(mean(x, planned_weights(v)), shape_error);
  CHECK_THROWS_AS(planned_weights(placeholder<std::string>("s", {n})), type_error);
  CHECK_THROWS_AS(planned_weights(placeholder<std::complex<float>>("s", {n})), type_error);
  CHECK_THROWS_AS(mean(x, 2, planned_weights(w)), index_error);
  const plan p({x, w}, {{"y", mean(x, 1, planned_weights(w))}});
  CHECK_THROWS_WITH(p.run({tensor<float>{{1, 2, 3}}, tensor<double>{-1, 2, 3}}), ContainsSubstring("in mean(x, 1, "));
}
