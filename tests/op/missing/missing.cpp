// SPDX-License-Identifier: BSL-1.0
// Missing values filled and dropped against a model that looks for the neighbours of each, by position and by keys.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/missing/missing.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

#include <chrono>
#include <cmath>
#include <complex>
#include <string>

using ravel::buffer;
using ravel::fill_policy;
using ravel::index_set;
using ravel::index_t;

namespace {

using list = std::vector<double>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr fill_policy policies[] = {fill_policy::forward, fill_policy::backward, fill_policy::nearest, fill_policy::linear};

std::size_t at(index_t i) { return static_cast<std::size_t>(i); }

// Each missing element on its own; what is left goes to `left`.
list model(const list& values, const std::vector<index_t>& missing, const list& keys, fill_policy policy, std::vector<index_t>& left) {
  list filled = values;
  const auto is_missing = [&](index_t i) { return std::find(missing.begin(), missing.end(), i) != missing.end(); };
  const auto n = static_cast<index_t>(values.size());
  for (const index_t i : missing) {
    index_t before = i, behind = i;
    while (before >= 0 && is_missing(before)) --before;
    while (behind < n && is_missing(behind)) ++behind;
    const bool has_before = before >= 0, has_behind = behind < n;
    if (policy == fill_policy::linear && has_before && has_behind) {
      const double way = keys[at(behind)] - keys[at(before)], gone = way == 0 ? 0 : (keys[at(i)] - keys[at(before)]) / way;
      filled[at(i)] = values[at(before)] + gone * (values[at(behind)] - values[at(before)]);
      continue;
    }
    index_t from = policy == fill_policy::forward ? before : policy == fill_policy::backward ? behind : n;
    if (policy == fill_policy::nearest) {
      from = before;
      if (has_behind && (!has_before || keys[at(behind)] - keys[at(i)] < keys[at(i)] - keys[at(before)])) from = behind;
    }
    if (from >= 0 && from < n) {
      filled[at(i)] = values[at(from)];
    } else {
      left.push_back(i);
    }
  }
  return filled;
}

void require_near(const buffer<double>& found, const list& expected) {
  REQUIRE(found.size() == static_cast<index_t>(expected.size()));
  for (index_t i = 0; i < found.size(); ++i) REQUIRE(std::abs(found[i] - expected[at(i)]) <= 1e-12);
}

}  // namespace

TEST_CASE("missing values are filled from their neighbours", "[op]") {
  support::random r(31);
  for (const index_t n : {0, 1, 2, 3, 8, 60}) {
    for (const index_t one_in : {1, 2, 5, 100}) {
      list values, keys, positions;
      std::vector<index_t> missing;
      for (index_t i = 0; i < n; ++i) {
        values.push_back(static_cast<double>(r.below(100)));
        positions.push_back(static_cast<double>(i));
        keys.push_back((keys.empty() ? -7.0 : keys.back()) + static_cast<double>(r.below(4)));
        if (r.chance(one_in)) missing.push_back(i);
      }
      const index_set set{missing};
      const auto x = support::in_every_way(values)[at((n + one_in) % 4)];
      for (const fill_policy policy : policies) {
        std::vector<index_t> left, left_by_keys;
        const auto by_position = ravel::fill_missing(x, set, policy);
        require_near(by_position.values, model(values, missing, positions, policy, left));
        CHECK(by_position.missing == index_set(left));
        const auto by_keys = ravel::fill_missing(x, set, keys, policy);
        require_near(by_keys.values, model(values, missing, keys, policy, left_by_keys));
        CHECK(by_keys.missing == index_set(left_by_keys));
      }
      list kept = values, constant = values;
      for (auto it = missing.rbegin(); it != missing.rend(); ++it) kept.erase(kept.begin() + *it);
      for (const index_t i : missing) constant[at(i)] = -1;
      REQUIRE_EQUAL(ravel::drop_missing(x, set), kept);
      REQUIRE_EQUAL(ravel::fill_missing(x, set, -1), constant);
    }
  }
}

TEST_CASE("elements of any type are missing", "[op]") {
  const std::vector<std::string> names{"a", "", "", "d", ""};
  const auto gone = ravel::missing_where(names, [](const std::string& s) { return s.empty(); });
  CHECK(gone == index_set{1, 2, 4});
  CHECK_EQUAL(ravel::fill_missing(names, gone, fill_policy::nearest).values, std::vector<std::string>{"a", "a", "d", "d", "d"});
  const auto back = ravel::fill_missing(names, gone, fill_policy::backward);
  CHECK_EQUAL(back.values, std::vector<std::string>{"a", "d", "d", "d", ""});
  CHECK(back.missing == index_set{4});
  const std::vector<std::complex<float>> z{{0, 4}, {no_number, 0}, {2, 0}};
  CHECK(ravel::missing_where(z) == index_set{1});
  CHECK(ravel::fill_missing(z, ravel::missing_where(z), fill_policy::linear).values[1] == std::complex<float>(1, 2));
  CHECK(ravel::missing_where(buffer<float>{1, 2}).empty());
  CHECK_EQUAL(ravel::fill_missing(names, gone, "-"), std::vector<std::string>{"a", "-", "-", "d", "-"});
  CHECK_EQUAL(ravel::fill_missing(buffer<float>{1, 2}, index_set{0}, 0), {0.F, 2.F});
  CHECK_THROWS_AS(ravel::fill_missing(buffer<std::int8_t>{1, 2}, index_set{0}, 1000), ravel::type_error);
}

TEST_CASE("a line between the ends of the range stays inside", "[op]") {
  const double most = std::numeric_limits<double>::max();
  const list values{-most, no_number, most};
  CHECK(ravel::fill_missing(values, index_set{1}, fill_policy::linear).values[1] == 0);
  // Integers as far apart as they come are apart by more than a signed one holds.
  const std::vector<std::int64_t> keys{INT64_MIN, -1, INT64_MAX};
  CHECK(ravel::fill_missing(list{0, 0, 2}, index_set{1}, keys, fill_policy::linear).values[1] == 1);
  CHECK(ravel::fill_missing(list{0, 0, 2}, index_set{1}, keys, fill_policy::nearest).values[1] == 0);  // by one
}

TEST_CASE("points of time are keys", "[op]") {
  using time = std::chrono::sys_seconds;
  const auto second = [](int s) { return time(std::chrono::seconds(s)); };
  const std::vector<time> times{second(0), second(9), second(10)};
  const list values{0, no_number, 100};
  CHECK(ravel::fill_missing(values, ravel::missing_where(values), times, fill_policy::linear).values[1] == 90);
  CHECK(ravel::fill_missing(values, ravel::missing_where(values), times, fill_policy::nearest).values[1] == 100);
}

TEST_CASE("missing elements that cannot be filled are named", "[op]") {
  const buffer<int> whole{1, 2, 3};
  const list values{1, no_number, 3};
  CHECK_THROWS_WITH(ravel::fill_missing(whole, index_set{1}, fill_policy::linear),
                    "fill_missing with fill_policy::linear: only floating elements stand between two others, as cast<double>(r) gives");
  CHECK_THROWS_WITH(ravel::fill_missing(whole, index_set{1, 3}, 0), "the index set has position 3, which is outside [0, 3)");
  CHECK_THROWS_WITH(ravel::drop_missing(whole, index_set{7}), "the index set has position 7, which is outside [0, 3)");
  CHECK_THROWS_AS(ravel::drop_missing(whole, index_set{7}), ravel::index_error);
  CHECK_THROWS_WITH(ravel::fill_missing(values, index_set{1}, list{0, 2, 1}, fill_policy::forward),
                    "fill_missing: the reader of keys is not in ascending order: element 2, 1, follows 2");
  CHECK_THROWS_WITH(ravel::fill_missing(values, index_set{1}, list{0, no_number, no_number}, fill_policy::linear),
                    "fill_missing: key 1 is NaN");
  CHECK_THROWS_AS(ravel::fill_missing(values, index_set{1}, list{0, 1}, fill_policy::linear), ravel::shape_error);
}
