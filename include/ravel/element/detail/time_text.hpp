// SPDX-License-Identifier: BSL-1.0
// Times as text, in any locale: points of the civil calendar as ISO 8601 has them, without a zone, and durations with their unit, as C++20
// writes them: "2024-02-29T12:34:56.789", "90min".
#pragma once

#include <ravel/element/detail/civil.hpp>

#include <string>

namespace ravel::detail {

// So many ticks of num / den seconds.
RAVEL_API std::string duration_text(std::int64_t ticks, std::int64_t num, std::int64_t den);
RAVEL_API std::string duration_text(double ticks, std::int64_t num, std::int64_t den);
// Since 1970; of units that are no fraction of a second in tens to nine places. Beyond the calendar as a duration since then.
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
