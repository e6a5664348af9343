// SPDX-License-Identifier: BSL-1.0
// Formulas at random, broken ones, and the limits of what is read. RAVEL_PLAN_FORMULAS sets how many formulas; each is broken in twenty
// ways.
#include <ravel/base/error.hpp>

#include <plan/formulas.hpp>
#include <support/faults.hpp>
#include <support/random.hpp>

#include <cstdlib>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using plan_tests::scene;

TEST_CASE("formulas have limits", "[plan]") {
  const scene s;
  const auto nested = [](std::size_t n) { return std::string(n, '(') + "x" + std::string(n, ')'); };
  CHECK(parse(nested(90), s.names).dtype() == dtype::float64);
  CHECK_THROWS_WITH(parse(nested(200), s.names), ContainsSubstring("nested too deep"));
  CHECK_THROWS_WITH(parse(std::string(200, '-') + "x", s.names), ContainsSubstring("nested too deep"));
  CHECK_THROWS_WITH(parse(std::string(70000, ' ') + "x", s.names), ContainsSubstring("65536"));
  std::string chain = "x";
  for (int k = 0; k < 5000; ++k) chain += " + y";
  CHECK(parse(chain, s.names).shape() == s.x.shape());
}

namespace {

// A random formula, and the value that the same calls give.
class random_formula {
 public:
  random_formula(const scene& s, std::uint64_t seed) : s_(s), r_(seed) {}

  std::pair<std::string, planned> make(int depth) {
    const auto leaf = [&]() -> std::pair<std::string, planned> {
      switch (r_.below(3)) {
        case 0:
          return {"x", s_.x};
        case 1:
          return {"y", s_.y};
        default:
          return {"row", s_.row};
      }
    };
    if (depth == 0) return leaf();
    const auto [a, of_a] = make(depth - 1);
    const auto [b, of_b] = make(static_cast<int>(r_.below(depth)));
    switch (r_.below(9)) {
      case 0:
        return {"(" + a + ") + (" + b + ")", of_a + of_b};
      case 1:
        return {"(" + a + ")*(" + b + ")", of_a * of_b};
      case 2:
        return {"-(" + a + ") - 0.25", -of_a - 0.25};
      case 3:
        return {"maximum(" + a + ", " + b + ")", maximum(of_a, of_b)};
      case 4:
        return {"where((" + a + ") < (" + b + "), " + a + ", 2)", where(of_a < of_b, of_a, 2)};
      case 5:
        return {"mean(" + a + ", {-1}, keep) + (" + b + ")", mean(of_a, -1, keep) + of_b};
      case 6:
        return {"cumsum(" + a + ", {-1})", cumsum(of_a, -1)};
      case 7:
        return {"abs(" + a + ") / (1 + square(" + b + "))", abs(of_a) / (1 + square(of_b))};
      default:
        return {"cast<float32>(" + a + ")+(" + b + ")", cast<float>(of_a) + of_b};
    }
  }

  // Changes, removes or adds a character.
  std::string broken(std::string formula) {
    constexpr std::string_view characters = "xyrow01239.,(){}<>=!&|+-*/%~^ ef_\n\"'\\;#\x80\xff";
    for (auto changes = 1 + r_.below(3); changes > 0 && !formula.empty(); --changes) {
      const auto at = static_cast<std::size_t>(r_.below(std::ssize(formula)));
      const char c = characters[static_cast<std::size_t>(r_.below(std::ssize(characters)))];
      switch (r_.below(3)) {
        case 0:
          formula[at] = c;
          break;
        case 1:
          formula.erase(at, 1);
          break;
        default:
          formula.insert(at, 1, c);
          break;
      }
    }
    return formula;
  }

 private:
  const scene& s_;
  support::random r_;
};

int formulas(int usually) {
  const char* const asked = std::getenv("RAVEL_PLAN_FORMULAS");
  return asked == nullptr ? usually : std::atoi(asked);
}

}  // namespace

TEST_CASE("random formulas are what they say, and broken ones throw errors of the library", "[plan]") {
  const scene s;
  const int all = formulas(400);
  int read = 0, refused = 0;
  for (int seed = 0; seed < all; ++seed) {
    random_formula random(s, static_cast<std::uint64_t>(seed));
    const auto [formula, wanted] = random.make(4);
    s.check(formula, wanted);
    for (int k = 0; k < 20; ++k) {
      const std::string broken = random.broken(formula);
      try {
        (void)parse(broken, s.names);
        ++read;
      } catch (const error&) {
        ++refused;
      }
    }
  }
  CHECK(read > all / 4);
  CHECK(refused > all * 5 / 2);
}

TEST_CASE("a formula that cannot be read leaves nothing behind", "[plan]") {
  const scene s;
  support::fail_each_allocation([&] { (void)parse("where(x > row, sum(y, {1}, keep) * 2, cast<float64>(i))", s.names); });
}
