// SPDX-License-Identifier: BSL-1.0
// Decides whether a sum over a product is a product of matrices, as one machine decides.
#include <ravel/mpi/named.hpp>

#include <algorithm>
#include <iterator>

namespace ravel {
namespace mpi {
namespace detail {

bool share_dims(const form& a, const form& b, const named_axes& axes) {
  if (!a.known() || !b.known() || a.positional.rank() + b.positional.rank() > 0 || !axes.positional().empty()) return false;
  return std::ranges::all_of(axes.dims(), [&](const sized_dim& d) {
    const sized_dim* const own = a.find(d.of);
    return own != nullptr && b.find(d.of) != nullptr && (!d.stated() || d.extent == own->extent);
  });
}

namespace {

// The dims that are summed, in the order of the larger factor.
loops in_inner_order(const form& rows, const form& columns, const named_axes& axes) {
  const auto is_summed = [&](const sized_dim& d) {
    return std::ranges::any_of(axes.dims(), [&](const sized_dim& s) { return same(s.of, d.of); });
  };
  const auto count = [](const form& f) { return ravel::detail::shape_of(f.dims, {}).elements(); };
  const auto lies_along = [&](const form& f) { return !f.dims.empty() && is_summed(f.dims.back()); };
  const bool is_first = count(rows) != count(columns) ? count(rows) > count(columns) : lies_along(rows) || !lies_along(columns);
  loops found;
  std::ranges::copy_if(is_first ? rows.dims : columns.dims, std::back_inserter(found), is_summed);
  return found;
}

}  // namespace

std::optional<matrix_dims> matrix_dims_of(const form& rows, const form& columns, const named_axes& axes) {
  if (!share_dims(rows, columns, axes)) return {};
  const loops summed = in_inner_order(rows, columns, axes);
  const auto left = ravel::detail::without(rows.dims, summed), right = ravel::detail::without(columns.dims, summed);
  const matrix_dims found{ravel::detail::without(left, ravel::detail::without(left, right)), ravel::detail::without(left, right),
                          ravel::detail::without(right, left), summed};
  const auto count = [](const loops& of) { return ravel::detail::shape_of(of, {}).elements(); };
  const bool pays = ravel::detail::matrices_pay(count(found.stack), count(found.rows), count(found.summed), count(found.columns));
  return pays ? std::optional(found) : std::nullopt;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
