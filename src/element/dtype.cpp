// SPDX-License-Identifier: BSL-1.0
// The text of a dtype.
#include <ravel/base/error.hpp>
#include <ravel/element/dtype.hpp>

#include <ostream>

namespace ravel {

void detail::throw_no_dtype(unsigned char tag) {
  throw type_error(text() << "dtype(" << tag << ") is no type of elements: the last one is " << std::size(dtype_table) - 1);
}

std::string to_string(dtype type) { return std::string(name(type)); }

std::ostream& operator<<(std::ostream& out, dtype type) { return out << name(type); }

}  // namespace ravel
