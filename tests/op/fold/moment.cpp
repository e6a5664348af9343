// SPDX-License-Identifier: BSL-1.0
// Moments of any order against SciPy, against skew and kurtosis, and at their edges.
#include <ravel/op/fold/means.hpp>
#include <ravel/op/stats/statistics.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::moment_kind;
using ravel::nan_policy;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("moments are SciPy's") {
  support::random r(83);
  support::oracle all;
  for (const int n : {1, 7, 100, 3000}) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) values.push_back(r.unit() * 4 - 1);
    for (const auto& x : support::in_every_way(values)) {
      for (int k = 0; k < 8; ++k) {
        all.ask("central", {values, {1.0 * k}}, moment(x, k), 1e-12);
        all.ask("raw", {values, {1.0 * k}}, moment(x, k, moment_kind::raw), 1e-13);
        if (n > 2) all.ask("standardised", {values, {1.0 * k}}, moment(x, k, moment_kind::standardised), 1e-12);
      }
    }
  }
  all.check(R"(
import scipy.stats
import warnings
warnings.simplefilter('ignore')
def central(x, k): return scipy.stats.moment(x, int(k[0]))
def raw(x, k): return np.mean(x ** int(k[0]))
def standardised(x, k): return np.mean((x - x.mean()) ** int(k[0])) / np.std(x) ** k[0] if k[0] != 1 else 0
)",
            "numpy, scipy.stats");
}

TEST_CASE("moments are what skew and kurtosis are made of") {
  const buffer<double> x{1, 2, 3, 4, 10};
  CHECK(moment(x, 2) == Approx(variance(x)));
  CHECK(moment(x, 3, moment_kind::standardised) == Approx(skew(x)));
  CHECK(moment(x, 4, moment_kind::standardised) == Approx(kurtosis(x) + 3));
}

TEST_CASE("moments at their edges") {
  const buffer<double> x{1, no_number, 3};
  CHECK(std::isnan(moment(x, 2)));
  CHECK(std::isnan(moment(x, 1)));
  CHECK(moment(x, 2, nan_policy::skip) == 1);
  CHECK(moment(x, 1, nan_policy::skip) == 0);
  CHECK(moment(buffer<int>{5, 7}, 0) == 1);
  CHECK(std::isnan(moment(buffer<int>{5, 5}, 3, moment_kind::standardised)));
  CHECK(moment(buffer<double>{-1, 1}, 1001) == 0);
  CHECK_THROWS_WITH(moment(x, 2, nan_policy::refuse), "moment was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_WITH(moment(x, -1), "moment of order -1: it must not be negative");
  CHECK_THROWS_WITH(moment(ravel::make_buffer<double>(0), 2), "moment of no elements has no value");
}
