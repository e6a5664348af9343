// SPDX-License-Identifier: BSL-1.0
// Quantiles, ranks and histograms of run-time types are those of the tensors with these types, for every type.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;

TEST_CASE("quantiles of each kind of type, whole and along axes", "[any]") {
  support::random r(9);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {3, 4, 5});
    const any_tensor x = t;
    if constexpr (complex_element<T>) {
      CHECK_THROWS_AS(median(x), type_error);
      CHECK_THROWS_AS(quantile(x, 0.5, 1), type_error);
      CHECK_THROWS_AS(quartiles(x), type_error);
    } else {
      CHECK(quantile(x, 0.3) == quantile(t, 0.3));
      CHECK(quantile(x, 0.3, quantile_rule::hazen) == quantile(t, 0.3, quantile_rule::hazen));
      CHECK(median(x) == median(t));
      CHECK(quartiles(x).third == quartiles(t).third);
      REQUIRE_EQUAL(quantile(x, {0.1, 0.9, 0.5}), quantile(t, {0.1, 0.9, 0.5}));
      REQUIRE_EQUAL(median(x, 1), median(t, 1));
      REQUIRE_EQUAL(median(x, {0, -1}, keep), median(t, {0, -1}, keep));
      REQUIRE_EQUAL(quantile(x, 0.75, 2, quantile_rule::weibull), quantile(t, 0.75, 2, quantile_rule::weibull));
      REQUIRE_EQUAL(quantile(x, {0.1, 0.9}, 1), quantile(t, {0.1, 0.9}, 1));
    }
  });
  const any_tensor nan = tensor<float>{1, NAN, 2};
  CHECK(std::isnan(median(nan)));
  CHECK(median(nan, nan_policy::skip) == 1.5);
  CHECK_THROWS_AS(median(nan, nan_policy::refuse), value_error);
  CHECK(median(nan, 0, nan_policy::skip)() == 1.5);
  CHECK_THROWS_AS(quantile(nan, 2.0), value_error);
  CHECK_THROWS_AS(median(any_tensor(zeros<int>({0}))), value_error);
  CHECK_THROWS_AS(median(nan, 1), index_error);
  const std::int64_t big = (std::int64_t{1} << 53) + 2;
  CHECK(quantile(any_tensor(tensor<std::int64_t>{big}), 0.0) == static_cast<double>(big));
  CHECK(median(any_tensor(tensor<std::uint64_t>{~std::uint64_t{0}})) == 0x1p64);
}

TEST_CASE("ranks and histograms of each kind of type", "[any]") {
  support::random r(10);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {40});
    const any_tensor x = t;
    if constexpr (complex_element<T>) {
      CHECK_THROWS_AS(rank(x), type_error);
      CHECK_THROWS_AS(histogram(x), type_error);
    } else {
      REQUIRE_EQUAL(rank(x), rank(t));
      REQUIRE_EQUAL(rank(x, rank_ties::dense), rank(t, rank_ties::dense));
      REQUIRE_EQUAL(rank(reshape(x, {5, 8}), 0), rank(reshape(t, {5, 8}), 0));
      REQUIRE_EQUAL(histogram(x).counts, histogram(t).counts);
      REQUIRE_EQUAL(histogram(x, bins{3}, between{-1, 1}).counts, histogram(t, bins{3}, between{-1, 1}).counts);
      REQUIRE_EQUAL(histogram(x, bin_rule::sturges).edges, histogram(t, bin_rule::sturges).edges);
    }
  });
  CHECK_THROWS_AS(rank(any_tensor(zeros<int>({2, 2}))), shape_error);
  CHECK_THROWS_AS(histogram(any_tensor(tensor<std::string>{"a"}), {0, 1}), type_error);
  CHECK_THROWS_AS(histogram(tensor<int>{1}, any_tensor(tensor<int>{2, 1})), value_error);
  CHECK_THROWS_AS(histogram(any_tensor(tensor<int>{1}), bins{0}), value_error);
}

namespace {

// Each of the two may have a run-time type. The edges are integers, which a float, a double and an int8 hold alike.
template <class Edges, class T>
void check_bins(const tensor<const T>& t, const Edges& edges) {
  const any_tensor x = t;
  const auto wanted = histogram(t, edges);
  const auto lines = histogram(t, edges, 1);
  REQUIRE_EQUAL(histogram(x, edges).counts, wanted.counts);
  REQUIRE_EQUAL(histogram(x, edges, nan_policy::skip).edges, wanted.edges);
  REQUIRE_EQUAL(histogram(x, edges, 1).counts, lines.counts);
  REQUIRE_EQUAL(histogram(x, edges, {1}, nan_policy::skip).counts, lines.counts);
  REQUIRE_EQUAL(digitize(x, edges), digitize(t, edges));
  REQUIRE_EQUAL(digitize(x, edges, closed_edge::upper), digitize(t, edges, closed_edge::upper));
}

}  // namespace

TEST_CASE("edges of bins are a list, a vector, a reader or of run-time type", "[any]") {
  support::random r(13);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const tensor<const T> t = random_tensor<T>(r, {5, 8});
    const any_tensor x = t;
    const tensor<double> edges{-2, 0, 1, 3};
    if constexpr (complex_element<T>) {
      CHECK_THROWS_AS(histogram(x, edges), type_error);
      CHECK_THROWS_AS(digitize(edges, x), type_error);
    } else {
      check_bins(t, edges);
      check_bins(t, std::vector<float>{-2, 0, 1, 3});
      check_bins(t, reader<double>(edges));
      const auto wanted = histogram(t, edges, 0);
      for (const any_tensor& given :
           {any_tensor(edges), any_tensor(tensor<float>{-2, 0, 1, 3}), any_tensor(tensor<std::int8_t>{-2, 0, 1, 3})}) {
        REQUIRE_EQUAL(histogram(x, given).counts, histogram(t, edges).counts);
        REQUIRE_EQUAL(histogram(t, given, 0).counts, wanted.counts);
        REQUIRE_EQUAL(histogram(x, given, 0, nan_policy::skip).counts, wanted.counts);
        REQUIRE_EQUAL(digitize(t, given), digitize(t, edges));
        REQUIRE_EQUAL(digitize(x, any_reader(given)), digitize(t, edges));
      }
      REQUIRE_EQUAL(histogram(x, {-2, 0, 1, 3}).counts, histogram(t, edges).counts);
      REQUIRE_EQUAL(histogram(x, {-2, 0, 1, 3}, 0).counts, wanted.counts);
      REQUIRE_EQUAL(histogram(x, {-2, 0, 1, 3}, {0}, nan_policy::skip).counts, wanted.counts);
      REQUIRE_EQUAL(digitize(x, {-2, 0, 1, 3}, closed_edge::upper), digitize(t, edges, closed_edge::upper));
      REQUIRE_EQUAL(histogram(x, 1, bins{3}, between{-1, 1}).counts, histogram(t, 1, bins{3}, between{-1, 1}).counts);
    }
  });
  const any_tensor half = cast(tensor<float>{-1, 0.5, 2}, dtype::float16);
  REQUIRE_EQUAL(histogram(half, half).counts, histogram(as<double>(cast(half, dtype::float64)), {-1, 0.5, 2}).counts);
}

TEST_CASE("weights are of run-time type wherever a verb takes them", "[any]") {
  const tensor<double> t{{1, 2, 4}, {3, 5, 9}}, places{2, 3};
  const any_tensor x = t;
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const tensor<T> w{{T(1), T(0), T(1)}, {T(0), T(1), T(1)}};
    const any_tensor by = w, row = w(1, all);
    if constexpr (complex_element<T>) {
      CHECK_THROWS_AS(weights{by}, type_error);
    } else {
      const weights given{by}, wanted{w}, given_row(row), wanted_row(w(1, all));
      CHECK(mean(t, given) == mean(t, wanted));
      CHECK(mean(x, weights{by}) == mean(t, wanted));
      CHECK(geometric_mean(t, given) == geometric_mean(t, wanted));
      CHECK(harmonic_mean(x, given) == harmonic_mean(t, wanted));
      CHECK(median(t, given) == median(t, wanted));
      CHECK(quantile(x, 0.3, given) == quantile(t, 0.3, wanted));
      CHECK(quartiles(t, given).first == quartiles(t, wanted).first);
      REQUIRE_EQUAL(mean(t, 1, given_row), mean(t, 1, wanted_row));
      REQUIRE_EQUAL(quantile(t, 0.3, 1, given_row, keep), quantile(t, 0.3, 1, wanted_row, keep));
      REQUIRE_EQUAL(kernel_density(t, places, given, bandwidth{0.5}), kernel_density(t, places, wanted, bandwidth{0.5}));
      REQUIRE_EQUAL(rolling(t, given_row, reducer::mean, 1), rolling(t, wanted_row, reducer::mean, 1));
    }
  });
  const any_tensor line = tensor<float>{1, 0, 1, 0, 1, 1};
  CHECK_THROWS_AS(mean(t, weights{line}), shape_error);
  CHECK(mean(t, weights{any_reader(line)}) == mean(t, weights{1, 0, 1, 0, 1, 1}));
  CHECK(mean(flat(t), weights{cast(line, dtype::float16)}) == mean(t, weights{1, 0, 1, 0, 1, 1}));
  CHECK_THROWS_AS(weights{any_tensor(tensor<int>{1, -1})}, value_error);
  CHECK_THROWS_AS(weights{any_tensor(tensor<int>{0, 0})}, value_error);
  CHECK_THROWS_WITH(weights{any_tensor(tensor<std::string>{"a"})}, Catch::Matchers::StartsWith("weights of string"));
}
