// SPDX-License-Identifier: BSL-1.0
// Verbs along dims of run-time types give what they give along the dims of a tensor with the type.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <complex>
#include <string>

using namespace ravel;

namespace {

template <class T>
tensor<T> numbers() {
  return clone(compute<T>({4, 6}, [](index_t i, index_t j) { return cast_value<T>((6 * i + j) * 7 % 11 + 1); }));
}

// The same elements and the same type.
template <class Want>
void require_same(const any_tensor& got, const Want& want) {
  using T = std::remove_cvref_t<decltype(want[0])>;
  REQUIRE(got.dtype() == dtype_of<T>());
  REQUIRE_EQUAL(as<T>(got), tensor<const T>(want));
}

const dim i("i"), j("j"), k("k");

}  // namespace

#define SAME(name)                                                            \
  require_same(order(ravel::name(e, j), i), order(ravel::name(typed, j), i)); \
  require_same(order(ravel::name(e, i), j), order(ravel::name(typed, i), j));
#define SAME_ALONG(name) require_same(order(ravel::name(e, j), i, j), order(ravel::name(typed, j), i, j));

TEMPLATE_TEST_CASE("verbs of types with an order", "[named][any]", std::int8_t, std::uint32_t, std::int64_t, float, double) {
  const auto t = numbers<TestType>();
  const auto typed = t(i, j);
  const any_named e = any_tensor(t)(i, j);
  SAME(sum)
  SAME(product)
  SAME(mean)
  SAME(min)
  SAME(max)
  SAME(argmin)
  SAME(argmax)
  SAME(argmin_last)
  SAME(argmax_last)
  SAME(variance)
  SAME(var)
  SAME(standard_deviation)
  SAME(std)
  SAME(norm)
  SAME(logsumexp)
  SAME(most_common)
  SAME(count_unique)
  SAME_ALONG(cumsum)
  SAME_ALONG(cumprod)
  SAME_ALONG(cummin)
  SAME_ALONG(cummax)
  SAME_ALONG(sort)
  SAME_ALONG(argsort)
  SAME_ALONG(rank)
  SAME_ALONG(softmax)
  SAME_ALONG(diff)
  SAME_ALONG(run_lengths)
  require_same(order(sum(e, {i, j})), order(sum(typed, {i, j})));
  require_same(order(sum(any_tensor(t)(i), {i, 0})), order(sum(t(i), {i, 0})));
  require_same(order(max(any_tensor(t)(i), 0), i), order(max(t(i), 0), i));
  require_same(order(nth_element(e, 2, j), i), order(nth_element(typed, 2, j), i));
  require_same(order(arg_top_k(e, 2, j), i, j), order(arg_top_k(typed, 2, j), i, j));
  require_same(order(sort(e, j, sort_order::descending), i, j), order(sort(typed, j, sort_order::descending), i, j));
  require_same(order(variance(e, j, ddof{1}), i), order(variance(typed, j, ddof{1}), i));
  require_same(order(sum(e, j, nan_policy::skip), i), order(sum(typed, j, nan_policy::skip), i));
  require_same(order(mean(e, std::vector<dim>{j}), i), order(mean(typed, std::vector<dim>{j}), i));
  // By functions and reducers of the program.
  require_same(order(rolling(e, 3, reducer::sum, j), i, j), order(rolling(typed, 3, reducer::sum, j), i, j));
  require_same(order(expanding(e, reducer::max, j), i, j), order(expanding(typed, reducer::max, j), i, j));
  require_same(order(diff(e, j, ravel::order{2}), i, j), order(diff(typed, j, ravel::order{2}), i, j));
}

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
