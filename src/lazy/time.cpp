// SPDX-License-Identifier: BSL-1.0
// What is computed of ticks, in 128 bits, and errors.
#include <ravel/base/error.hpp>
#include <ravel/lazy/time.hpp>

#include <limits>

namespace ravel::detail {

namespace {

std::int64_t checked_ticks(int128 ticks, const char* what, std::int64_t of) {
  using limits = std::numeric_limits<std::int64_t>;
  if (ticks < limits::min() || ticks > limits::max()) throw overflow_error(text() << what << of << " ticks leaves the range of time");
  return static_cast<std::int64_t>(ticks);
}

}  // namespace

std::int64_t to_whole_steps(step_rounding how, std::int64_t ticks, std::int64_t step, std::int64_t origin) {
  const int128 from_origin = int128{ticks} - origin;
  int128 steps = floor_divide(from_origin, int128{step});
  const int128 beyond = from_origin - steps * step;
  const bool is_up = how == step_rounding::up && beyond > 0;
  const bool is_nearer = how == step_rounding::nearest && (2 * beyond > step || (2 * beyond == step && steps % 2 != 0));
  if (is_up || is_nearer) ++steps;
  return checked_ticks(steps * step + origin, "the whole step beside ", ticks);
}

index_t count_of_times(int128 count) {
  if (count > index_limit) throw overflow_error("times: more than 2^62 of them");
  return static_cast<index_t>(count);
}

std::int64_t month_ticks(civil_date start, index_t i, index_t step, std::int64_t of_day, std::int64_t rest) {
  const int128 months = int128{i} * step + start.month - 1;
  const int128 year = floor_divide(months, int128{12}) + start.year;
  constexpr std::int32_t most_years = std::numeric_limits<std::int32_t>::max();
  if (year < -most_years || year > most_years) throw overflow_error(text() << "months_from: element " << i << " leaves the calendar");
  const auto month = static_cast<std::int32_t>(months - floor_divide(months, int128{12}) * 12) + 1;
  const std::int32_t last = days_in_month(static_cast<std::int64_t>(year), month);
  const std::int64_t day = days_from_civil(static_cast<std::int64_t>(year), month, start.day < last ? start.day : last);
  return checked_ticks(int128{day} * of_day + rest, "months_from: a time beside ", rest);
}

void throw_no_step(std::int64_t ticks, std::int64_t num, std::int64_t den) {
  throw value_error(text() << "a step of " << ticks << " times " << num << (den == 1 ? "" : "/" + std::to_string(den))
                           << " s: it must be positive and a whole number of the ticks of the times");
}

}  // namespace ravel::detail
