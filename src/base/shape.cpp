// SPDX-License-Identifier: BSL-1.0
// Checks and spelling of shapes.
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>

#include <ostream>

namespace ravel {

shape::shape(const ints& extents) : extents_(extents.begin(), extents.end()), elements_(detail::checked_size(extents)) {}

shape::shape(const shape&) = default;
shape& shape::operator=(const shape&) & = default;
shape::~shape() = default;

bool operator==(const shape& a, const shape& b) { return a.extents_ == b.extents_; }

void shape::throw_axis(index_t axis) const {
  throw index_error(detail::text() << "axis " << axis << " is outside shape " << to_string(*this) << " of rank " << rank());
}

std::string to_string(const shape& s) { return detail::list_text(s); }

std::ostream& operator<<(std::ostream& out, const shape& s) { return out << to_string(s); }

namespace detail {

std::string list_text(std::span<const index_t> values) {
  text list;
  list << "[";
  for (std::size_t i = 0; i < values.size(); ++i) list << (i ? " " : "") << values[i];
  return list << "]";
}

index_t checked_size(std::span<const index_t> extents) {
  index_t product = 1;
  bool empty = false;
  for (const index_t extent : extents) {
    if (extent < 0) throw shape_error(text() << "shape " << list_text(extents) << " has the negative extent " << extent);
    if (extent == 0) {
      empty = true;
    } else if (__builtin_mul_overflow(product, extent, &product) || product > index_limit) {
      throw overflow_error(text() << "shape " << list_text(extents) << " has more than 2^62 elements");
    }
  }
  return empty ? 0 : product;
}

index_t check_axis(index_t axis, index_t rank) {
  if (axis < -rank || axis >= rank) throw index_error(text() << "axis " << axis << " is outside rank " << rank);
  return axis < 0 ? axis + rank : axis;
}

}  // namespace detail
}  // namespace ravel
