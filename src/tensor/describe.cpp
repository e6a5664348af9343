// SPDX-License-Identifier: BSL-1.0
// Prints a description as one line, and the part of a title about sparse data.
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

namespace {

// ", 2 stored, density 0.25, fill 0"
detail::text entries_text(std::optional<index_t> stored, double density, std::string_view fill) {
  detail::text out;
  if (stored) out << ", " << *stored << " stored, density " << static_cast<float>(density);
  if (!fill.empty()) out << ", fill " << fill;
  return out;
}
double density_of(index_t stored, index_t elements) {
  return elements == 0 ? 0 : static_cast<double>(stored) / static_cast<double>(elements);
}
std::string bytes_text(index_t bytes) {
  if (bytes >= index_limit) return "2^62 bytes or more";
  return detail::counted(bytes, "byte");
}

}  // namespace

index_t detail::described_bytes(index_t count, index_t each) { return count > index_limit / each ? index_limit : count * each; }

double description::density() const { return density_of(stored, shape.elements()); }

std::string detail::sparse_text(std::optional<index_t> stored, index_t elements, index_t bytes_each, std::string_view fill) {
  text out = entries_text(stored, density_of(stored.value_or(0), elements), fill);
  if (stored) out << ", " << bytes_text(described_bytes(*stored, bytes_each));
  return " sparse" + std::string(out);
}

std::string to_string(const description& d) {
  detail::text out;
  out << name(d.dtype) << to_string(d.shape) << ", " << (d.sparse ? "sparse" : name(d.layout)) << ", " << bytes_text(d.bytes) << ", "
      << (d.read_only ? "read-only" : "writable") << ", owner " << name(d.owner);
  if (d.strides) out << ", strides " << detail::list_text(*d.strides);
  out << ", offset " << d.offset;
  if (d.sparse) out << std::string(entries_text(d.stored, d.density(), d.fill));
  return out;
}

std::ostream& operator<<(std::ostream& out, const description& d) { return out << to_string(d); }

}  // namespace ravel
