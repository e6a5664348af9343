// SPDX-License-Identifier: BSL-1.0
// Every operation takes what is not the library's: a reader of a user's own, a std::vector; and lists.
#include "every_operation.hpp"

#include <support/catch.hpp>

#include <array>

using namespace every_operation;

namespace {

template <class T>
struct own_reader : ravel::reader_base {
  explicit own_reader(const numbers& of) {
    for (const double value : of) held.push_back(static_cast<T>(value));
  }
  index_t size() const { return static_cast<index_t>(held.size()); }
  T operator[](index_t i) const { return held[static_cast<std::size_t>(i)]; }
  std::vector<T> held;
};

template <class T>
ravel::list<T> in_list(const numbers& of) {
  ravel::list<T> grown;
  grown.append(in_buffer<T>(of));
  return grown;
}

}  // namespace

TEST_CASE("every operation takes readers of a user's own", "[every_operation]") {
  const own_reader<double> x(values), y(weights);
  check("own reader", everything(x, y, own_reader<int>(values), own_reader<bool>({1, 0, 1, 0, 1})));
}

TEST_CASE("every operation takes vectors", "[every_operation]") {
  check("vector", everything(values, weights, std::vector<int>{3, 1, 4, 1, 5}, std::array{true, false, true, false, true}));
}

TEST_CASE("every operation takes lists", "[every_operation]") {
  check("list", everything(in_list<double>(values), in_list<double>(weights), in_list<int>(values), in_list<bool>({1, 0, 1, 0, 1})));
}
