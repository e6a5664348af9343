// SPDX-License-Identifier: BSL-1.0
// The number of bins by each rule is NumPy's, and so are counts and edges.
#include <ravel/op/search/histogram.hpp>

#include <support/oracle.hpp>
#include <support/random.hpp>
#include <support/samples.hpp>

namespace {

using Catch::Matchers::ContainsSubstring;
using ravel::between;
using ravel::bin_rule;
using ravel::buffer;
using ravel::nan_policy;
using list = std::vector<double>;

constexpr std::pair<bin_rule, const char*> rules[] = {
    {bin_rule::automatic, "auto"}, {bin_rule::sturges, "sturges"}, {bin_rule::freedman_diaconis, "fd"}, {bin_rule::scott, "scott"},
    {bin_rule::sqrt, "sqrt"},      {bin_rule::rice, "rice"},       {bin_rule::doane, "doane"},          {bin_rule::stone, "stone"}};

list joined(const ravel::histogram_counts& h) {
  list all;
  for (const auto count : h.counts) all.push_back(static_cast<double>(count));
  all.insert(all.end(), h.edges.begin(), h.edges.end());
  return all;
}

list drawn(support::random& r, int n, int kind) {
  list all;
  for (int i = 0; i < n; ++i) {
    const double u = r.unit();
    all.push_back(kind == 0 ? u : kind == 1 ? std::pow(u, 5) * 100 : kind == 2 ? static_cast<double>(r.below(4)) : 7);
  }
  return all;
}

}  // namespace

TEST_CASE("the rules for bins are NumPy's") {
  support::random r(103);
  support::oracle all;
  std::string program;
  for (const auto& [rule, name] : rules) {
    program += std::string("def ") + name + "_bins(x, *within): return np.concatenate(np.histogram(x, '" + name +
               "', range=tuple(within[0]) if within else None))\n";
  }
  for (const int n : {0, 1, 2, 3, 50, 1000}) {
    for (const int kind : {0, 1, 2, 3}) {
      const list values = drawn(r, n, kind);
      const auto x = support::in_memory(values);
      for (const auto& [rule, name] : rules) {
        all.ask(std::string(name) + "_bins", {values}, joined(histogram(x, rule)));
        if (n != 0) all.ask(std::string(name) + "_bins", {values, {0.2, 2}}, joined(histogram(x, rule, between{0.2, 2})));
      }
    }
  }
  all.check(program);
}

TEST_CASE("rules for bins at their edges") {
  const double no_number = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  CHECK(histogram(buffer<double>{1, no_number, 2, 3}, bin_rule::sturges, nan_policy::skip).counts.size() == 3);
  CHECK_THROWS_AS(histogram(buffer<double>{1, no_number}, bin_rule::sturges), ravel::value_error);
  CHECK_THROWS_AS(histogram(buffer<double>{1, infinity}, bin_rule::sqrt), ravel::value_error);
  CHECK_THROWS_AS(histogram(buffer<double>{1, no_number}, bin_rule::sqrt, nan_policy::refuse), ravel::value_error);
  CHECK_THROWS_WITH(histogram(buffer<double>{0, 1, 1 + 1e-12, 1 + 2e-12, 1 + 3e-12, 1 + 4e-12, 1e9}, bin_rule::freedman_diaconis),
                    ContainsSubstring("give bins{…} instead"));
}
