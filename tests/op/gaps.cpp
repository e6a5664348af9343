// SPDX-License-Identifier: BSL-1.0
// Where something is first and last, of sparse nodes and of others, against a loop over all elements.
#include <ravel/loop/clone.hpp>
#include <ravel/op/detail/gaps.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>
#include <support/sparse_samples.hpp>

using ravel::index_t;

namespace {

template <class T>
const ravel::detail::node<T>& node_of(const ravel::reader<T>& r) {
  return ravel::detail_access::node(r);
}

void check_places(const ravel::reader<int>& r, int wanted) {
  index_t first = -1, last = -1;
  for (index_t i = 0; i < r.size(); ++i) {
    if (r[i] != wanted) continue;
    if (first < 0) first = i;
    last = i;
  }
  const auto is_it = [&](int value) { return value == wanted; };
  CHECK(ravel::detail::first_place(node_of(r), is_it) == first);
  CHECK(ravel::detail::last_place(node_of(r), is_it) == last);
}

}  // namespace

TEST_CASE("the first and the last place of a value", "[op][sparse]") {
  for (const index_t n : {0, 1, 2, 7, 64, 3000}) {
    for (const index_t one_in : {1, 2, 900}) {
      const auto r = support::listed_at_random<int>(n, 2, one_in, static_cast<std::uint64_t>(n + one_in));
      for (int wanted = -3; wanted < 4; ++wanted) {
        check_places(r, wanted);
        check_places(clone(r), wanted);
      }
    }
  }
}

TEST_CASE("entries and some of the gaps between them come in order", "[op][sparse]") {
  const auto r = support::listed<int>(9, 0, {{1, 5}, {2, 6}, {6, 7}});
  const auto seen = [&](index_t gaps) {
    std::vector<index_t> positions;
    ravel::detail::each_entry_and_gap(node_of(r), gaps, [&](int value, index_t position) {
      CHECK(value == r[position]);
      positions.push_back(position);
      return true;
    });
    return positions;
  };
  CHECK(seen(0) == std::vector<index_t>{1, 2, 6});
  CHECK(seen(1) == std::vector<index_t>{0, 1, 2, 6});
  CHECK(seen(4) == std::vector<index_t>{0, 1, 2, 3, 4, 5, 6});
  CHECK(seen(9) == std::vector<index_t>{0, 1, 2, 3, 4, 5, 6, 7, 8});
}
