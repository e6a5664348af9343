// SPDX-License-Identifier: BSL-1.0
// Decides whether a sum over a product is a product of matrices.
#include <ravel/mpi/named.hpp>

namespace ravel {
namespace mpi {
namespace detail {

std::optional<matrix_dims> matrix_dims_of(const form& rows, const form& columns, const named_axes& axes) {
  if (!rows.known() || !columns.known() || rows.positional.rank() + columns.positional.rank() > 0 || !axes.positional().empty()) return {};
  loops summed;
  for (const sized_dim& d : axes.dims()) {
    const sized_dim* const own = rows.find(d.of);
    if (own == nullptr || columns.find(d.of) == nullptr || (d.stated() && d.extent != own->extent)) return {};
    summed.push_back(*own);
  }
  matrix_dims found{ravel::detail::without(rows.dims, summed), ravel::detail::without(columns.dims, summed), summed};
  for (const sized_dim& d : found.rows) {
    if (columns.find(d.of) != nullptr) return {};
  }
  return found;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
