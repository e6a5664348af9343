// SPDX-License-Identifier: BSL-1.0
// How a tag is written.
#include <ravel/element/dtype.hpp>

#include <ostream>

namespace ravel {

std::string to_string(dtype type) { return std::string(name(type)); }

std::ostream& operator<<(std::ostream& out, dtype type) { return out << name(type); }

}  // namespace ravel
