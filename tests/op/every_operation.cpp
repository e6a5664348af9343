// SPDX-License-Identifier: BSL-1.0
// Every operation takes readers of the library's own: buffers, which say what is expected, writers, readers of memory and of expressions,
// and memory that is borrowed.
#include "every_operation.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace every_operation {

const results& of_buffers() {
  static const results all = [] {
    const auto k = in_buffer<int>(values);
    return of_buffers(in_buffer<double>(values), in_buffer<double>(weights), k, ravel::clone(k > 2));
  }();
  return all;
}

results of_buffers(const ravel::buffer<double>& x, const ravel::buffer<double>& y, const ravel::buffer<int>& k,
                   const ravel::buffer<bool>& mask) {
  return everything(x, y, k, mask);
}

results of_readers(const ravel::reader<double>& x, const ravel::reader<double>& y, const ravel::reader<int>& k,
                   const ravel::reader<bool>& mask, std::function<void(const std::string&)> after) {
  return everything(x, y, k, mask, std::move(after));
}

namespace {

bool is_gathered(std::string_view name) {
  constexpr std::string_view names[] = {"correlation",
                                        "covariance",
                                        "descriptive_statistics",
                                        "geometric_mean",
                                        "harmonic_mean",
                                        "kurtosis",
                                        "moment",
                                        "reduce_with",
                                        "skew",
                                        "standard_deviation",
                                        "std",
                                        "var",
                                        "variance"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}
bool nearly(const numbers& a, const numbers& b) {
  const auto near = [](double x, double y) { return x == y || std::abs(x - y) <= 1e-11 * (1 + std::abs(y)) || (x != x && y != y); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), near);
}

}  // namespace

void check(const char* kind, const results& found, const results& expected, bool sparse) {
  INFO(kind);
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO(found[i].first);
    if (sparse && is_gathered(found[i].first) && nearly(found[i].second, expected[i].second)) continue;
    CHECK_EQUAL(found[i].second, expected[i].second);
  }
}

}  // namespace every_operation

using namespace every_operation;

TEST_CASE("every operation takes writers and readers of any origin", "[every_operation]") {
  const auto x = in_buffer<double>(values), y = in_buffer<double>(weights);
  const auto k = in_buffer<int>(values);
  const auto mask = ravel::clone(k > 2);
  check("buffer", of_buffers());
  check("writer", everything<ravel::writer<double>, ravel::writer<int>, ravel::writer<bool>>(x, y, k, mask));
  const auto read = [&](const char* kind, const ravel::reader<double>& a, const ravel::reader<double>& b) {
    check(kind, of_readers(a, b, k, mask));
  };
  read("reader", x, y);
  read("erased expression", x + 0.0, y * 1.0);
  read("borrowed vector", ravel::borrow(values), ravel::borrow(weights));
}

TEST_CASE("every operation takes readers of tensors over any backing", "[every_operation]") {
  check_kinds(backing::evaluated_kinds, [](backing::kind how, const numbers& of, auto type) {
    using T = decltype(type);
    return ravel::reader<T>(backing::readable<T>(how, {static_cast<index_t>(of.size())}, as_vector<T>(of)));
  });
}
