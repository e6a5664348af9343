// SPDX-License-Identifier: BSL-1.0
// A description as one line.
#include <ravel/base/error.hpp>
#include <ravel/tensor/describe.hpp>

#include <ostream>

namespace ravel {

const char* name(owner_kind kind) {
  switch (kind) {
    case owner_kind::ravel:
      return "ravel";
    case owner_kind::shared:
      return "shared";
    case owner_kind::nobody:
      return "nobody";
    case owner_kind::constant:
      return "constant";
    case owner_kind::reader:
      return "reader";
  }
  return "?";
}

std::string to_string(const description& d) {
  detail::text out;
  out << name(d.dtype) << to_string(d.shape) << ", " << (d.sparse ? "sparse" : name(d.layout)) << ", " << d.bytes << " bytes, "
      << (d.read_only ? "read-only" : "writable") << ", owner " << name(d.owner);
  if (d.strides) out << ", strides " << detail::list_text(*d.strides);
  out << ", offset " << d.offset;
  if (d.sparse) out << ", " << d.stored << " stored, density " << static_cast<float>(d.density());
  if (!d.fill.empty()) out << ", fill " << d.fill;
  return out;
}

std::ostream& operator<<(std::ostream& out, const description& d) { return out << to_string(d); }

}  // namespace ravel
