// SPDX-License-Identifier: BSL-1.0
// Verbs that compute in the type at hand give the same of data whose type is known at run time. They take functions and reducers of the
// program.
#include <ravel/ravel.hpp>

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::random_tensor;
using any_tests::require_same;
using Catch::Matchers::ContainsSubstring;

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
  require_same(gradient(x, 1), gradient(t, 1));
  require_same(savgol_filter(x, 3, 1, 1), savgol_filter(t, 3, 1, 1));
  require_same(gaussian_filter(x, 1.0, {0, 1}), gaussian_filter(t, 1.0, {0, 1}));
  REQUIRE_EQUAL(as<std::complex<double>>(fft(x, 1)), fft(t, 1));
  REQUIRE_EQUAL(as<index_t>(run_lengths(x, 1)), run_lengths(t, 1));
  CHECK_THROWS_AS(rolling_mode(any_tensor(zeros<std::complex<double>>({3})), 2), type_error);
}

TEST_CASE("a mask of run-time type compresses data of any type", "[any]") {
  support::random r(21);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    CAPTURE(dtype_of<T>());
    const auto t = random_tensor<T>(r, {4, 5});
    const any_tensor x = t;
    const tensor<bool> every = random_tensor<bool>(r, {4, 5}), some{true, false, true, true};
    const any_tensor mask = every, rows = some;
    const auto wanted = compress(t, every);
    require_same(compress(x, mask), wanted);
    require_same(compress(x, every), wanted);
    require_same(compress(x, every || every), wanted);  // lazy
    REQUIRE_EQUAL(compress(t, mask), wanted);
    require_same(compress(x, rows, 0), compress(t, some, 0));
    require_same(compress(x, any_reader(rows), 0), compress(t, some, 0));
    require_same(compress(x, reader<bool>(some), 0), compress(t, some, 0));
    REQUIRE_EQUAL(compress(t, rows, 0), compress(t, some, 0));
  });
  const any_tensor x = tensor<int>{3, 1, 2};
  require_same(compress(x, x > 1), tensor<int>{3, 2});
  REQUIRE_EQUAL(compress(std::vector<int>{3, 1, 2}, x > 1), tensor<int>{3, 2});
  CHECK_THROWS_WITH(compress(x, x), ContainsSubstring("compress of int32"));
  CHECK_THROWS_AS(compress(x, any_tensor(tensor<bool>{true})), shape_error);
}

TEST_CASE("differences begin and end with the caller's elements", "[any]") {
  support::random r(22);
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    if constexpr (!std::same_as<T, bool>) {
      CAPTURE(dtype_of<T>());
      const auto t = random_tensor<T>(r, {4, 5});
      const any_tensor x = t, row = t(0, all);
      require_same(diff(x, 1, prepend{T(3)}), diff(t, 1, prepend{T(3)}));
      require_same(diff(x, 0, append{7}, order{2}, prepend{true}), diff(t, 0, append{7}, order{2}, prepend{true}));
      require_same(diff(row, prepend{1}, append{2}), diff(t(0, all), prepend{1}, append{2}));
      require_same(diff(row, prepend{1}, prepend{2}, append{4}, append{3}), diff(t(0, all), prepend{1}, prepend{2}, append{4}, append{3}));
    }
  });
  const any_tensor x = tensor<std::uint8_t>{1, 2};
  require_same(diff(x, prepend{any_scalar(1)}), tensor<std::int64_t>{0, 1});
  CHECK_THROWS_WITH(diff(x, prepend{300}), ContainsSubstring("300 does not fit uint8"));
  CHECK_THROWS_WITH(diff(x, append{0.5}), ContainsSubstring("0.5 does not fit uint8"));
  CHECK_THROWS_WITH(diff(any_tensor(tensor<std::string>{"a"}), append{1}), ContainsSubstring("diff of string"));
  CHECK_THROWS_AS(diff(any_tensor(zeros<int>({2, 2})), append{1}), shape_error);
}

TEST_CASE("pairs and places, of which either may have a run-time type", "[any]") {
  support::random r(23);
  const std::vector<double> line{0, 1, 2, 4, 8};
  for_each_kind_of_type([&](auto type) {
    using T = typename decltype(type)::type;
    if constexpr (!complex_element<T>) {
      CAPTURE(dtype_of<T>());
      const auto t = random_tensor<T>(r, {4, 5});
      const tensor<float> u = random_tensor<float>(r, {4, 5}), keys{-1, 0, 2, 3, 7};
      const any_tensor x = t, y = u, k = keys;
      const auto wanted = rolling(t, u, 3, reducer::covariance, 1);
      require_same(rolling(x, y, 3, reducer::covariance, 1), wanted);
      require_same(rolling(t, y, 3, reducer::covariance, 1), wanted);
      require_same(rolling(x, u, 3, reducer::covariance, 1), wanted);
      require_same(rolling(x, y, 3, reducer::covariance(ddof{1}), 0, edge_mode::valid, every{2}),
                   rolling(t, u, 3, reducer::covariance(ddof{1}), 0, edge_mode::valid, every{2}));
      require_same(rolling(x(0, all), any_reader(y(1, all)), 4, reducer::covariance),
                   rolling(t(0, all), u(1, all), 4, reducer::covariance));
      const auto places = arg_largest_triangle(keys, t, 3, 1);
      REQUIRE_EQUAL(arg_largest_triangle(k, x, 3, 1), places);
      REQUIRE_EQUAL(arg_largest_triangle(keys, x, 3, 1), places);
      REQUIRE_EQUAL(arg_largest_triangle(k, t, 3, 1), places);
      REQUIRE_EQUAL(arg_largest_triangle(line, any_reader(x(0, all)), 3), arg_largest_triangle(line, t(0, all), 3));
      require_same(gradient(x, k, 1), gradient(t, keys, 1));
      REQUIRE_EQUAL(quantile(x, any_tensor(tensor<float>{0.25, 0.5}), 1), quantile(t, {0.25, 0.5}, 1));
      if constexpr (std::same_as<T, double>) REQUIRE_EQUAL(kernel_density(t, k, 1), kernel_density(t, keys, 1));
      CHECK(theil_sen(line, x(0, all)).slope == theil_sen(line, t(0, all)).slope);
      CHECK(covariance(x(0, all), line) == covariance(t(0, all), line));
      CHECK(covariance(line, x(0, all)) == covariance(line, t(0, all)));
    }
  });
  const tensor<int> rows{{1, 2}, {2, 1}, {3, 5}, {4, 4}};
  const tensor<float> y{1, 2, 4, 3};
  REQUIRE_EQUAL(least_squares(rows, any_tensor(y)).coefficients, least_squares(rows, y).coefficients);
  const any_tensor words = tensor<std::string>{"a", "b"};
  CHECK_THROWS_WITH(rolling(words, words, 2, reducer::pearson), ContainsSubstring("rolling of string"));
}
