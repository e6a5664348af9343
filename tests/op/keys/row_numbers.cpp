// SPDX-License-Identifier: BSL-1.0
// Rows of several columns of keys have the numbers of a plain search, and are given back.
#include <ravel/op/keys/detail/key_column.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <map>
#include <string>
#include <tuple>

using ravel::index_t;
using ravel::detail::key_number;

TEST_CASE("rows of several columns are told apart and given back", "[op]") {
  support::random r(6);
  ravel::detail::row_numbers<int, std::string, double> rows(2000);
  std::map<std::tuple<int, std::string, double>, key_number> expected;
  std::vector<int> a;
  std::vector<std::string> b;
  std::vector<double> c;
  for (int i = 0; i < 2000; ++i) {
    a.push_back(static_cast<int>(r.below(9)));
    b.push_back(std::string(static_cast<std::size_t>(r.below(5)), 'x'));
    c.push_back(static_cast<double>(r.below(7)) / 2);
  }
  std::vector<key_number> numbers(a.size());
  for (std::size_t done = 0; done < a.size(); done += 500) {
    const void* const blocks[] = {a.data() + done, b.data() + done, c.data() + done};
    rows.number(500, numbers.data() + done, blocks);
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    REQUIRE(numbers[i] == expected.try_emplace({a[i], b[i], c[i]}, static_cast<key_number>(expected.size())).first->second);
  }
  REQUIRE(rows.size() == static_cast<index_t>(expected.size()));
  const auto [first, second, third] = rows.take_keys();
  for (const auto& [row, number] : expected) REQUIRE(std::tuple(first[number], second[number], third[number]) == row);
}
