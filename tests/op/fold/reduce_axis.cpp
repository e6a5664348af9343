// SPDX-License-Identifier: BSL-1.0
// reduce_axis: a function that sees every line along an axis.
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/map_axis.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <stdexcept>
#include <string>

using namespace ravel;

TEST_CASE("reduce_axis gives every line to the function, in order", "[tensor][axis]") {
  const tensor<int> t = reshape(arange<int>(24), {2, 3, 4});
  const auto spread = [](const tensor<const int>& line) { return max(line) - min(line); };
  REQUIRE_EQUAL(reduce_axis(t, 0, spread), make_buffer<int>(12, 12));
  REQUIRE_EQUAL(reduce_axis(t, 1, spread), make_buffer<int>(8, 8));
  CHECK(reduce_axis(t, 1, spread).shape() == shape{2, 4});
  REQUIRE_EQUAL(reduce_axis(t + t, -1, [](const auto& line) { return line(0); }), (buffer<int>{0, 8, 16, 24, 32, 40}));
  std::vector<int> seen;
  const auto note = [&](const tensor<const int>& line) {
    seen.push_back(line(0));
    return std::string(static_cast<std::size_t>(line.size()), 'x');
  };
  REQUIRE_EQUAL(reduce_axis(t(0, ellipsis), 0, note), (buffer<std::string>{"xxx", "xxx", "xxx", "xxx"}));
  CHECK(seen == std::vector<int>{0, 1, 2, 3});
  REQUIRE_EQUAL(reduce_axis(zeros<int>({2, 0}), 1, [](const auto& line) { return line.size(); }), (buffer<index_t>{0, 0}));
  CHECK_THROWS_AS(reduce_axis(t, 0, [](const auto&) -> int { throw std::runtime_error("stop"); }), std::runtime_error);
  CHECK_THROWS_AS(reduce_axis(t, 3, spread), index_error);
}
