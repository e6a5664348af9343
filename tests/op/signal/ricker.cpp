// SPDX-License-Identifier: BSL-1.0
// ricker against SciPy; that it is even, that its squares add up to 1 and its elements to 0; and bad input.
#include <ravel/op/signal/ricker.hpp>

#include <support/oracle.hpp>

namespace {

using ravel::index_t;
using ravel::ricker;

constexpr const char* program = R"(
import scipy.signal
def ricker(n, a): return scipy.signal.ricker(int(n[0]), a[0])
)";

}  // namespace

TEST_CASE("ricker is SciPy's") {
  support::oracle all(1e-13);
  for (const index_t n : {1, 2, 5, 30, 201}) {
    for (const double width : {0.5, 3.0, 40.0}) all.ask("ricker", {{static_cast<double>(n)}, {width}}, ricker(n, width));
  }
  all.check(program, "scipy.signal; scipy.signal.ricker");  // which newer ones have no more
}

TEST_CASE("the wavelet of ricker is even, has a square that adds up to 1 and crosses zero at its width") {
  for (const index_t n : {100, 101}) {
    const auto wavelet = ricker(n, 5);
    double sum = 0, squares = 0;
    for (index_t i = 0; i < n; ++i) {
      CHECK(wavelet[i] == wavelet[n - 1 - i]);
      sum += wavelet[i];
      squares += wavelet[i] * wavelet[i];
    }
    CHECK(std::abs(sum) < 1e-12);
    CHECK(std::abs(squares - 1) < 1e-12);
  }
  const auto odd = ricker(21, 4);
  CHECK(odd[6] == 0);
  CHECK(odd[14] == 0);
  CHECK(odd[10] == ricker(1, 4)[0]);  // the middle, however many there are
}

TEST_CASE("no points of a ricker wavelet, and bad input") {
  CHECK(ricker(0, 1).size() == 0);
  CHECK_THROWS_WITH(ricker(-1, 1), "ricker of -1 points: there must not be fewer than 0");
  CHECK_THROWS_WITH(ricker(3, 0), "ricker with a width of 0: it must be a finite number above 0");
  CHECK_THROWS_AS(ricker(3, -2), ravel::value_error);
  CHECK_THROWS_AS(ricker(3, std::numeric_limits<double>::quiet_NaN()), ravel::value_error);
  CHECK_THROWS_AS(ricker(3, std::numeric_limits<double>::infinity()), ravel::value_error);
}
