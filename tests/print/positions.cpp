// SPDX-License-Identifier: BSL-1.0
// The text of ranges, selections and index sets.
#include <ravel/base/error.hpp>
#include <ravel/print/positions.hpp>

#include <support/catch.hpp>

#include <sstream>

using namespace ravel;

TEST_CASE("positions are printed as a row", "[print]") {
  CHECK(to_string(slice(5, 3, -2)) == "#ravel.index_range[3]\n[5 3 1]");
  CHECK(to_string(selection{2, 0, 1, 1}) == "#ravel.selection[4]\n[2 0 1 1]");
  CHECK(to_string(selection(slice(0, 3))) == "#ravel.selection[3]\n[0 1 2]");
  CHECK(to_string(index_set{7, 2, 40}) == "#ravel.index_set[3]\n[2 7 40]");
  CHECK(to_string(index_set()) == "#ravel.index_set[0]\n[]");
  CHECK(to_string(index_range()) == "#ravel.index_range[0]\n[]");
  std::ostringstream out;
  out << index_set{1, 3} << "|" << slice(0, 1) << "|" << (index_set{1, 3} | index_set{9}) << "|" << selection();
  CHECK(out.str() == "#ravel.index_set[2]\n[1 3]|#ravel.index_range[1]\n[0]|#ravel.index_set[3]\n[1 3 9]|#ravel.selection[0]\n[]");
}

TEST_CASE("many positions are shortened", "[print]") {
  CHECK(to_string(slice(0, index_t{1} << 60)) ==
        "#ravel.index_range[1152921504606846976]\n[0 1 2 ... 1152921504606846973 "
        "1152921504606846974 1152921504606846975]");
  const index_set holes = index_set(slice(0, 2000)) - index_set{1, 1998};
  CHECK(to_string(holes) == "#ravel.index_set[1998]\n[0 2 3 ... 1996 1997 1999]");
  CHECK(to_string(selection{4, 2, 3}, {.threshold = 2, .edge_items = 1}) == "#ravel.selection[3]\n[4 ... 3]");
  CHECK(to_string(slice(0, 4), {.threshold = 1, .full = true}) == "#ravel.index_range[4]\n[0 1 2 3]");
  CHECK_THROWS_AS(to_string(slice(0, 4), {.edge_items = 0}), value_error);
}
