// SPDX-License-Identifier: BSL-1.0
// Calendar arithmetic on ticks, and error messages.
#include <ravel/base/error.hpp>
#include <ravel/lazy/time.hpp>

#include <limits>

namespace ravel::detail {

namespace {

[[noreturn]] void throw_beyond_ticks(const char* what, std::int64_t of) {
  throw overflow_error(text() << what << of << " ticks leaves the range of time");
}

}  // namespace

std::int64_t to_whole_steps(step_rounding how, std::int64_t ticks, std::int64_t step, std::int64_t origin) {
  std::int64_t from_origin = 0, result = 0;
  if (__builtin_sub_overflow(ticks, origin, &from_origin)) throw_beyond_ticks("the way from the origin to ", ticks);
  const std::int64_t steps = floor_divide(from_origin, step), rest = from_origin % step;
  const std::int64_t beyond = rest < 0 ? rest + step : rest, left = step - beyond;
  const bool is_nearer = how == step_rounding::nearest && (beyond > left || (beyond == left && steps % 2 != 0));
  const bool goes_up = is_nearer || (how == step_rounding::up && beyond > 0);
  if (__builtin_add_overflow(ticks, goes_up ? left : -beyond, &result)) throw_beyond_ticks("the whole step beside ", ticks);
  return result;
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
  std::int64_t ticks = 0;
  if (__builtin_mul_overflow(day, of_day, &ticks) || __builtin_add_overflow(ticks, rest, &ticks))
    throw overflow_error(text() << "months_from: element " << i << " leaves the range of time");
  return ticks;
}

void throw_no_step(std::int64_t ticks, std::int64_t num, std::int64_t den) {
  throw value_error(text() << "a step of " << ticks << " times " << num << (den == 1 ? "" : "/" + std::to_string(den))
                           << " s: it must not be 0, nor go back where that means nothing, and be a whole number of the ticks of the times "
                              "(sys_seconds(t) has ticks of a second)");
}

}  // namespace ravel::detail
