// SPDX-License-Identifier: BSL-1.0
// What stands beyond the ends, position by position, and how far windows reach.
#include <ravel/lazy/iota.hpp>
#include <ravel/op/windows/window.hpp>

#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::edge_mode;
using ravel::index_t;
using ravel::detail::window_reach;

buffer<std::string> with_ends(const std::vector<std::string>& values, window_reach reach, edge_mode edge) {
  const auto memory = support::in_memory(values);
  return ravel::detail::extended(ravel::detail_access::node<std::string>(memory), reach, edge);
}

}  // namespace

TEST_CASE("beyond the ends") {
  const std::vector<std::string> abcd{"a", "b", "c", "d"};
  CHECK_EQUAL(with_ends(abcd, {2, 3}, edge_mode::clamp), {"a", "a", "a", "b", "c", "d", "d", "d", "d"});
  CHECK_EQUAL(with_ends(abcd, {2, 3}, edge_mode::zero), {"", "", "a", "b", "c", "d", "", "", ""});
  CHECK_EQUAL(with_ends(abcd, {2, 3}, edge_mode::reflect), {"b", "a", "a", "b", "c", "d", "d", "c", "b"});
  CHECK_EQUAL(with_ends(abcd, {2, 3}, edge_mode::wrap), {"c", "d", "a", "b", "c", "d", "a", "b", "c"});
  CHECK_EQUAL(with_ends(abcd, {0, 0}, edge_mode::valid), abcd);
  // Further than there are elements.
  CHECK_EQUAL(with_ends({"a", "b"}, {5, 3}, edge_mode::reflect), {"a", "a", "b", "b", "a", "a", "b", "b", "a", "a"});
  CHECK_EQUAL(with_ends({"a", "b"}, {3, 3}, edge_mode::wrap), {"b", "a", "b", "a", "b", "a", "b", "a"});
  CHECK_EQUAL(with_ends({"a"}, {2, 1}, edge_mode::reflect), {"a", "a", "a", "a"});
}

TEST_CASE("the reach of windows") {
  using ravel::window_position;
  const auto reach = [](index_t width, window_position position) {
    const window_reach r = ravel::detail::reach_of(width, position);
    return std::pair(r.before, r.after);
  };
  CHECK(reach(4, window_position::left) == std::pair<index_t, index_t>(3, 0));
  CHECK(reach(4, window_position::right) == std::pair<index_t, index_t>(0, 3));
  CHECK(reach(4, window_position::centre) == std::pair<index_t, index_t>(2, 1));
  CHECK(reach(5, window_position::centre) == std::pair<index_t, index_t>(2, 2));
  CHECK(reach(1, window_position::centre) == std::pair<index_t, index_t>(0, 0));
  CHECK_THROWS_WITH(ravel::detail::check_width("rolling", 0), "rolling over windows of 0 elements: there must be at least 1");
  CHECK_THROWS_AS(ravel::detail::check_width("rolling", ravel::index_limit + 1), ravel::overflow_error);
}
