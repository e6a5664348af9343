// SPDX-License-Identifier: BSL-1.0
// Coordinates of the true elements.
#include <ravel/op/search/filter.hpp>
#include <ravel/tensor/compute.hpp>

namespace ravel::detail {

tensor<index_t> true_places(const node<bool>& mask, const shape& of) {
  if (!by_entries(mask) && !current_executor) {
    const tensor<index_t> found = empty_tensor<index_t>({total_of(mask), of.rank()});
    index_t* out = tensor_data(found);
    for (source_blocks<bool> blocks(mask); blocks.next();) {
      const auto [b, position, n] = blocks.at_hand();
      for (index_t i = 0; i < n; ++i) {
        if (!b.data[i * b.step]) continue;
        coordinates(of, position + i, out);
        out += of.rank();
      }
    }
    return found;
  }
  const selection places = true_positions(mask);
  const tensor<index_t> found = empty_tensor<index_t>({places.size(), of.rank()});
  index_t* const out = tensor_data(found);
  in_pieces(places.size(), of.rank(), [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) coordinates(of, places[i], out + i * of.rank());
  });
  return found;
}

}  // namespace ravel::detail
