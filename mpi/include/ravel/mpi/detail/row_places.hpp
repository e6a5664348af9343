// SPDX-License-Identifier: BSL-1.0
// row_places: which rank has which row of a tensor that is cut along axis 0; and what sparse tensors over ranks refuse. Values.
#pragma once

#include <ravel/base/shape.hpp>
#include <ravel/mpi/distribution.hpp>
#include <ravel/mpi/world.hpp>

#include <span>
#include <string>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

// The rows of a rank rise with their places.
class RAVEL_API row_places {
 public:
  // Throws if the distribution cuts another axis, or if the shape has no axis.
  row_places(const distribution& how, const ravel::shape& extents, const world& ranks);

  index_t own() const { return at_.own.size(); }  // rows of this rank
  index_t rank_of(index_t row) const { return at_.map.to_local(row) / at_.span; }
  index_t place_of(index_t row) const { return at_.map.to_local(row) % at_.span; }  // among the rows of its rank
  index_t row_at(index_t place) const { return at_.positions.to_local(place); }     // of this rank

 private:
  placement at_;
};

// True if the distribution cuts no other axis than the first.
RAVEL_API bool cuts_rows(const distribution& how, const ravel::shape& extents);
// Elements of a row.
RAVEL_API index_t row_width(const ravel::shape& extents);

// Replaces columns by their places among all that occur, which it returns in rising order. Takes memory by the number of columns that are
// given, not by the width.
RAVEL_API std::vector<index_t> number_columns(std::span<index_t> columns, index_t width);

// The text of a map, with a number that tells its chosen positions from others.
RAVEL_API std::string said_map(const dims& map);
// Throws if two of the positions are equal.
RAVEL_API void check_entry_once(const ravel::shape& extents, std::span<const index_t> positions);

[[noreturn]] RAVEL_API void throw_not_one_shape(const ravel::shape& a, const ravel::shape& b);
[[noreturn]] RAVEL_API void throw_dense_result();
[[noreturn]] RAVEL_API void throw_moves_first(const std::string& where);
[[noreturn]] RAVEL_API void throw_fill_not_zero(const char* operation, const std::string& fill);
RAVEL_API void check_is_matrix(const char* operation, const ravel::shape& extents);
RAVEL_API void check_right_side(const ravel::shape& a, const ravel::shape& b);
RAVEL_API void check_left_side(const ravel::shape& a, const ravel::shape& b);

// Blocks of a power of two chunks that floating sums are made of.
RAVEL_API index_t sum_block(index_t length, int ranks);

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
