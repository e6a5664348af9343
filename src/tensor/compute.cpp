// SPDX-License-Identifier: BSL-1.0
// Computes the coordinates of a position.
#include <ravel/base/error.hpp>
#include <ravel/tensor/compute.hpp>

namespace ravel::detail {

void throw_computed_rank(index_t takes, const shape& extents) {
  throw shape_error(text() << "a function of " << counted(takes, "coordinate") << " cannot compute a tensor of shape " << to_string(extents)
                           << " of rank " << extents.rank());
}

void coordinates(const shape& extents, index_t position, index_t* found) {
  for (index_t k = extents.rank(); k-- > 0;) {
    found[k] = position % extents[k];
    position /= extents[k];
  }
}

std::vector<index_t> checked_coordinates(const shape& of, index_t position) {
  check_position(position, of.elements());
  std::vector<index_t> places(static_cast<std::size_t>(of.rank()));
  coordinates(of, position, places.data());
  return places;
}

}  // namespace ravel::detail
