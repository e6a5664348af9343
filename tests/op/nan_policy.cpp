// SPDX-License-Identifier: BSL-1.0
// The reductions that can be told what to do about NaN: at every position, when nothing else is there, and for types that have no NaN.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/sum.hpp>

#include <support/model.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::nan_policy;
namespace model = support::model;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("NaN is kept, skipped or refused, wherever it stands") {
  for (const index_t n : {1, 5, 32, 40, 3000}) {
    for (const index_t at : {index_t{0}, n / 2, n - 1}) {
      auto values = model::made<double>(n, [](index_t i) { return i / 32 % 2 ? 0.5 : 2.0; });  // exact in any order
      values[static_cast<std::size_t>(at)] = no_number;
      double total = 0, factors = 1, least = infinity;
      for (const double value : values) {
        if (value != value) continue;
        total += value;
        factors *= value;
        least = std::min(least, value);
      }
      const std::string place = "element " + std::to_string(at) + " is NaN";
      for (const auto& source : support::in_every_way(values)) {
        CHECK(std::isnan(sum(source)));
        CHECK(std::isnan(sum(source, nan_policy::keep)));
        CHECK(std::isnan(product(source, nan_policy::keep)));
        CHECK(std::isnan(mean(source, nan_policy::keep)));
        CHECK(std::isnan(min(source, nan_policy::keep)));
        CHECK(std::isnan(max(source, nan_policy::keep)));
        CHECK(sum(source, nan_policy::skip) == total);
        CHECK(product(source, nan_policy::skip) == factors);
        if (n > 1) {
          CHECK(mean(source, nan_policy::skip) == total / static_cast<double>(n - 1));
          CHECK(min(source, nan_policy::skip) == least);
          CHECK(max(source, nan_policy::skip) == 2.0);
        }
        CHECK_THROWS_WITH(sum(source, nan_policy::refuse), "sum was told to refuse NaN, and " + place);
        CHECK_THROWS_WITH(product(source, nan_policy::refuse), "product was told to refuse NaN, and " + place);
        CHECK_THROWS_WITH(mean(source, nan_policy::refuse), "mean was told to refuse NaN, and " + place);
        CHECK_THROWS_WITH(min(source, nan_policy::refuse), "min was told to refuse NaN, and " + place);
        CHECK_THROWS_WITH(max(source, nan_policy::refuse), "max was told to refuse NaN, and " + place);
      }
    }
  }
}

TEST_CASE("when nothing is left") {
  const buffer<double> all{no_number, no_number}, none = ravel::make_buffer<double>(0);
  CHECK(sum(all, nan_policy::skip) == 0);
  CHECK(product(all, nan_policy::skip) == 1);
  CHECK_THROWS_WITH(mean(all, nan_policy::skip), "mean of no elements has no value");
  CHECK_THROWS_WITH(min(all, nan_policy::skip), "min of no elements has no value");
  CHECK_THROWS_WITH(max(all, nan_policy::skip), "max of no elements has no value");
  for (const auto policy : {nan_policy::keep, nan_policy::skip, nan_policy::refuse}) {
    CHECK(sum(none, policy) == 0);
    CHECK(product(none, policy) == 1);
    CHECK_THROWS_AS(mean(none, policy), ravel::value_error);
    CHECK_THROWS_AS(min(none, policy), ravel::value_error);
    CHECK_THROWS_AS(max(ravel::make_buffer<int>(0), policy), ravel::value_error);
  }
}

TEST_CASE("infinities are numbers, and half a NaN is NaN") {
  CHECK(sum(buffer<double>{1, 2, infinity}, nan_policy::refuse) == infinity);
  CHECK(min(buffer<double>{no_number, infinity}, nan_policy::skip) == infinity);
  CHECK(max(buffer<float>{std::nanf(""), -std::numeric_limits<float>::infinity()}, nan_policy::skip) ==
        -std::numeric_limits<float>::infinity());
  const buffer<std::complex<float>> half{{1, std::nanf("")}, {2, 3}};
  CHECK(sum(half, nan_policy::skip) == std::complex<float>(2, 3));
  CHECK(product(half, nan_policy::skip) == std::complex<float>(2, 3));
  CHECK(mean(half, nan_policy::skip) == std::complex<float>(2, 3));
  CHECK_THROWS_AS(sum(half, nan_policy::refuse), ravel::value_error);
}

TEST_CASE("policies about NaN change nothing for integers") {
  for (const auto policy : {nan_policy::keep, nan_policy::skip, nan_policy::refuse}) {
    CHECK(sum(buffer<int>{1, 2}, policy) == 3);
    CHECK(mean(buffer<bool>{true, false}, policy) == 0.5);
    CHECK(product(buffer<char>{2, 3}, policy) == 6);
    CHECK(min(buffer<long long>{2, 1}, policy) == 1);
    CHECK(max(buffer<bool>{false, true}, policy));
  }
}

TEST_CASE("NaN in a block is found wherever it stands") {
  const auto check = []<class T>(T nan) {
    for (const std::size_t n : {0u, 1u, 5u, 31u, 32u, 33u, 100u}) {
      std::vector<T> values(n, T(1));
      REQUIRE(!ravel::detail::any_nan(std::span<const T>(values)));
      for (std::size_t i = 0; i < n; ++i) {
        values[i] = nan;
        REQUIRE(ravel::detail::any_nan(std::span<const T>(values)));
        values[i] = T(std::numeric_limits<double>::infinity());
      }
      REQUIRE(!ravel::detail::any_nan(std::span<const T>(values)));
    }
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  check(nan);
  check(static_cast<float>(nan));
  check(std::complex<double>(1, nan));
  check(std::complex<float>(static_cast<float>(nan), 1));
}
