// SPDX-License-Identifier: BSL-1.0
// Groups along an axis are the operation on each line alone, over every backing.
#include <ravel/op/fold/means.hpp>
#include <ravel/op/keys/group_transform.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <tensor/backing.hpp>

using namespace backing;
using ravel::all;
using ravel::buffer;
using ravel::group_order;
using ravel::nan_policy;
using ravel::reader;
namespace reducer = ravel::reducer;

namespace {

const double no_number = std::nan("");

}  // namespace

TEST_CASE("groups go along every line", "[tensor][lines]") {
  support::random r(11);
  const shape s{4, 6};
  const auto widest = [](const reader<double>& own) { return max(own) - min(own); };
  const auto centred = [](const reader<double>& own) { return own - mean(own); };
  for (const kind how : all_kinds) {
    const tensor<const double> t = readable<double>(how, s, digits<double>(r, s.elements()));
    for (const index_t axis : {0, 1}) {
      const auto keys = digits<int>(r, s[axis]);
      const auto sums = group_reduce(keys, t, reducer::sum, axis);
      const auto means = group_reduce(keys, t, reducer::mean, axis, nan_policy::skip, group_order::sorted);
      const auto widths = group_reduce(keys, t, widest, axis, group_order::sorted);
      const auto greatest = group_transform(keys, t, reducer::max, axis);
      const auto distances = group_transform(keys, t, centred, axis);
      const auto ranks = group_rank(keys, t, axis, ravel::rank_ties::min);
      const auto best = group_top_k(keys, t, 2, axis), least = group_top_k(keys, t, 1, axis, std::less<>());
      CHECK(greatest.shape() == s);
      for (index_t i = 0; i < s[1 - axis]; ++i) {
        const auto line_of = [&](const auto& of) { return axis == 0 ? of(all, i) : of(i, all); };
        const auto line = line_of(t);
        const auto wanted = group_reduce(keys, line, reducer::sum);
        REQUIRE_EQUAL(sums.keys, wanted.keys);
        REQUIRE_EQUAL(line_of(sums.values), wanted.values);
        const auto ordered = group_reduce(keys, line, reducer::mean, group_order::sorted);
        REQUIRE_EQUAL(means.keys, ordered.keys);
        REQUIRE_EQUAL(line_of(means.values), ordered.values);
        REQUIRE_EQUAL(line_of(widths.values), group_reduce(keys, line, widest, group_order::sorted).values);
        REQUIRE_EQUAL(line_of(greatest), group_transform(keys, line, reducer::max));
        REQUIRE_EQUAL(line_of(distances), group_transform(keys, line, centred));
        REQUIRE_EQUAL(line_of(ranks), group_rank(keys, line, ravel::rank_ties::min));
        REQUIRE_EQUAL(line_of(best), group_top_k(keys, line, 2));
        REQUIRE_EQUAL(line_of(least), group_top_k(keys, line, 1, std::less<>()));
      }
    }
  }
}

TEST_CASE("several columns of keys, words, pairs of results, and NaN along an axis", "[tensor][lines]") {
  const tensor<double> t{{1, no_number, 3, 4}, {5, 6, 7, no_number}};
  const std::vector<std::string> word{"b", "a", "b", "a"};
  const buffer<int> year{1, 1, 1, 2};
  const auto sums = group_reduce(word, t, reducer::sum, 1, nan_policy::skip, group_order::sorted);
  CHECK_EQUAL(sums.keys, {std::string("a"), std::string("b")});
  REQUIRE_EQUAL(sums.values, (tensor<double>{{4, 4}, {6, 12}}));
  const auto counts = group_reduce(std::tie(word, year), t, reducer::count, -1);
  CHECK_EQUAL(std::get<0>(counts.keys), {std::string("b"), std::string("a"), std::string("a")});
  CHECK_EQUAL(std::get<1>(counts.keys), {1, 1, 2});
  REQUIRE_EQUAL(counts.values, (tensor<index_t>{{2, 1, 1}, {2, 1, 1}}));
  const auto both = group_reduce(word, t, compose(reducer::min, reducer::max), 1).values;
  CHECK(both(1, 0) == std::tuple(5.0, 7.0));
  CHECK_THROWS_WITH(group_reduce(word, t, reducer::sum, 1, nan_policy::refuse),
                    "group_reduce was told to refuse NaN, and element 1 is NaN: line [0 _]");
  CHECK_THROWS_AS(group_transform(word, t, reducer::sum, 1, nan_policy::refuse), ravel::value_error);
  REQUIRE_EQUAL(group_reduce(year, cast<std::int8_t>(tensor<int>{{100, 100, 1, 7}}), reducer::sum, 1).values,
                (tensor<std::int64_t>{{201, 7}}));
}

TEST_CASE("a function is called once for each group of a line", "[tensor][lines]") {
  std::vector<double> first;
  const auto note = [&](const reader<double>& own) { return first.push_back(own[0]), own.size(); };
  const tensor<double> t{{1, 2, 3}, {4, 5, 6}};
  REQUIRE_EQUAL(group_reduce(std::vector<int>{7, 5, 7}, t, note, 1, group_order::sorted).values, (tensor<index_t>{{1, 2}, {1, 2}}));
  CHECK(first == std::vector<double>{1, 2, 4, 5});
}

TEST_CASE("keys of groups that do not fit an axis are refused, lines or not", "[tensor][lines]") {
  const std::vector<int> keys{2, 1, 2};
  const auto none = ravel::zeros<double>({0, 3});
  CHECK(group_reduce(keys, none, reducer::mean, 1).values.shape() == shape{0, 2});
  CHECK(group_transform(keys, none, reducer::mean, 1).shape() == shape{0, 3});
  CHECK(group_rank(keys, none, 1).shape() == shape{0, 3});
  CHECK(group_top_k(keys, none, 1, 1).shape() == shape{0, 2});
  CHECK(group_reduce(std::vector<int>(), ravel::zeros<double>({2, 0}), reducer::sum, 1).values.shape() == shape{2, 0});
  CHECK_THROWS_WITH(group_reduce(keys, ravel::zeros<double>({0, 4}), reducer::mean, 1),
                    "group_reduce: 3 keys for axis 1 of shape [0 4], which has 4 places");
  CHECK_THROWS_AS(group_transform(keys, ravel::zeros<double>({3, 4}), reducer::mean, 1), ravel::shape_error);
  CHECK_THROWS_AS(group_rank(keys, ravel::zeros<double>({3, 4}), 1), ravel::shape_error);
  CHECK_THROWS_AS(group_top_k(keys, ravel::zeros<double>({3, 4}), 1, 1), ravel::shape_error);
  CHECK_THROWS_AS(group_top_k(keys, none, -1, 1), ravel::value_error);
  CHECK_THROWS_AS(group_reduce(keys, none, reducer::mean, {0, 1}), ravel::value_error);
  CHECK_THROWS_AS(group_reduce(keys, none, reducer::mean, 2), ravel::index_error);
}
