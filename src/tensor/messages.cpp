// SPDX-License-Identifier: BSL-1.0
// Error messages of tensors, and the checks that give them.
#include <ravel/base/error.hpp>
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/into.hpp>
#include <ravel/tensor/nested.hpp>
#include <ravel/tensor/one_axis.hpp>
#include <ravel/tensor/words.hpp>

#include <algorithm>

namespace ravel::detail {

void check_into(const shape& target, const shape& made, const axis_list& order) {
  axis_list extents(made.begin(), made.end());
  for (std::size_t k = 0; k < order.size(); ++k) extents[static_cast<std::size_t>(order[k])] = made[static_cast<index_t>(k)];
  if (std::equal(target.begin(), target.end(), extents.begin(), extents.end())) return;
  throw shape_error(text() << "into{t}: the result has shape " << to_string(shape(ints(as_span(extents)))) << ", and t has shape "
                           << to_string(target));
}

void throw_ragged(index_t axis, std::span<const index_t> extents) {
  throw shape_error(text() << "the nested list is ragged: its first elements give the shape " << list_text(extents)
                           << ", another one differs at depth " << axis);
}

void check_one_axis(const char* operation, const char* named, const shape& of) {
  if (of.rank() == 1) return;
  if (of.rank() == 0) throw shape_error(text() << operation << " of a single element without axes: write " << operation << " of flat(t)");
  throw shape_error(text() << operation << " along which axis of shape " << to_string(of) << "? Write " << named << ", or " << operation
                           << " of flat(t)");
}

void throw_no_number_in(const shape& of, index_t position, std::string_view text, dtype type) {
  throw_no_number(checked_coordinates(of, position), text, type);
}

}  // namespace ravel::detail
