// SPDX-License-Identifier: BSL-1.0
// group_transform, group_rank and group_top_k against the operation on each group alone.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/op/keys/group_transform.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <map>
#include <string>

using ravel::buffer;
using ravel::index_t;
using ravel::reader;
namespace reducer = ravel::reducer;

TEST_CASE("one value for a group, or one for each of its rows", "[op]") {
  const std::vector<std::string> city{"b", "a", "b", "c", "a"};
  const std::vector<double> v{1, 2, 3, 4, 10};
  CHECK_EQUAL(ravel::group_transform(city, v, reducer::mean), {2.0, 6.0, 2.0, 4.0, 6.0});
  CHECK_EQUAL(ravel::group_transform(city, v, reducer::count), {index_t{2}, index_t{2}, index_t{2}, index_t{1}, index_t{2}});
  const auto sizes = ravel::group_transform(city, v, [](const reader<double>& g) { return std::to_string(g.size()); });
  CHECK_EQUAL(sizes, {std::string("2"), std::string("2"), std::string("2"), std::string("1"), std::string("2")});
  CHECK_EQUAL(ravel::group_transform(city, v, [](const reader<double>& g) { return g - g[0]; }), {0.0, 0.0, 2.0, 0.0, 8.0});
  CHECK_EQUAL(ravel::group_transform(city, v, [](const reader<double>& g) { return cumsum(g); }), {1.0, 2.0, 4.0, 4.0, 12.0});
  const std::vector<int> year{1, 1, 1, 1, 2};
  CHECK_EQUAL(ravel::group_transform(std::tie(city, year), v, reducer::sum), {4.0, 2.0, 4.0, 4.0, 10.0});
  const buffer<double> holes{1, std::nan(""), 3, 4, 10};
  CHECK_EQUAL(ravel::group_transform(city, holes, reducer::sum, ravel::nan_policy::skip), {4.0, 10.0, 4.0, 4.0, 10.0});
}

TEST_CASE("the function is called once for each group, as they are first seen", "[op]") {
  std::vector<double> firsts;
  static_cast<void>(ravel::group_transform(buffer<int>{7, 3, 7, 5}, buffer<double>{1, 2, 3, 4}, [&](const reader<double>& g) {
    firsts.push_back(g[0]);
    return 0;
  }));
  CHECK(firsts == std::vector<double>{1, 2, 4});
}

TEST_CASE("ranks and greatest values within groups", "[op]") {
  support::random r(2);
  for (const int n : {0, 1, 2, 700}) {
    const auto keys = ravel::make_buffer<int>(n), values = ravel::make_buffer<int>(n);
    std::map<int, std::vector<index_t>> groups;
    std::vector<int> seen;
    for (int i = 0; i < n; ++i) {
      keys[i] = static_cast<int>(r.below(20));
      values[i] = static_cast<int>(r.below(9));
      if (groups[keys[i]].empty()) seen.push_back(keys[i]);
      groups[keys[i]].push_back(i);
    }
    const auto average = ravel::group_rank(keys, values), dense = ravel::group_rank(keys, values, ravel::rank_ties::dense);
    std::vector<index_t> greatest;
    for (const int key : seen) {
      auto rows = groups[key];
      for (const index_t i : rows) {
        double less = 0, same = 0;
        std::map<int, bool> below;
        for (const index_t k : rows) {
          less += values[k] < values[i];
          same += values[k] == values[i];
          if (values[k] < values[i]) below[values[k]] = true;
        }
        REQUIRE(average[i] == less + (same + 1) / 2);
        REQUIRE(dense[i] == static_cast<double>(below.size()) + 1);
      }
      std::stable_sort(rows.begin(), rows.end(), [&](index_t a, index_t b) { return values[a] > values[b]; });
      rows.resize(std::min<std::size_t>(rows.size(), 3));
      greatest.insert(greatest.end(), rows.begin(), rows.end());
    }
    REQUIRE_EQUAL(ravel::group_top_k(keys, values, 3), greatest);
    REQUIRE(ravel::group_top_k(keys, values, 0).size() == 0);
  }
  const std::vector<std::string> words{"fig", "pear", "nut", "kiwi"};
  CHECK_EQUAL(ravel::group_top_k(std::vector<int>{3, 4, 3, 4}, words, 1), {index_t{2}, index_t{1}});
  CHECK_EQUAL(ravel::group_top_k(std::vector<int>{3, 4, 3, 4}, words, 1, std::less<>()), {index_t{0}, index_t{3}});
}

TEST_CASE("failures in groups", "[op]") {
  const buffer<int> keys{1, 2, 1};
  CHECK_THROWS_AS(ravel::group_transform(keys, buffer<int>{1, 2}, reducer::sum), ravel::shape_error);
  CHECK_THROWS_WITH(ravel::group_transform(keys, buffer<double>{1, std::nan(""), 3}, reducer::sum, ravel::nan_policy::refuse),
                    "group_transform was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_AS(ravel::group_rank(keys, buffer<int>{1, 2}), ravel::shape_error);
  CHECK_THROWS_WITH(ravel::group_top_k(keys, keys, -1), "group_top_k: the -1 greatest values of each group; k is 0 or more");
  const auto too_few = [](const reader<int>&) { return buffer<int>{1}; };
  CHECK_THROWS_WITH(ravel::group_transform(keys, keys, too_few),
                    "group_transform: the function gave 1 value for the 2 of group 0; one value, or one for each, is wanted");
}
