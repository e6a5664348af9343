// SPDX-License-Identifier: BSL-1.0
// Constructors of ints for the lists that most calls pass.
#include <ravel/base/shape.hpp>

namespace ravel {

ints::ints(index_t one, detail::only) : values_{one} {}

ints::ints(std::initializer_list<index_arg> list) : ints(list.begin(), list.size()) {}

template RAVEL_API ints::ints(const index_t*, std::size_t);
template RAVEL_API ints::ints(const int*, std::size_t);

}  // namespace ravel
