// SPDX-License-Identifier: BSL-1.0
// Cuts lines for reductions and running results, and refuses what they cannot do; sums of weights.
#include <ravel/base/error.hpp>
#include <ravel/mpi/detail/world_state.hpp>
#include <ravel/mpi/histogram.hpp>
#include <ravel/mpi/means.hpp>
#include <ravel/mpi/order.hpp>

#include <algorithm>

namespace ravel {
namespace mpi {
namespace detail {

// At least four parts for each rank, if there are that many elements, and parts of 64 chunks at most, which fit a cache.
line_cut cut_line(index_t length, int ranks, index_t least_part) {
  index_t part = 16384;
  while (part > least_part && part * ranks * 4 > length) part /= 2;
  const index_t parts_of_rank = ravel::detail::parts_of(ravel::detail::parts_of(length, part), ranks);
  return {part, std::max<index_t>(parts_of_rank, 1) * part};
}

void check_columns(const char* operation, const ravel::shape& a, const ravel::shape& b) {
  if (a.rank() == 1 && a == b) return;
  throw shape_error(ravel::detail::text() << operation << " takes distributed vectors of one length, not " << ravel::to_string(a) << " and "
                                          << ravel::to_string(b));
}

void check_vector(const char* operation, const ravel::shape& extents) {
  if (extents.rank() == 1) return;
  throw shape_error(ravel::detail::text() << operation << " of a distributed tensor without an axis takes a vector, not "
                                          << ravel::to_string(extents) << ": write flat(x) for all elements in row-major order");
}

index_t running_span(index_t length, int ranks) {
  constexpr index_t chunk = ravel::detail::running_chunk;
  return std::max<index_t>(ravel::detail::parts_of(ravel::detail::parts_of(length, chunk), ranks), 1) * chunk;
}

void agree_on(const char* operation, const world& ranks, const ravel::buffer<double>& arguments) {
  collectively(ranks, operation, [&] {
    ravel::detail::text said;
    said << "by " << arguments.size() << " numbers:";
    for (const double a : arguments) said << " " << a;
    return static_cast<std::string>(said);
  });
}

counted_weights counted_without(const ravel::weights& given, const ravel::tensor<index_t>& positions) {
  counted_weights found{0, 0};
  index_t next = 0;
  for (index_t i = 0; i < given.size(); ++i) {
    if (next < positions.size() && positions(next) == i) {
      ++next;
    } else if (const double weight = given.span()[static_cast<std::size_t>(i)]; weight > 0) {
      ++found.count;
      found.total += weight;
    }
  }
  return found;
}

double added_in_turn(world_state& state, std::span<const double> own) {
  double total = 0;
  const auto word = std::as_writable_bytes(std::span(&total, 1));
  const int rank = state.rank(), last = state.size() - 1;
  state.meet();
  state.exchange([&] {
    if (rank > 0) state.wait(state.door().receive(rank - 1, word));
    for (const double x : own) total += x;
    if (rank < last) state.wait(state.door().send(rank + 1, word));
    state.broadcast(last, word);
  });
  return total;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
