// SPDX-License-Identifier: BSL-1.0
// row_places: which rank has which row of a tensor that is cut along axis 0, and the exchange of rows that ranks ask each other for.
// Requests travel once and can be kept; known_rows are immutable then. A row_mail belongs to one operation of one thread.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/shape.hpp>
#include <ravel/mpi/detail/collective.hpp>
#include <ravel/mpi/distribution.hpp>
#include <ravel/mpi/world.hpp>

#include <cstddef>
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

// The rows that a rank has asked for, and those that it has been asked for.
struct RAVEL_API known_rows {
  std::vector<std::vector<index_t>> given;  // to each rank: places among the own rows
  std::vector<index_t> gotten;              // from each rank
  std::vector<index_t> order;               // the place of each row that was asked for among those that come

  index_t count_given() const;
};
// The rows that a rank asks for; `said` must be the same on all ranks.
struct asked_rows {
  row_places cut;
  std::span<const index_t> rows;
  std::string said;
};
// Tells all ranks which rows this rank asks for. Collective.
RAVEL_API known_rows ask_for_rows(const char* operation, const world& ranks, ravel::detail::function_ref<asked_rows()> look);

// Rows of some bytes on their way to those who have asked for them.
class RAVEL_API row_mail {
 public:
  row_mail(const known_rows& known, std::size_t row_bytes);

  void pack(const std::byte* own);                                   // all own rows, one after the other; sends nothing
  void exchange(world_state& state);                                 // part of a stage
  std::span<const std::byte> received() const { return received_; }  // as they come
  void unpack(std::byte* out) const;                                 // as they were asked for

 private:
  const known_rows& known_;
  std::size_t row_bytes_;
  bytes packed_, received_;
};

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
