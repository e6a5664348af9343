// SPDX-License-Identifier: BSL-1.0
// In which order memory likes axes: of one map, of several operands, and of steps that nothing tells apart.
#include <ravel/dims/dims.hpp>

#include <support/catch.hpp>

using ravel::dims;
using ravel::index_t;
using ravel::detail::laid_map;
using ravel::detail::memory_order;

namespace {

std::vector<index_t> order_of(const dims& view) {
  const auto order = ravel::detail::axes_by_distance(view);
  return {order.begin(), order.end()};
}

}  // namespace

TEST_CASE("axes far apart in the base come first", "[dims]") {
  const dims whole = dims::row_major({30, 20, 40});
  CHECK(order_of(whole).empty());
  CHECK(order_of(whole.transpose({2, 0, 1})) == std::vector<index_t>{1, 2, 0});
  CHECK(order_of(whole.flip(0).transpose({1, 0, 2})) == std::vector<index_t>{1, 0, 2});
  CHECK(order_of(whole.flip(0).flip(1).flip(2)).empty());
  CHECK(order_of(whole.slice(0, 0, 1).transpose({1, 0, 2})).empty());                              // small
  CHECK(order_of(whole.rotate(2, 1).transpose({2, 1, 0})).empty());                                // no strides say where it stands
  CHECK(order_of(dims::row_major({1, 100}).broadcast({100, 100})) == std::vector<index_t>{1, 0});  // what repeats is read once
  CHECK(order_of(dims()).empty());
}

TEST_CASE("the first operand that tells two axes apart decides", "[dims]") {
  const dims matrix = dims::row_major({100, 200}), row = dims::row_major({1, 200}).broadcast({100, 200}),
             turned = dims::row_major({200, 100}).transpose({1, 0});
  const auto closer = [](std::vector<laid_map> operands) { return memory_order(operands).closer(1, 0); };
  CHECK(closer({{&matrix, 1}}));
  CHECK_FALSE(closer({{&turned, 1}}));
  CHECK_FALSE(closer({{&row, 1}, {&turned, 1}}));
  CHECK(closer({{&matrix, 1}, {&turned, 1}}));
  CHECK(closer({{&row, 1}}));  // nothing says so: the last axis
  CHECK(closer({}));
}

TEST_CASE("row-major order jumps where another axis has closer neighbours", "[dims]") {
  const dims matrix = dims::row_major({100, 200}), turned = dims::row_major({200, 100}).transpose({1, 0}),
             few = dims::row_major({3, 2}).transpose({1, 0});
  const auto jumps = [](const dims& map) {
    const laid_map operands[] = {{&map, 1}};
    return memory_order(operands).jumps(map.shape());
  };
  CHECK_FALSE(jumps(matrix));
  CHECK(jumps(turned));
  CHECK(jumps(turned.new_axis(2)));
  CHECK_FALSE(jumps(few));
  CHECK_FALSE(jumps(dims::row_major({2000, 3})));
  CHECK(jumps(dims::row_major({3}).broadcast({2000, 3})));
  CHECK(jumps(dims::row_major({2000, 1}).broadcast({2000, 3})));
  CHECK(jumps(dims::row_major({2000, 4}).slice(1, 0, 3)));
  CHECK_FALSE(jumps(dims::row_major({1}).broadcast({2000, 3})));
  CHECK_FALSE(jumps(dims::row_major({30}).broadcast({2000, 30})));
  CHECK_FALSE(jumps(dims()));
}
