// SPDX-License-Identifier: BSL-1.0
// The error of an operation that needs elements and has none. Loops over windows, groups and lines add the place. A value, as all errors
// are.
#pragma once

#include <ravel/base/error.hpp>

namespace ravel::detail {

// The message says how to avoid the error once a place is known.
class RAVEL_API no_elements : public value_error {
 public:
  using value_error::value_error;
  ~no_elements() override;
};
[[noreturn]] RAVEL_API void throw_no_elements_in(const no_elements& error, std::string_view place);

// Calls work(). If it throws no_elements, adds place() to the message.
template <class Place, class Work>
decltype(auto) at_place(Place place, Work work) {
  try {
    return work();
  } catch (const no_elements& error) {
    throw_no_elements_in(error, place());
  }
}

}  // namespace ravel::detail
