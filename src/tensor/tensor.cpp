// SPDX-License-Identifier: BSL-1.0
// Finds the layout of a tensor, and the error message for unchecked access.
#include <ravel/base/error.hpp>
#include <ravel/tensor/map.hpp>

namespace ravel {

const char* name(layout l) {
  switch (l) {
    case layout::contiguous:
      return "contiguous";
    case layout::strided:
      return "strided";
    case layout::indexed:
      return "indexed";
    case layout::chained:
      return "chained";
    case layout::computed:
      return "computed";
  }
  return "?";
}

namespace detail {

layout layout_of(const dims& map, const map_facts& facts, bool memory, index_t step) {
  if (!memory) return layout::computed;
  if (map.size() == 0 || (facts.in_line && (map.size() == 1 || facts.step * step == 1))) return layout::contiguous;
  if (facts.affine) return layout::strided;
  return map.top().below ? layout::chained : layout::indexed;
}

void throw_unchecked(index_t rank, const dims& map) {
  throw layout_error(text() << "unchecked access by " << rank
                            << " coordinates needs a tensor of that rank over memory with a stride on each axis, not " << to_string(map));
}

void throw_no_pointer(const dims& map) {
  throw layout_error(text() << "data() needs elements one after the other in memory, not " << to_string(map) << ": contiguous(t) has them");
}

#define RAVEL_INSTANTIATE(T)                                           \
  template RAVEL_API shared_untyped make_tensor_node(dims, source<T>); \
  template RAVEL_API tensor<T> empty_tensor(const shape&);
RAVEL_FOR_EACH_HELD(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace detail
}  // namespace ravel
