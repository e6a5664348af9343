// SPDX-License-Identifier: BSL-1.0
// when_empty{v} in groups and windows by keys, and what an error says where it is missing.
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/fold/when_empty.hpp>
#include <ravel/op/keys/group_transform.hpp>
#include <ravel/op/keys/resample.hpp>
#include <ravel/op/windows/downsample.hpp>

#include <support/require_equal.hpp>

#include <chrono>
#include <cmath>

namespace {

using ravel::nan_policy, ravel::reader, ravel::when_empty;
namespace reducer = ravel::reducer;

const double no_number = std::nan("");
const std::vector<double> x{1, no_number, no_number, no_number, 5};
const std::vector<int> key{1, 2, 3, 4, 9};
const auto mean_of = [](const reader<double>& w) { return ravel::mean(w); };

}  // namespace

TEST_CASE("windows by keys that hold nothing", "[op]") {
  CHECK_EQUAL(rolling_by(key, x, 2, reducer::mean, nan_policy::skip, when_empty{-1}), {1.0, 1.0, -1.0, -1.0, 5.0});
  CHECK_EQUAL(rolling_by(key, x, 2, mean_of, nan_policy::skip, when_empty{-1}), {1.0, 1.0, -1.0, -1.0, 5.0});
  CHECK_EQUAL(rolling_by(key, x, 2, mean_of, nan_policy::skip, ravel::empty_windows{-1}, ravel::closed_ends::left),
              {-1.0, 1.0, 1.0, -1.0, -1.0});
  CHECK_THROWS_WITH(rolling_by(key, x, 2, reducer::mean, nan_policy::skip),
                    "mean of no elements has no value: window 2, of key 3. when_empty{v} says what stands there");
  CHECK_THROWS_WITH(rolling_by(key, x, 2, mean_of, nan_policy::skip),
                    "mean of no elements has no value: window 2, of key 3. when_empty{v} says what stands there");
  CHECK_THROWS_WITH(rolling_by(key, x, 2, mean_of, nan_policy::refuse), "rolling_by was told to refuse NaN, and element 1 is NaN");
  CHECK_EQUAL(resample(key, x, 0, 10, 2, reducer::mean, nan_policy::skip, when_empty{-1}).values, {1.0, -1.0, -1.0, -1.0, 5.0});
  CHECK_EQUAL(resample(key, x, 0, 10, 2, mean_of, nan_policy::skip, when_empty{-1}).values, {1.0, -1.0, -1.0, -1.0, 5.0});
  CHECK_THROWS_WITH(resample(key, x, 0, 10, 2, reducer::mean, nan_policy::skip),
                    "mean of no elements has no value: step 1, of key 2. when_empty{v} says what stands there");
  CHECK_EQUAL(downsample(x, 3, reducer::mean, nan_policy::skip, when_empty{-1}), {1.0, -1.0, 5.0});
  CHECK_EQUAL(downsample(x, 3, mean_of, nan_policy::skip, when_empty{-1}), {1.0, -1.0, 5.0});
  CHECK_EQUAL(expanding(std::vector<double>{no_number, 2}, reducer::mean, nan_policy::skip, when_empty{0}), {0.0, 2.0});
  CHECK_THROWS_WITH(expanding(std::vector<double>{no_number, 2}, reducer::mean, nan_policy::skip),
                    "mean of no elements has no value: window 0. when_empty{v} says what stands there");
}

TEST_CASE("groups of which nothing is left", "[op]") {
  const std::vector<std::string> city{"Bonn", "Ulm", "Bonn", "Ulm", "Aarau"};
  const std::vector<int> year{1, 2, 1, 3, 1};
  CHECK_EQUAL(group_reduce(city, x, reducer::mean, nan_policy::skip, when_empty{-1}).values, {1.0, -1.0, 5.0});
  CHECK_EQUAL(group_reduce(city, x, reducer::sum, nan_policy::skip).values, {1.0, 0.0, 5.0});
  CHECK_EQUAL(group_reduce(city, x, reducer::sum, nan_policy::skip, when_empty{-1}).values, {1.0, -1.0, 5.0});
  CHECK_EQUAL(group_reduce(city, x, mean_of, nan_policy::skip, when_empty{-1}, ravel::group_order::sorted).values, {5.0, 1.0, -1.0});
  const auto two = group_reduce(city, x, reducer::count, reducer::mean, nan_policy::skip, when_empty{std::tuple(0, -1.0)}).values;
  CHECK_EQUAL(std::get<0>(two), {ravel::index_t{1}, ravel::index_t{0}, ravel::index_t{1}});
  CHECK_EQUAL(std::get<1>(two), {1.0, -1.0, 5.0});
  CHECK_THROWS_WITH(group_reduce(city, x, reducer::mean, nan_policy::skip),
                    "mean of no elements has no value: the group of Ulm. when_empty{v} says what stands there");
  CHECK_THROWS_WITH(group_reduce(std::tie(city, year), x, reducer::mean, nan_policy::skip),
                    "mean of no elements has no value: the group of Ulm, 2. when_empty{v} says what stands there");
  CHECK_THROWS_WITH(group_reduce(city, x, mean_of, nan_policy::skip),
                    "mean of no elements has no value: the group of Ulm. when_empty{v} says what stands there");
  CHECK_THROWS_WITH(group_reduce(city, x, mean_of, nan_policy::refuse), "group_reduce was told to refuse NaN, and element 1 is NaN");
  CHECK_EQUAL(group_transform(city, x, reducer::mean, nan_policy::skip, when_empty{0}), {1.0, 0.0, 1.0, 0.0, 5.0});
  CHECK_THROWS_WITH(group_transform(city, x, reducer::mean, nan_policy::skip),
                    "mean of no elements has no value: the group of row 1. when_empty{v} says what stands there");
  using namespace std::chrono_literals;
  const std::vector<std::chrono::seconds> late{1s, 2s, 3s, 4s, 5s};
  CHECK(group_reduce(city, late, reducer::mean, when_empty{0s}).values.size() == 3);
}
