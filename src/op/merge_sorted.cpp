// SPDX-License-Identifier: BSL-1.0
// What is said where the order of sorted readers is broken.
#include <ravel/base/error.hpp>
#include <ravel/op/merge_sorted.hpp>

namespace ravel::detail {

void throw_unsorted(const char* operation, const char* which, index_t position) {
  throw value_error(text() << operation << ": " << which << " is not in ascending order: element " << position << " comes before element "
                           << position - 1);
}

std::string name_of_part(std::size_t part) { return text() << "reader " << part; }

}  // namespace ravel::detail
