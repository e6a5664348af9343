// SPDX-License-Identifier: BSL-1.0
// The title line of a named expression, and the text of its elements, compiled for every element type.
#include <ravel/base/error.hpp>
#include <ravel/print/named.hpp>

namespace ravel::detail {

std::string named_title(std::string_view type, const form& of) {
  text title;
  title << "#ravel.named";
  if (!type.empty()) title << "<" << type << ">";
  title << to_string(of.dims);
  if (of.positional.rank() > 0) title << ravel::to_string(of.positional);
  return title;
}

std::string any_named_text(const any_named& e, const print_options& options) {
  if (!e.of().known()) return named_title("", e.of());
  const any_tensor values = values_of(e).values;
  const std::string title = named_title(name(values.dtype()), e.of()) + "\n";
  return title + visit_held(values, [&](const auto& t) { return elements_text(t, options); });
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API std::string named_text(const named<T>&, const print_options&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
