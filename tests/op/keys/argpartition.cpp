// SPDX-License-Identifier: BSL-1.0
// argpartition: runs of equal neighbours cover all positions in order, neighbouring runs differ, and the function is asked once for each.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/keys/arggroup.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("runs cover everything, hold equal elements and differ from their neighbours") {
  support::kinds::each([]<class T>() {
    support::random r(6);
    for (const index_t n : {0, 1, 2, 50, 3000}) {
      std::vector<T> values;
      while (static_cast<index_t>(values.size()) < n)
        values.insert(values.end(),
                      std::min<std::size_t>(static_cast<std::size_t>(r.below(9)), static_cast<std::size_t>(n) - values.size()),
                      r.small<T>());
      for (const auto& x : support::in_every_way(values)) {
        index_t end = 0;
        const auto runs = argpartition(x);
        for (std::size_t i = 0; i < runs.size(); ++i) {
          const auto& [key, positions] = runs[i];
          REQUIRE((positions.start() == end && positions.size() > 0));
          for (index_t p = 0; p < positions.size(); ++p) REQUIRE(values[static_cast<std::size_t>(positions[p])] == key);
          if (i > 0) REQUIRE(!(runs[i - 1].key == key));
          end += positions.size();
        }
        REQUIRE(end == n);
      }
    }
  });
}

TEST_CASE("runs by a key") {
  const buffer<int> x{1, 3, 5, 2, 4, 7};
  std::vector<int> calls;
  const auto runs = argpartition_by(x, [&](int v) { return calls.push_back(v), v % 2 == 0; });
  REQUIRE(runs.size() == 3);
  CHECK((!runs[0].key && runs[1].key && !runs[2].key));
  CHECK((runs[0].positions == ravel::slice(0, 3) && runs[1].positions == ravel::slice(3, 2) && runs[2].positions == ravel::slice(5, 1)));
  CHECK(calls == std::vector<int>{1, 3, 5, 2, 4, 7});
  CHECK(argpartition(buffer<double>{no_number, no_number, 1}).size() == 2);
  CHECK(argpartition(buffer<std::string>{"a", "a", "b"}).size() == 2);
  CHECK_THROWS_AS(argpartition_by(x, [](int) -> int { throw std::runtime_error("no"); }), std::runtime_error);
}
