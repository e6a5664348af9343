// SPDX-License-Identifier: BSL-1.0
// Verbs that compute in double, of masks, of complex numbers and of words along dims of run-time types. They give what they give along the
// dims of a tensor with the type.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include "require_same.hpp"

#include <complex>
#include <string>

using namespace ravel;
using named_tests::numbers, named_tests::require_same;

namespace {

const dim i("i"), j("j"), k("k");

}  // namespace

#define SAME(name)                                                            \
  require_same(order(ravel::name(e, j), i), order(ravel::name(typed, j), i)); \
  require_same(order(ravel::name(e, i), j), order(ravel::name(typed, i), j));
#define SAME_ALONG(name) require_same(order(ravel::name(e, j), i, j), order(ravel::name(typed, j), i, j));

TEST_CASE("verbs that compute in double", "[named][any]") {
  const auto t = numbers<int>();
  const auto typed = cast<double>(t(i, j));
  const any_named e = any_tensor(t)(i, j);
  SAME(median)
  SAME(geometric_mean)
  SAME(harmonic_mean)
  SAME(median_absolute_deviation)
  SAME(skew)
  SAME(kurtosis)
  SAME_ALONG(gradient)
  SAME_ALONG(detrend)
  require_same(order(moment(e, 3, j), i), order(moment(typed, 3, j), i));
  require_same(order(trimmed_mean(e, 0.2, j), i), order(trimmed_mean(typed, 0.2, j), i));
  require_same(order(ewm(e, decay::span(3), j), i, j), order(ewm(typed, decay::span(3), j), i, j));
  require_same(order(rolling_median(e, 3, j), i, j), order(rolling_median(typed, 3, j), i, j));
  require_same(order(rolling_quantile(e, 3, 0.5, j), i, j), order(rolling_quantile(typed, 3, 0.5, j), i, j));
  require_same(order(quantile(e, 0.25, j), i), order(quantile(typed, 0.25, j), i));
  require_same(order(quantile(e, {0.25, 0.75}, j), i), order(quantile(typed, {0.25, 0.75}, j), i));
  CHECK(order(descriptive_statistics(e, {i, j}))().mean == mean(t));
  CHECK(order(quartiles(e, j), i)(1).median == order(quartiles(typed, j), i)(1).median);
  require_same(order(covariance(e, 2 * e + 1, j), i), order(covariance(typed, 2 * typed + 1, j), i));
  require_same(order(covariance(e, typed, j), i), order(covariance(typed, typed, j), i));
  // Goes on with either.
  require_same(order(e - median(e, j), i, j), order(typed - median(typed, j), i, j));
  // Waits for extents.
  const tensor<int> line{1, 5, 2, 4};
  require_same(order(median(any_tensor(line)(i + k), k(2)), i(3)), order(median(cast<double>(line(i + k)), k(2)), i(3)));
  CHECK_THROWS_AS(median(cast(e, dtype::complex64), j), type_error);
}

TEST_CASE("verbs of masks", "[named][any]") {
  const auto t = numbers<int>();
  const auto typed = t(i, j) > 4;
  const any_named e = any_tensor(t)(i, j) > 4;
  SAME(all_of)
  SAME(any_of)
  SAME(none_of)
  SAME(count)
  CHECK_THROWS_AS(count(any_tensor(t)(i, j), j), type_error);
}

TEST_CASE("verbs of complex numbers and words", "[named][any]") {
  const auto t = numbers<std::complex<float>>();
  const auto typed = t(i, j);
  const any_named e = any_tensor(t)(i, j);
  SAME(sum)
  SAME(product)
  SAME(mean)
  SAME(norm)
  SAME_ALONG(cumsum)
  SAME_ALONG(diff)
  require_same(order(fft(e, j), i, j), order(fft(typed, j), i, j));
  CHECK_THROWS_AS(max(e, j), type_error);
  CHECK_THROWS_AS(sort(e, j), type_error);
  const any_tensor words = as_tensor(buffer<std::string>{"b", "a", "c", "b"}, {2, 2});
  CHECK(as<std::string>(order(sort(words(i, j), j), i, j))(0, 0) == "a");
  CHECK_THROWS_AS(sum(words(i, j), j), type_error);
  CHECK_THROWS_AS(product(words(i, j), j), type_error);
}

TEST_CASE("a function of yours goes along a dim", "[named][any]") {
  const auto t = numbers<int>();
  const any_tensor x = t;
  const auto steps = [](const auto& values, const ints& on) { return diff(values, on); };
  require_same(order(apply_along(x(i, j), j, steps), i, j), order(apply_along(t(i, j), j, steps), i, j));
  const auto greatest = [](const auto& values, const ints& on) { return max(values, on); };
  require_same(order(apply_along(x(i, j), j, greatest), i), order(apply_along(t(i, j), j, greatest), i));
  const auto add = [](auto a, auto b) { return a + b; };
  require_same(order(scan(x(i, j), add, j), i, j), order(scan(t(i, j), add, j), i, j));
  CHECK(order(reduce(cast<double>(x(i, j)), 0.0, [](double a, double b) { return a + b; }, {i, j}))() == mean(t) * 24);
}

#undef SAME_ALONG
#undef SAME
