// SPDX-License-Identifier: BSL-1.0
// The facts a tensor computes of its map once, and the errors of element access.
#include <ravel/base/detail/counted.hpp>
#include <ravel/base/error.hpp>
#include <ravel/walk/node.hpp>

#include <utility>

namespace ravel::detail {

map_facts::map_facts(const dims& map) {
  const layer& top = map.top();
  if (top.size() <= 1) {
    in_line = true;
    first = top.size() == 0 ? 0 : map.to_local(index_t{0});
    strides.assign(static_cast<std::size_t>(map.rank()), 0);
    affine = true;
    return;
  }
  if (top.below) return;
  affine = in_line = true;
  first = top.base;
  strides.resize(static_cast<std::size_t>(top.rank()));
  index_t expected = 0;
  bool innermost = true;
  for (index_t k = top.rank(); k-- > 0;) {
    const auto modes = top.axis(k);
    if (modes.size() > 1 || (modes.size() == 1 && !modes[0].affine())) {
      affine = in_line = false;
      return;
    }
    if (modes.empty()) continue;  // one position: its stride does not matter
    const index_t stride = modes[0].stride;
    strides[static_cast<std::size_t>(k)] = stride;
    if (std::exchange(innermost, false)) step = expected = stride;
    in_line = in_line && stride == expected;
    expected = stride * modes[0].extent;
  }
}

bool mapped_arrangement::same(const arrangement& other) const {
  const auto* const mapped = dynamic_cast<const mapped_arrangement*>(&other);
  return mapped && map_ == mapped->map_;
}

void check_map(const dims& map, index_t base_size) {
  const auto fits = [&](const address_bounds& b) { return b.lowest >= 0 && b.highest < base_size; };
  if (map.size() == 0 || fits(outer_bounds(map.top()))) return;
  const address_bounds reached = map.bounds();
  if (fits(reached)) return;
  throw layout_error(text() << "a tensor of shape " << to_string(map.shape()) << " with addresses from " << reached.lowest << " to "
                            << reached.highest << " does not fit over " << counted(base_size, "element"));
}

void check_coordinates(const shape& of, std::span<const index_t> given) {
  if (static_cast<index_t>(given.size()) != of.rank()) {
    throw index_error(text() << counted(static_cast<index_t>(given.size()), "coordinate") << " " << list_text(given) << " for shape "
                             << to_string(of) << " of rank " << of.rank()
                             << (static_cast<index_t>(given.size()) < of.rank() ? ": write all for the others, t(0, all) is a view" : ""));
  }
  for (index_t k = 0; k < of.rank(); ++k) {
    const index_t position = given[static_cast<std::size_t>(k)];
    if (position < 0 || position >= of[k])
      throw index_error(text() << "position " << position << " is outside [0, " << of[k] << ") on axis " << k << " of shape "
                               << to_string(of));
  }
}

void throw_no_memory(const char* instead) {
  throw layout_error(text() << "there is no memory below this tensor to refer to: t.at({i, j}) reads an element, " << instead);
}

#define RAVEL_INSTANTIATE(T)                                \
  template class tensor_node<T>;                            \
  template RAVEL_API shared_untyped tensor_of_nothing<T>(); \
  template RAVEL_API const tensor_node<T>& as_tensor_node(const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
