// SPDX-License-Identifier: BSL-1.0
// The error of what needs elements and has none. Those who go over windows, groups and lines add the place. A value, as all errors are.
#pragma once

#include <ravel/base/error.hpp>

namespace ravel::detail {

// Its message ends with the way out once a place is known.
class RAVEL_API no_elements : public value_error {
 public:
  using value_error::value_error;
  ~no_elements() override;
};
[[noreturn]] RAVEL_API void throw_no_elements_in(const no_elements& error, std::string_view place);

// work(); where it misses elements, place() says where.
template <class Place, class Work>
decltype(auto) at_place(Place place, Work work) {
  try {
    return work();
  } catch (const no_elements& error) {
    throw_no_elements_in(error, place());
  }
}

}  // namespace ravel::detail
