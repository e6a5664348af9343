// SPDX-License-Identifier: BSL-1.0
// Verbs that compute in the type at hand give the same of data whose type is known at run time. They take functions and reducers of the
// program.
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <complex>

using namespace ravel;

TEST_CASE("verbs by the type at hand, with functions and reducers of the program", "[any]") {
  const tensor<std::int64_t> t =
      clone(compute<std::int64_t>({4, 6}, [](index_t i, index_t j) { return (std::int64_t{1} << 53) + (6 * i + j) * 7 % 11 + 1; }));
  const any_tensor x = t;
  REQUIRE_EQUAL(as<std::int64_t>(diff(x, 1)), diff(t, 1));
  REQUIRE_EQUAL(as<std::int64_t>(diff(x, 0, order{2})), diff(t, 0, order{2}));
  REQUIRE_EQUAL(as<std::int64_t>(rolling(x, 3, reducer::max, 1)), rolling(t, 3, reducer::max, 1));
  REQUIRE_EQUAL(as<std::int64_t>(expanding(x, reducer::min, 0)), expanding(t, reducer::min, 0));
  REQUIRE_EQUAL(as<std::int64_t>(downsample(x, 2, reducer::max, 1)), downsample(t, 2, reducer::max, 1));
  REQUIRE_EQUAL(as<double>(rolling_rank(x, 3, 1, rank_ties::min)), rolling_rank(t, 3, 1, rank_ties::min));
  REQUIRE_EQUAL(rolling_median(x, 3, 1), rolling_median(t, 3, 1));
  REQUIRE_EQUAL(gradient(x, 1), gradient(t, 1));
  REQUIRE_EQUAL(savgol_filter(x, 3, 1, 1), savgol_filter(t, 3, 1, 1));
  REQUIRE_EQUAL(gaussian_filter(x, 1.0, {0, 1}), gaussian_filter(t, 1.0, {0, 1}));
  REQUIRE_EQUAL(as<std::complex<double>>(fft(x, 1)), fft(t, 1));
  REQUIRE_EQUAL(as<index_t>(run_lengths(x, 1)), run_lengths(t, 1));
  CHECK_THROWS_AS(rolling_mode(any_tensor(zeros<std::complex<double>>({3})), 2), type_error);
}
