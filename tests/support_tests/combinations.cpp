// SPDX-License-Identifier: BSL-1.0
#include <support/catch.hpp>
#include <support/combinations.hpp>

#include <array>
#include <set>
#include <tuple>
#include <vector>

TEST_CASE("every combination comes once, or under a sanitizer every value", "[support]") {
  const std::vector<int> four{1, 2, 3, 4};
  const char three[] = {'a', 'b', 'c'};
  const std::array<bool, 2> two{true, false};
  std::vector<std::tuple<int, char, bool>> seen;
  support::each_combination([&](int i, char c, bool b) { seen.emplace_back(i, c, b); }, four, three, two);
  CHECK(seen.size() == (support::sanitized ? 4 : 24));
  CHECK(std::set(seen.begin(), seen.end()).size() == seen.size());
  std::set<int> numbers;
  std::set<char> letters;
  std::set<bool> answers;
  for (const auto& [i, c, b] : seen) numbers.insert(i), letters.insert(c), answers.insert(b);
  CHECK(numbers.size() == 4);
  CHECK(letters.size() == 3);
  CHECK(answers.size() == 2);
}

TEST_CASE("the first places are tried one by one, and under a sanitizer ever fewer of the later ones", "[support]") {
  std::int64_t tried = 0;
  for (std::int64_t n = 0; n < 100'000; n = support::next_tried(n)) ++tried;
  CHECK((support::sanitized ? tried > 100 && tried < 300 : tried == 100'000));
  CHECK(support::next_tried(40) == 41);
}
