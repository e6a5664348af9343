// SPDX-License-Identifier: BSL-1.0
// Kernel densities against SciPy, as densities, and at their edges.
#include <ravel/op/stats/kernel_density.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>
#include <support/samples.hpp>

namespace {

using ravel::bandwidth;
using ravel::bandwidth_rule;
using ravel::buffer;
using ravel::nan_policy;
using ravel::weights;
using list = std::vector<double>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("kernel densities are SciPy's") {
  support::random r(101);
  support::oracle all;
  for (const int n : {2, 5, 40, 1025}) {
    list values, places, w;
    for (int i = 0; i < n; ++i) {
      values.push_back(r.unit() * 4 - 1);
      w.push_back(0.1 + r.unit());
    }
    for (int i = 0; i < 9; ++i) places.push_back(r.unit() * 6 - 2);
    const auto x = support::in_memory(values);
    all.ask("scott", {values, places}, kernel_density(x, places), 1e-13);
    all.ask("silverman", {values, places}, kernel_density(x, places, bandwidth_rule::silverman), 1e-13);
    all.ask("given", {values, places, {0.3}}, kernel_density(x, places, bandwidth{0.3}), 1e-13);
    all.ask("scott", {values, places, w}, kernel_density(x, places, weights{w}), 1e-12);
  }
  all.check(R"(
from scipy.stats import gaussian_kde
def scott(x, at, w=None): return gaussian_kde(x, 'scott', w)(at)
def silverman(x, at): return gaussian_kde(x, 'silverman')(at)
def given(x, at, width): return gaussian_kde(x, width[0] / np.std(x, ddof=1))(at)
)",
            "numpy, scipy.stats");
}

TEST_CASE("kernel densities at their edges") {
  const buffer<double> x{0, no_number, 1};
  CHECK(kernel_density(buffer<int>{3}, {3.0}, bandwidth{2})[0] == Approx(0.3989422804 / 2));
  CHECK(std::isnan(kernel_density(x, {0.0}, bandwidth{1})[0]));
  CHECK(kernel_density(x, {0.5}, bandwidth{1}, nan_policy::skip)[0] == Approx(0.3520653268));
  CHECK(kernel_density(x, {0.5}, bandwidth{1}, weights{2, 0, 2})[0] == Approx(0.3520653268));
  CHECK(kernel_density(buffer<double>{0, 1}, {1e9})[0] == 0);
  CHECK(kernel_density(buffer<double>{0, 1}, ravel::make_buffer<double>(0)).size() == 0);
  double area = 0;
  for (int i = -100; i < 200; ++i) area += kernel_density(buffer<double>{0, 0.4, 1}, {i * 0.1})[0] * 0.1;
  CHECK(area == Approx(1));
  CHECK_THROWS_WITH(kernel_density(buffer<int>{3, 3}, {0.0}),
                    "kernel_density finds no bandwidth for elements that are all 3: say bandwidth{…}");
  CHECK_THROWS_WITH(kernel_density(x, {0.0}, bandwidth{0}), "kernel_density with a bandwidth of 0: it must be positive and finite");
  CHECK_THROWS_WITH(kernel_density(x, {0.0}, nan_policy::refuse), "kernel_density was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(kernel_density(ravel::make_buffer<int>(0), {0.0}), "kernel_density of no elements has no value");
  CHECK_THROWS_AS(kernel_density(x, {0.0}, weights{1}), ravel::shape_error);
}

TEST_CASE("a density of very large or small values is that of others in another unit") {
  const std::vector<double> x{1, 2, 4, 4.5, 7}, at{0, 2.25, 5};
  const auto density = ravel::kernel_density(x, at);
  for (const int unit : {660, -660, 1000, -1000}) {  // squares of these are no doubles
    std::vector<double> far, places;
    for (const double value : x) far.push_back(std::ldexp(value, unit));
    for (const double value : at) places.push_back(std::ldexp(value, unit));
    const auto found = ravel::kernel_density(far, places);
    for (ravel::index_t i = 0; i < 3; ++i) CHECK(found[i] == Approx(std::ldexp(density[i], -unit)));
  }
}
