// SPDX-License-Identifier: BSL-1.0
// Joins shapes axis by axis, from the last.
#include <ravel/base/error.hpp>
#include <ravel/tensor/map.hpp>

namespace ravel::detail {
namespace {

[[noreturn]] void throw_shapes_differ(const shape& a, const shape& b, index_t axis, index_t x, index_t y) {
  throw shape_error(text() << "shapes " << to_string(a) << " and " << to_string(b) << " do not fit together: axis " << axis
                           << " has extents " << x << " and " << y);
}

}  // namespace

void widen_shape(shape& a, const shape& b) {
  if (a == b || b.rank() == 0) return;
  if (a.rank() == 0) {
    a = b;
    return;
  }
  const shape& longer = a.rank() >= b.rank() ? a : b;
  const shape& shorter = a.rank() >= b.rank() ? b : a;
  small_vector<index_t, 6> joint(longer.begin(), longer.end());
  const index_t more = longer.rank() - shorter.rank();
  for (index_t k = 0; k < shorter.rank(); ++k) {
    index_t& extent = joint[static_cast<std::size_t>(more + k)];
    if (extent == 1) {
      extent = shorter[k];
    } else if (shorter[k] != 1 && shorter[k] != extent) {
      throw_shapes_differ(a, b, more + k, &longer == &a ? extent : shorter[k], &longer == &a ? shorter[k] : extent);
    }
  }
  a = ints(as_span(joint));
}

dims stretched_map(const dims& map, const shape& to) {
  const shape& from = map.shape();
  if (from == to) return map;
  const auto cannot = [&] { return text() << "cannot stretch " << to_string(from) << " to " << to_string(to) << ": "; };
  const index_t more = to.rank() - from.rank();
  if (more < 0) throw shape_error(cannot() << "it has more axes");
  for (index_t k = 0; k < from.rank(); ++k) {
    const index_t extent = from[k], wanted = to[more + k];
    if (extent != 1 && extent != wanted)
      throw shape_error(cannot() << "axis " << more + k << " has extent " << extent << ", not 1 or " << wanted);
  }
  return map.broadcast(to);
}

shared_untyped stretched_node(const shared_untyped& tensor, const shape& to) {
  const untyped_tensor& x = *tensor->as_tensor();
  return x.extents() == to ? tensor : x.viewed(stretched_map(x.map(), to));
}

}  // namespace ravel::detail
