// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/detail/published.hpp>

#include <support/catch.hpp>

#include <array>
#include <thread>
#include <vector>

using ravel::detail::published;

TEST_CASE("a published value is made once and kept", "[base]") {
  const published<int> p;
  int made = 0;
  const auto make = [&] { return ++made; };
  CHECK(p.get(make) == 1);
  CHECK(p.get(make) == 1);
  CHECK(&p.get(make) == &p.get(make));
  const published<int> copy = p;
  CHECK(copy.get(make) == 2);
}

TEST_CASE("threads that publish at once all see one value", "[base]") {
  for (int round = 0; round < 50; ++round) {
    const published<std::vector<int>> p;
    std::array<const std::vector<int>*, 4> seen{};
    {
      std::vector<std::thread> threads;
      for (auto& at : seen) threads.emplace_back([&] { at = &p.get([] { return std::vector<int>(100, 7); }); });
      for (auto& thread : threads) thread.join();
    }
    for (const auto* at : seen) REQUIRE(at == seen[0]);
    REQUIRE(seen[0]->size() == 100);
  }
}

TEST_CASE("if making throws nothing is published", "[base]") {
  const published<int> p;
  CHECK_THROWS_AS(p.get([]() -> int { throw 3; }), int);
  CHECK(p.get([] { return 4; }) == 4);
}
