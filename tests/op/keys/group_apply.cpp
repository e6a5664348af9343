// SPDX-License-Identifier: BSL-1.0
// The rows of groups side by side against a look at each row, and functions of them.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/keys/group_transform.hpp>
#include <ravel/op/keys/resample.hpp>

#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <map>

using ravel::buffer, ravel::index_t;

TEST_CASE("the rows of each group stand side by side", "[op]") {
  support::random r(7);
  for (const index_t n : {0, 1, 2, 100, 5000}) {
    for (const index_t different : {1, 3, 2000}) {
      std::vector<int> keys;
      std::vector<std::string> words;
      for (index_t i = 0; i < n; ++i) {
        keys.push_back(static_cast<int>(r.below(different)) - 5);
        words.push_back(std::to_string(i));
      }
      const auto positions = ravel::iota<index_t>(n);
      const auto groups = ravel::gather_groups(keys, std::tuple(positions * 2, ravel::borrow(words)));
      std::map<int, std::vector<index_t>> expected;
      std::vector<int> order;
      for (index_t i = 0; i < n; ++i) {
        const int key = keys[static_cast<std::size_t>(i)];
        if (!expected.contains(key)) order.push_back(key);
        expected[key].push_back(i);
      }
      CHECK_EQUAL(groups.keys, order);
      REQUIRE(groups.size() == std::ssize(order));
      REQUIRE(groups.starts[groups.size()] == n);
      for (index_t g = 0; g < groups.size(); ++g) {
        const auto [at, word] = groups.rows(g);
        const auto& rows = expected[order[static_cast<std::size_t>(g)]];
        REQUIRE(at.size() == std::ssize(rows));
        for (index_t k = 0; k < at.size(); ++k) {
          REQUIRE(at[k] == 2 * rows[static_cast<std::size_t>(k)]);
          REQUIRE(word[k] == std::to_string(rows[static_cast<std::size_t>(k)]));
        }
      }
    }
  }
}

TEST_CASE("a function of the rows of each group", "[op]") {
  const std::vector<std::string> city{"Bonn", "Ulm", "Bonn", "Bonn", "Ulm"};
  const std::vector<int> year{1, 1, 2, 1, 1}, hour{0, 1, 2, 5, 9};
  const std::vector<double> load{1, 2, 3, 4, 5};
  const auto by_hour = [](const auto& at, const auto& values) { return ravel::sum(at * values); };
  const auto made = ravel::group_apply(city, std::tie(hour, load), by_hour);
  CHECK_EQUAL(made.keys, {std::string("Bonn"), std::string("Ulm")});
  CHECK_EQUAL(made.values, {26.0, 47.0});
  const auto resampled = ravel::group_apply(city, std::tie(hour, load), [](const auto& at, const auto& values) {
    return ravel::resample(at, values, 0, 10, 5, ravel::reducer::sum).values;
  });
  CHECK_EQUAL(resampled.values[0], {4.0, 4.0});
  CHECK_EQUAL(resampled.values[1], {2.0, 5.0});
  index_t rows = 0;
  ravel::group_apply(std::tie(city, year), load, [&](const ravel::reader<double>& own) { rows = 10 * rows + own.size(); });
  CHECK(rows == 221);
  const auto mean = [](const ravel::reader<double>& own) { return ravel::mean(own, ravel::nan_policy::skip); };
  const double nan = std::nan("");
  CHECK_THROWS_WITH(ravel::group_apply(year, std::vector<double>{1, 2, nan, 4, 5}, mean),
                    "mean of no elements has no value: the group of 2. when_empty{v} says what stands there");
  CHECK_THROWS_AS(ravel::gather_groups(year, std::vector<double>{1}), ravel::shape_error);
}
