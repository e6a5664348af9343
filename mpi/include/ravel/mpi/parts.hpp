// SPDX-License-Identifier: BSL-1.0
// Joins what each rank has of its own: from_parts makes a distributed tensor of local ones, such as each rank has read from its own files.
// Collective.
#pragma once

#include <ravel/mpi/make.hpp>

#include <numeric>

namespace ravel {
namespace mpi {

namespace detail {

// The rows of all ranks, in the order of ranks, distributed as told. On all ranks they have the same other extents.
template <class R>
tensor<R> parts_in_order(const char* operation, const world& ranks, const ravel::tensor<const R>& own, const distribution* how) {
  std::vector<index_t> lengths{own.extent(0)};
  std::optional<tensor<R>> parts;
  const auto tell = [&] { lengths = gathered_items(ranks.state(), lengths); };
  const auto make = [&] {
    const index_t total = std::accumulate(lengths.begin(), lengths.end(), index_t{0});
    parts.emplace(unfilled<R>(ranks, ints(with_extent(own.shape(), 0, total)), counts(0, lengths)));
    if (own.size() > 0) ravel::copy(own, parts->local());
  };
  collectively(ranks, operation, [] { return std::string("joining"); }, {tell, make});
  return clone(*parts, how != nullptr ? *how : blocks{0});
}

// All ranks have parts of one width.
RAVEL_API void check_parts(const char* operation, const world& ranks, const ravel::shape& own);

}  // namespace detail

// The rows of rank 0, then those of rank 1, and so on, in blocks or as told. Ranks may have different numbers of rows, or none, of the same
// other extents.
template <detail::local_operand X>
[[nodiscard]] auto from_parts(const world& ranks, const X& own, const distribution& how = blocks{0}) {
  using T = std::remove_const_t<ravel::detail::read_t<X>>;
  const ravel::tensor<const T> part = ravel::detail::as_read_tensor(own);
  detail::check_parts("from_parts", ranks, part.shape());
  return detail::parts_in_order<T>("from_parts", ranks, part, &how);
}

}  // namespace mpi
}  // namespace ravel
