// SPDX-License-Identifier: BSL-1.0
// Recorded convolutions with a planned window have the bits that they have of tensors.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::of_two;

TEST_CASE("convolutions with a planned window are recorded", "[plan]") {
  support::random r(9);
  const any_tensor w = random_tensor<double>(r, 3), plane = random_tensor<float>(r, {2, 3});
  for (const any_tensor& x : plan_tests::one_of_each_kind(r, {4, 6})) {
    check_recorded(of_two([](const auto& t, const auto& k) { return convolve(t, as<double>(k), 1); }), {x, w});
    check_recorded(of_two([](const auto& t, const auto& k) { return correlate(t, as<double>(k), 0, convolve_mode::same); }), {x, w});
    check_recorded(of_two([](const auto& t, const auto& k) { return convolve(t, as<float>(k), convolve_mode::valid); }), {x, plane});
  }
  const planned x = placeholder<double>("x", {4, 6}), k = placeholder<double>("k", {3});
  CHECK_THROWS_WITH(convolve(x, as<double>(k)), ContainsSubstring("x float64[4 6]") && ContainsSubstring("k float64[3]"));
  CHECK_THROWS_AS(convolve(x, as<float>(k), 1), type_error);
}
