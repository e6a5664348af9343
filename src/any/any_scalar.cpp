// SPDX-License-Identifier: BSL-1.0
// Compares and casts single values.
#include <ravel/any/any_scalar.hpp>
#include <ravel/base/error.hpp>

namespace ravel {

void detail::throw_null_text() { throw value_error("a null pointer is no text: \"\" is the empty word"); }

int any_scalar::order(const any_scalar& a, const any_scalar& b) {
  if (a.type_ == dtype::string || b.type_ == dtype::string) {
    if (a.type_ != b.type_) return 2;
    return a.text_ == b.text_ ? 0 : a.text_ < b.text_ ? -1 : 1;
  }
  return visit(a, [&](const auto& x) {
    return visit(b, [&](const auto& y) {
      using X = std::remove_cvref_t<decltype(x)>;
      using Y = std::remove_cvref_t<decltype(y)>;
      if (detail::equals{}(x, y)) return 0;
      if constexpr (detail::ordered_operands<X, Y>) {
        if (detail::less{}(x, y)) return -1;
        if (detail::less{}(y, x)) return 1;
      }
      return 2;
    });
  });
}

any_scalar cast(const any_scalar& s, dtype to) {
  if (s.dtype() == to) return s;
  if (s.dtype() == dtype::string || to == dtype::string) detail::throw_no_cast(s.dtype(), to);
  return detail::with_stored_type(to, [&](auto type) { return any_scalar(cast_value<typename decltype(type)::type>(s)); });
}

}  // namespace ravel
