// SPDX-License-Identifier: BSL-1.0
// Times as text, in any locale. Points in time follow ISO 8601, without a zone; durations carry their unit as in C++20:
// "2024-02-29T12:34:56.789", "90min". Plain functions.
#pragma once

#include <ravel/element/detail/civil.hpp>

#include <string>

namespace ravel::detail {

// A duration of `ticks`, each of num / den seconds.
RAVEL_API std::string duration_text(std::int64_t ticks, std::int64_t num, std::int64_t den);
RAVEL_API std::string duration_text(double ticks, std::int64_t num, std::int64_t den);
// A point `ticks` after 1970. Has nine decimals if den is not a power of ten. A point outside the calendar is shown
// as its duration since 1970.
RAVEL_API std::string point_text(std::int64_t ticks, std::int64_t num, std::int64_t den);

template <time_element T>
std::string time_text(const T& value) {
  using period = typename duration_of_t<T>::period;
  if constexpr (calendar_point<T>) {
    return point_text(static_cast<std::int64_t>(ticks_of(value)), period::num, period::den);
  } else if constexpr (integer_element<ticks_t<T>>) {
    return duration_text(static_cast<std::int64_t>(ticks_of(value)), period::num, period::den);
  } else {
    return duration_text(static_cast<double>(ticks_of(value)), period::num, period::den);
  }
}

}  // namespace ravel::detail
