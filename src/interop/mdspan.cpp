// SPDX-License-Identifier: BSL-1.0
// The errors of tensors that have no mdspan.
#include <ravel/base/error.hpp>
#include <ravel/interop/mdspan.hpp>

namespace ravel::detail {

namespace {

text about(const dims& map) { return text() << "to_mdspan of " << to_string(map.shape()) << ": "; }

}  // namespace

void throw_no_mdspan(const dims& map) {
  throw layout_error(
      about(map) << "its elements are not in memory with the positive strides that the layout has; those of contiguous(t) are "
                    "in row-major order");
}

void throw_mdspan_index(const dims& map, index_t axis, index_t stride) {
  throw shape_error(about(map) << "axis " << axis << " has extent " << map.extent(axis) << " and stride " << stride
                               << ", which the index type of the mdspan does not hold");
}

void throw_mdspan_extent(const dims& map, index_t axis, std::size_t fixed) {
  throw shape_error(about(map) << "axis " << axis << " has extent " << map.extent(axis) << ", and the mdspan's is " << fixed);
}

void check_mdspan_rank(const dims& map, index_t rank) {
  if (map.rank() != rank) throw shape_error(about(map) << "the mdspan has " << counted(rank, "axis", "axes"));
}

}  // namespace ravel::detail
