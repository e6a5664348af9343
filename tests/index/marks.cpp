// SPDX-License-Identifier: BSL-1.0
// Marks against a list of the positions answered yes for, in pieces of every size.
#include <ravel/index/detail/marks.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

namespace {

using ravel::index_t;
using ravel::selection;
using ravel::detail::marks;

}  // namespace

TEST_CASE("marks become the selection of what was answered yes") {
  support::random r(12);
  for (const index_t n : {0, 1, 63, 64, 65, 128, 1000, 5000}) {
    for (const index_t one_in : {1, 2, 3, 40, 100000}) {
      std::vector<index_t> expected;
      std::vector<char> answers;
      for (index_t i = 0; i < n; ++i) {
        answers.push_back(r.chance(one_in));
        if (answers.back()) expected.push_back(i);
      }
      marks found(n);
      for (index_t done = 0; done < n;) {
        const index_t piece = std::min(n - done, r.chance(2) ? r.below(200) : 64 * r.below(4));
        found.add(piece, [&](index_t i) { return answers[static_cast<std::size_t>(done + i)] != 0; });
        done += piece;
      }
      const selection taken = found.take();
      REQUIRE(taken == selection(expected));
      REQUIRE(taken.is_range() == selection(expected).is_range());
      REQUIRE(taken.ascending());
      REQUIRE(taken.distinct());
      if (!expected.empty()) REQUIRE((taken.min() == expected.front() && taken.max() == expected.back()));
    }
  }
}

TEST_CASE("marks in equal steps are a range") {
  marks found(300);
  found.add(300, [](index_t i) { return i % 7 == 3; });
  CHECK(found.take().as_range() == ravel::slice(3, 43, 7));
}
