// SPDX-License-Identifier: BSL-1.0
// The owners of rows, and the refusals of sparse tensors over ranks.
#include <ravel/base/error.hpp>
#include <ravel/mpi/detail/evaluation.hpp>
#include <ravel/mpi/detail/row_places.hpp>

#include <algorithm>

namespace ravel {
namespace mpi {
namespace detail {

using ravel::detail::text;

namespace {

distribution checked_cut(const distribution& how, const ravel::shape& extents) {
  if (extents.rank() == 0) throw shape_error("a sparse tensor of ranks has rows, and a tensor without axes has none");
  if (!cuts_rows(how, extents))
    throw value_error(text() << "a sparse tensor is cut along axis 0, not in " << how.description() << ": write blocks{0}");
  return how.from_front(extents.rank());
}

}  // namespace

row_places::row_places(const distribution& how, const ravel::shape& extents, const world& ranks)
    : at_(checked_cut(how, extents).place(ravel::shape{extents[0]}, ranks.size(), ranks.rank())) {}

bool cuts_rows(const distribution& how, const ravel::shape& extents) {
  return std::ranges::all_of(how.from_front(extents.rank()).axes(), [](index_t axis) { return axis == 0; });
}

index_t row_width(const ravel::shape& extents) {
  index_t width = 1;
  for (index_t k = 1; k < extents.rank(); ++k) width *= extents[k];
  return width;
}

std::vector<index_t> number_columns(std::span<index_t> columns, index_t width) {
  const auto count = static_cast<index_t>(columns.size());
  std::vector<index_t> all;
  if (width / 8 <= count) {
    std::vector<index_t> places(static_cast<std::size_t>(width), -1);
    for (const index_t c : columns) places[static_cast<std::size_t>(c)] = 0;
    for (index_t c = 0; c < width; ++c) {
      index_t& place = places[static_cast<std::size_t>(c)];
      if (place < 0) continue;
      place = static_cast<index_t>(all.size());
      all.push_back(c);
    }
    for (index_t& c : columns) c = places[static_cast<std::size_t>(c)];
    return all;
  }
  all.assign(columns.begin(), columns.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (index_t& c : columns) c = std::ranges::lower_bound(all, c) - all.begin();
  return all;
}

std::string said_map(const dims& map) { return text() << ravel::to_string(map) << ", " << schedule_key{{}, {}, map, 1}.hash(); }

void check_entry_once(const ravel::shape& extents, std::span<const index_t> positions) {
  std::vector<index_t> sorted(positions.begin(), positions.end());
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return;
  std::vector<index_t> place(static_cast<std::size_t>(extents.rank()));
  index_t left = *twice;
  for (index_t k = extents.rank(); k-- > 0; left /= extents[k]) place[static_cast<std::size_t>(k)] = left % extents[k];
  throw value_error(text() << "two entries both have the coordinates " << ravel::detail::list_text(place)
                           << ": say on_duplicates::first, last or sum");
}

void throw_not_one_shape(const ravel::shape& a, const ravel::shape& b) {
  throw shape_error(text() << "functions of sparse tensors of ranks take one shape, not " << ravel::to_string(a) << " and "
                           << ravel::to_string(b) << ": nothing is stretched");
}
void throw_dense_result() {
  throw value_error(
      "a function of sparse tensors of ranks has no value for elements that are not stored, so its result is dense: clone its operands "
      "first");
}
void throw_moves_first(const std::string& where) {
  throw layout_error(text() << "entries of a function of sparse tensors must move to " << where << " before it has a local part: "
                            << "make it by to_sparse first");
}
void throw_fill_not_zero(const char* operation, const std::string& fill) {
  throw value_error(text() << operation << " over ranks goes by entries of a matrix that is 0 elsewhere, not " << fill);
}

void check_is_matrix(const char* operation, const ravel::shape& extents) {
  if (extents.rank() == 2) return;
  throw shape_error(text() << operation << " takes a sparse matrix, not a tensor of shape " << ravel::to_string(extents));
}
void check_right_side(const ravel::shape& a, const ravel::shape& b) {
  if ((b.rank() == 1 || b.rank() == 2) && b[0] == a[1]) return;
  throw shape_error(text() << "matmul: a sparse matrix " << ravel::to_string(a) << " over ranks takes a vector or a matrix of " << a[1]
                           << " rows, not " << ravel::to_string(b));
}
void check_left_side(const ravel::shape& a, const ravel::shape& b) {
  if ((a.rank() == 1 || a.rank() == 2) && a[a.rank() - 1] == b[0]) return;
  throw shape_error(text() << "matmul: a sparse matrix " << ravel::to_string(b) << " over ranks is multiplied by a vector or a matrix of "
                           << b[0] << " columns, not " << ravel::to_string(a));
}

// About sixteen for each rank.
index_t sum_block(index_t length, int ranks) {
  index_t block = 256;
  while (length / block / 16 > ranks) block *= 2;
  return block;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
