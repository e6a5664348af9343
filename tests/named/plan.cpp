// SPDX-License-Identifier: BSL-1.0
// Orders of contraction: all there are, tried one by one, are no cheaper.
#include <ravel/named/einsum.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <algorithm>
#include <limits>

using namespace ravel::detail;

namespace {

using sets = std::vector<std::uint64_t>;

struct problem {
  std::vector<ravel::index_t> extents;
  std::uint64_t left;

  double volume(std::uint64_t dims) const {
    double product = 1;
    for (std::size_t k = 0; k < extents.size(); ++k) product *= dims >> k & 1 ? static_cast<double>(extents[k]) : 1;
    return product;
  }
  // What a step costs, and what is left then.
  double take(sets& of, contraction_step s) const {
    std::uint64_t needed = left;
    for (std::size_t k = 0; k < of.size(); ++k) needed |= k == s.a || k == s.b ? 0 : of[k];
    const std::uint64_t both = of[s.a] | of[s.b];
    of.erase(of.begin() + static_cast<std::ptrdiff_t>(s.b));
    of.erase(of.begin() + static_cast<std::ptrdiff_t>(s.a));
    of.push_back(both & needed);
    return volume(both) + volume(both & needed);
  }
  double least(const sets& of) const {
    if (of.size() == 1) return 0;
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t b = 1; b < of.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        sets rest = of;
        const double now = take(rest, {a, b});
        best = std::min(best, now + least(rest));
      }
    }
    return best;
  }
};

}  // namespace

TEST_CASE("few factors are contracted in the cheapest order, many in a valid one", "[named]") {
  support::random r(3);
  // All orders of two, three and four factors cost little to try, and are tried most.
  for (int turn = 0; turn < 20000; ++turn) {
    problem p{{}, static_cast<std::uint64_t>(r.below(64))};
    for (int k = 0; k < 6; ++k) p.extents.push_back(r.between(1, 9));
    sets factors(static_cast<std::size_t>(turn % 100 == 0 ? r.between(6, 9) : turn % 20 == 1 ? 5 : r.between(2, 4)));
    for (auto& f : factors) f = static_cast<std::uint64_t>(r.below(64));
    const auto steps = plan_contraction(factors, p.extents, p.left);
    REQUIRE(steps.size() == factors.size() - 1);
    sets rest = factors;
    double spent = 0;
    for (const contraction_step s : steps) {
      REQUIRE(s.a < s.b);
      REQUIRE(s.b < rest.size());
      spent += p.take(rest, s);
    }
    if (factors.size() <= 5) CHECK(spent == p.least(factors));
  }
}
