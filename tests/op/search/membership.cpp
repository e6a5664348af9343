// SPDX-License-Identifier: BSL-1.0
// membership against a plain search: among values of every kind of element and of the user's, and in index sets.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/op/search/membership.hpp>

#include <support/elements.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_set;
using ravel::index_t;

}  // namespace

TEST_CASE("elements among values") {
  support::kinds::each([]<class T>() {
    support::random r(2);
    for (const index_t n : {0, 1, 300}) {
      const auto values = r.values<T>(n), among = r.values<T>(n / 4);
      std::vector<bool> expected;
      for (const T value : values) {
        bool found = false;
        for (const T other : among) found = found || value == other || (value != value && other != other);
        expected.push_back(found);
      }
      for (const auto& x : support::in_every_way(values)) REQUIRE_EQUAL(membership(x, support::in_memory(among)), expected);
    }
  });
}

TEST_CASE("lists of values, strings, and the positions of members") {
  CHECK_EQUAL(membership(buffer<int>{1, 2, 3}, {3, 1}), {true, false, true});
  CHECK_EQUAL(membership(buffer<std::string>{"a", "b"}, {"b"}), {false, true});
  CHECK_EQUAL(membership(buffer<std::string>{"a", "b"}, ravel::make_buffer<std::string>(0)), {false, false});
  CHECK_EQUAL(membership(buffer<int>{1, 2} * 3, {6}), {false, true});
  CHECK(argfilter(membership(buffer<int>{5, 6, 7, 8}, {6, 8})).as_range() == ravel::slice(1, 2, 2));
}

TEST_CASE("integers in an index set") {
  const index_set s{0, 3, 70000};
  CHECK_EQUAL(membership(buffer<int>{-1, 0, 3, 70000, 4}, s), {false, true, true, true, false});
  CHECK_EQUAL(membership(buffer<std::uint64_t>{3, ~std::uint64_t{0}}, s), {true, false});
  CHECK_EQUAL(membership(buffer<int>{0}, index_set()), {false});
}
