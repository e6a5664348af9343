// SPDX-License-Identifier: BSL-1.0
// softmax and logsumexp along axes and of all: values, types, what would overflow, infinities and NaN, nothing, and SciPy's answers.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/oracle.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::buffer;
using ravel::tensor;

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr const char* program = R"(
import scipy.special
def along(f):
    return lambda s, x, axis, **more: f(np.reshape(x, s.astype(int)), axis=tuple(axis.astype(int)), **more).ravel()
softmax, logsumexp = along(scipy.special.softmax), along(scipy.special.logsumexp)
)";

}  // namespace

TEST_CASE("softmax and logsumexp are SciPy's", "[tensor]") {
  support::oracle all(1e-14);
  const auto t = ravel::random_uniform({3, 4, 5}, -20, 20, 1);
  const tensor<const double> turned = transpose(t, {2, 0, 1});
  for (const ravel::ints& axes : std::vector<ravel::ints>{{0}, {1}, {-1}, {0, 2}, {2, 1}, {0, 1, 2}}) {
    const std::vector<double> named(axes.begin(), axes.end());
    for (const tensor<const double>& x : {tensor<const double>(t), turned}) {
      const ravel::shape extents = x.shape();
      const std::vector<double> of(extents.begin(), extents.end());
      all.ask("softmax", {of, to_vector(x), named}, flat(softmax(x, axes)));
      all.ask("logsumexp", {of, to_vector(x), named}, flat(logsumexp(x, axes)));
    }
  }
  all.check(program, "scipy.special");
}

TEST_CASE("shapes and types of softmax and logsumexp", "[tensor]") {
  const tensor<float> t{{1, 2, 3}, {4, 4, 4}};
  static_assert(std::same_as<decltype(softmax(t, 1)), tensor<float>>);
  static_assert(std::same_as<decltype(softmax(cast<int>(t), 1)), tensor<double>>);
  static_assert(std::same_as<decltype(logsumexp(t)), float> && std::same_as<decltype(logsumexp(t * 2.0f, 0)), tensor<float>>);
  CHECK(softmax(t, 0).shape() == ravel::shape{2, 3});
  CHECK(logsumexp(t, 0).shape() == ravel::shape{3});
  CHECK(logsumexp(t, 0, ravel::keep).shape() == ravel::shape{1, 3});
  CHECK(logsumexp(t, {0, 1}).rank() == 0);
  CHECK(close(softmax(t, 1)(1, ravel::all), tensor<float>{1.0f / 3, 1.0f / 3, 1.0f / 3}));
  CHECK(close(softmax(ravel::tensor<int>{0, 0}), tensor<double>{0.5, 0.5}));
  CHECK(std::abs(logsumexp(t) - std::log(std::exp(1.0f) + std::exp(2.0f) + std::exp(3.0f) + 3 * std::exp(4.0f))) < 1e-6f);
  CHECK(softmax(ravel::scalar_tensor(3.0), {})() == 1);
  CHECK(logsumexp(ravel::scalar_tensor(3.0)) == 3);
  CHECK_THROWS_AS(softmax(t), ravel::shape_error);  // along which axis?
  CHECK_THROWS_AS(softmax(t, 2), ravel::index_error);
  CHECK_THROWS_AS(logsumexp(ravel::zeros({2, 0}), 5), ravel::index_error);
}

TEST_CASE("softmax and logsumexp of large, infinite, NaN and no elements", "[tensor]") {
  CHECK(equal(softmax(tensor<int>{5000, 5000}), tensor<double>{0.5, 0.5}));
  CHECK(logsumexp(tensor<double>{1000, 1000}) == 1000 + std::log(2.0));
  CHECK(logsumexp(tensor<double>{-1e300, -1e300}) == -1e300);
  CHECK(logsumexp(tensor<double>{-infinity, -infinity}) == -infinity);
  CHECK(logsumexp(tensor<double>{infinity, 1}) == infinity);
  CHECK(equal(softmax(tensor<double>{-infinity, 1}), tensor<double>{0, 1}));
  CHECK(std::isnan(softmax(tensor<double>{std::nan(""), 1})(1)));
  CHECK(std::isnan(logsumexp(tensor<double>{std::nan(""), 1})));
  CHECK(softmax(ravel::zeros({0, 3}), 1).shape() == ravel::shape{0, 3});
  CHECK(softmax(ravel::zeros({0, 3}), 0).shape() == ravel::shape{0, 3});
  REQUIRE_EQUAL(logsumexp(ravel::zeros({0, 3}), 0), (buffer<double>{-infinity, -infinity, -infinity}));
  CHECK(logsumexp(ravel::zeros({0, 3}), 1).size() == 0);
  CHECK(logsumexp(ravel::zeros({0, 3})) == -infinity);
}
