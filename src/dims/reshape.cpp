// SPDX-License-Identifier: BSL-1.0
// Reshaping keeps row-major order and moves only the boundaries of axes. If these cannot cut the modes, a counting layer goes on top and is
// joined with the one below if possible.
#include <ravel/base/error.hpp>
#include <ravel/dims/dims.hpp>
#include "dims/build.hpp"

#include <algorithm>

namespace ravel {
namespace {

using detail::as_span;
using detail::layer_builder;
using detail::layer_ptr;
using detail::part;
using detail::text;
using axes = detail::small_vector<index_t, 6>;

// The requested extents. An extent of -1 is computed and stored in `room`.
std::span<const index_t> inferred(const shape& from, const ints& wanted, axes& room) {
  const auto refuse = [&] { return text() << "cannot reshape " << to_string(from) << " to " << detail::list_text(wanted) << ": "; };
  const auto open = std::find(wanted.begin(), wanted.end(), -1);
  if (open == wanted.end()) {
    const index_t size = detail::checked_size(wanted);
    if (size != from.elements())
      throw shape_error(refuse() << detail::counted(from.elements(), "element is", "elements are") << " not " << size);
    return wanted;
  }
  if (std::find(open + 1, wanted.end(), -1) != wanted.end()) throw shape_error(refuse() << "only one extent may be -1");
  room.assign(wanted.begin(), wanted.end());
  index_t& missing = room[static_cast<std::size_t>(open - wanted.begin())];
  missing = 1;
  const index_t rest = detail::checked_size(as_span(room));
  const bool fits = rest != 0 && from.elements() % rest == 0;
  if (!fits) throw shape_error(refuse() << detail::counted(from.elements(), "element is", "elements are") << " not a multiple of " << rest);
  missing = from.elements() / rest;
  return as_span(room);
}

// The same map of row-major positions with other axes; null if a boundary of an axis cannot cut the modes.
layer_ptr cut_anew(const layer& from, std::span<const index_t> to) {
  part flat = detail::flatten(from);
  detail::mode_list pieces;                                      // innermost first
  detail::small_vector<std::size_t, 7> taken(to.size() + 1, 0);  // when axis k was done
  for (std::size_t k = to.size(); k-- > 0; taken[k] = pieces.size()) {
    if (from.size() != 0 && !detail::cut(flat.modes, to[k], pieces)) return nullptr;
  }
  layer_builder builder(flat.base, from.below);
  for (std::size_t k = 0; k < to.size(); ++k) {
    for (std::size_t j = taken[k]; j-- > taken[k + 1];) builder.put(pieces[j]);
    builder.end_axis(to[k]);
  }
  return builder.finish();
}

}  // namespace

dims dims::reshape(const ints& wanted) const {
  axes room;
  const auto to = inferred(shape(), wanted, room);
  layer_ptr made = cut_anew(*top_, to);
  if (!made) made = detail::count_over(top_, to);
  return dims(detail::collapsed(std::move(made)));
}

}  // namespace ravel
