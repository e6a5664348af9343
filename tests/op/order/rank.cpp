// SPDX-License-Identifier: BSL-1.0
// rank: ties of every kind, NaN, and elements of a user's own.
#include <ravel/op/order/rank.hpp>

#include <support/catch.hpp>
#include <support/oracle.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <string>
#include <vector>

using ravel::buffer;
using ravel::rank_ties;

TEST_CASE("equal elements share what is asked for") {
  const buffer<int> x{30, 10, 20, 10, 30, 30};
  CHECK_EQUAL(rank(x), {5.0, 1.5, 3.0, 1.5, 5.0, 5.0});
  CHECK_EQUAL(rank(x, rank_ties::min), {4.0, 1.0, 3.0, 1.0, 4.0, 4.0});
  CHECK_EQUAL(rank(x, rank_ties::max), {6.0, 2.0, 3.0, 2.0, 6.0, 6.0});
  CHECK_EQUAL(rank(x, rank_ties::dense), {3.0, 1.0, 2.0, 1.0, 3.0, 3.0});
  CHECK_EQUAL(rank(x, rank_ties::ordinal), {4.0, 1.0, 3.0, 2.0, 5.0, 6.0});
  CHECK(rank(ravel::make_buffer<int>(0)).size() == 0);
}

TEST_CASE("NaN has no rank") {
  const double nan = std::nan("");
  CHECK_EQUAL(rank(buffer<double>{nan, 2, 1, nan, -0.0, 0.0}), {nan, 4.0, 3.0, nan, 1.5, 1.5});
}

TEST_CASE("whatever has an order is ranked") { CHECK_EQUAL(ravel::rank(std::vector<std::string>{"b", "a", "b"}), {2.5, 1.0, 2.5}); }

TEST_CASE("ranks are SciPy's, however often elements are equal") {
  support::random r(71);
  support::oracle all;
  const std::pair<const char*, rank_ties> methods[] = {{"average", rank_ties::average},
                                                       {"min", rank_ties::min},
                                                       {"max", rank_ties::max},
                                                       {"dense", rank_ties::dense},
                                                       {"ordinal", rank_ties::ordinal}};
  for (const ravel::index_t n : {0, 1, 2, 9, 400}) {
    for (const ravel::index_t below : {1, 3, 40, 100000}) {
      std::vector<double> x;
      for (ravel::index_t i = 0; i < n; ++i) x.push_back(static_cast<double>(r.below(below)) / 4 - 3);
      for (const auto& [name, ties] : methods) all.ask(name, {x}, ravel::rank(x, ties));
    }
  }
  all.check(R"(
import scipy.stats
def average(x): return scipy.stats.rankdata(x, 'average')
def min(x): return scipy.stats.rankdata(x, 'min')
def max(x): return scipy.stats.rankdata(x, 'max')
def dense(x): return scipy.stats.rankdata(x, 'dense')
def ordinal(x): return scipy.stats.rankdata(x, 'ordinal')
)",
            "numpy, scipy.stats");
}
