// SPDX-License-Identifier: BSL-1.0
// Merges sorted readers of the common types, and reports a broken order.
#include <ravel/op/order/detail/sorted_keys.hpp>

namespace ravel::detail {

void throw_unsorted(const char* operation, const char* which, index_t position, const std::string& value, const std::string& before) {
  text message;
  message << operation << ": " << which << " is not in ascending order: element " << position;
  if (value.empty()) throw value_error(message << " comes before element " << position - 1);
  throw value_error(message << ", " << value << ", follows " << before);
}

void throw_nan_key(const char* operation, index_t position) { throw value_error(text() << operation << ": key " << position << " is NaN"); }

#define RAVEL_INSTANTIATE(T) template RAVEL_API buffer<T> merged(std::span<const node<T>* const>);
RAVEL_FOR_EACH_SORTED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

std::string name_of_part(std::size_t part) { return text() << "reader " << part; }

}  // namespace ravel::detail
