// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/element/cast.hpp>
#include <ravel/element/detail/civil.hpp>

namespace ravel::detail {

void throw_unit_overflow(std::int64_t ticks, index_t by) {
  throw overflow_error("time: " + std::to_string(ticks) + " ticks of " + std::to_string(by) + " in a finer unit do not fit");
}

void throw_beyond_calendar(std::int64_t day) {
  throw overflow_error("day " + std::to_string(day) + " since 1970 is beyond the calendar, whose years have 32 bits");
}

void throw_time_misfit(std::int64_t ticks, std::int64_t num, std::int64_t den) {
  throw type_error("cast: " + std::to_string(ticks) + " ticks of " + std::to_string(num) + (den == 1 ? "" : "/" + std::to_string(den)) +
                   " s do not fit the other unit");
}

}  // namespace ravel::detail
