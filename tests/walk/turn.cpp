// SPDX-License-Identifier: BSL-1.0
// A turned matrix against the definition, for every size of an element and every way rows and elements can lie.
#include "walk/turn.hpp"

#include <support/catch.hpp>

#include <algorithm>
#include <vector>

namespace {

using ravel::index_t;

std::vector<std::byte> counted(index_t n) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 + i / 251);
  return bytes;
}

// Rows and elements lie `row` and `step` elements apart, forwards or backwards; the rows of the target have `gap` elements between them.
void check_turn(index_t element, index_t rows, index_t count, index_t row, index_t step, index_t gap) {
  const auto least = [&](index_t n, index_t by) { return std::min<index_t>((n - 1) * by, 0); };
  const auto most = [&](index_t n, index_t by) { return std::max<index_t>((n - 1) * by, 0); };
  const index_t first = -(least(rows, row) + least(count, step)) * element;
  const auto from = counted(first + (most(rows, row) + most(count, step) + 1) * element);
  const index_t to_row = (count + gap) * element;
  std::vector<std::byte> wanted(static_cast<std::size_t>(rows * to_row), std::byte{0xee});
  auto found = wanted;
  for (index_t r = 0; r < rows; ++r)
    for (index_t i = 0; i < count; ++i)
      std::copy_n(from.begin() + first + (r * row + i * step) * element, element, wanted.begin() + r * to_row + i * element);
  ravel::detail::turn(from.data() + first, row * element, step * element, found.data(), to_row, rows, count, element);
  INFO(rows << " rows of " << count << " elements of " << element << " bytes, " << row << " and " << step << " apart");
  REQUIRE(found == wanted);
}

}  // namespace

TEST_CASE("turning is right for every size", "[turn]") {
  for (const index_t element : {1, 2, 4, 8, 16}) {
    for (const index_t rows : {1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 40}) {
      for (const index_t count : {1, 2, 3, 7, 8, 9, 33, 64}) {
        check_turn(element, rows, count, 1, rows, 0);
        check_turn(element, rows, count, 1, rows + 3, 2);
        check_turn(element, rows, count, 2, 2 * rows, 1);
        check_turn(element, rows, count, -1, rows, 0);
        check_turn(element, rows, count, 1, -rows, 0);
      }
    }
  }
}

TEST_CASE("many rows of few elements", "[turn]") {
  for (const index_t element : {1, 2, 4, 8, 16}) {
    for (const index_t count : {1, 2, 3, 4, 5, 8, 15, 33}) {
      for (const index_t rows : {count + 1, index_t{34}, index_t{100}}) {
        check_turn(element, rows, count, 1, rows, 0);       // planes
        check_turn(element, rows, count, 0, 1, 0);          // one row for all
        check_turn(element, rows, count, 1, 0, 0);          // one value for each row
        check_turn(element, rows, count, count, -1, 0);     // backwards
        check_turn(element, rows, count, count + 2, 1, 0);  // parts of longer ones
        check_turn(element, rows, count, -1, 2 * rows, 0);
      }
    }
  }
}

TEST_CASE("rows lie closer than their elements", "[turn]") {
  ravel::address_rows l{};
  l.row_step = 1, l.step = 100;
  CHECK(ravel::detail::rows_lie_closer(l));
  l.row_step = -1;
  CHECK(ravel::detail::rows_lie_closer(l));
  l.row_step = 100, l.step = 1;
  CHECK(!ravel::detail::rows_lie_closer(l));
  l.row_step = 0, l.step = 1;
  CHECK(!ravel::detail::rows_lie_closer(l));
}
