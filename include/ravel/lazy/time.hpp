// SPDX-License-Identifier: BSL-1.0
// Calendar and clock of time points, lazily, for readers and tensors: year and similar fields, rounding to whole steps, and ranges of times
// by steps or months. It uses the proleptic Gregorian calendar, in UTC or whatever the time points count; time zones are left to the user.
// Results own their operands, and any thread may read them.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/element/detail/civil.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/ticks.hpp>

namespace ravel {

namespace detail {

constexpr std::int32_t day_in_year(std::int64_t day) {
  return static_cast<std::int32_t>(day - days_from_civil(civil_from_days(day).year, 1, 1)) + 1;
}

#define RAVEL_CALENDAR_FIELD(name, compute)                   \
  struct name##_of {                                          \
    using is_pure = void;                                     \
    template <calendar_point T>                               \
    constexpr std::int32_t operator()(const T& value) const { \
      return compute;                                         \
    }                                                         \
  };
RAVEL_CALENDAR_FIELD(year, civil_from_days(split_at_midnight(value).day).year)
RAVEL_CALENDAR_FIELD(month, civil_from_days(split_at_midnight(value).day).month)
RAVEL_CALENDAR_FIELD(day, civil_from_days(split_at_midnight(value).day).day)
RAVEL_CALENDAR_FIELD(weekday, static_cast<std::int32_t>((split_at_midnight(value).day % 7 + 10) % 7))
RAVEL_CALENDAR_FIELD(day_of_year, day_in_year(split_at_midnight(value).day))
RAVEL_CALENDAR_FIELD(hour, second_of_day(value) / 3600)
RAVEL_CALENDAR_FIELD(minute, second_of_day(value) / 60 % 60)
RAVEL_CALENDAR_FIELD(second, second_of_day(value) % 60)
#undef RAVEL_CALENDAR_FIELD

template <class R>
concept calendar_reader = readable<R> && calendar_point<read_t<R>>;

// The multiple of the step that is taken: below, above or the nearest; a tie goes to the even one.
enum class step_rounding : unsigned char { down, up, nearest };

RAVEL_API std::int64_t to_whole_steps(step_rounding how, std::int64_t ticks, std::int64_t step, std::int64_t origin);
[[noreturn]] RAVEL_API void throw_no_step(std::int64_t ticks, std::int64_t num, std::int64_t den);

template <step_rounding Fold, time_element T>
struct brought_to_steps {
  using is_pure = void;
  std::int64_t step;
  std::int64_t origin;

  T operator()(const T& value) const {
    return from_ticks<T>(static_cast<ticks_t<T>>(to_whole_steps(Fold, static_cast<std::int64_t>(ticks_of(value)), step, origin)));
  }
};

enum class step_sign : unsigned char { positive, either };

// The step in ticks of T, which must be a whole number.
template <time_element T, duration_element Step>
constexpr std::int64_t ticks_of_step(const Step& step, step_sign sign = step_sign::positive) {
  using from = typename Step::period;
  using to = typename duration_of_t<T>::period;
  constexpr std::int64_t nums = common_divisor(from::num, to::num), dens = common_divisor(from::den, to::den);
  constexpr int128 by = from::den / dens * (to::num / nums);
  const int128 ticks = int128{step.count()} * (from::num / nums * (to::den / dens));
  const bool may_be = sign == step_sign::either ? ticks != 0 : ticks > 0;
  if (!may_be || ticks % by != 0 || ticks / by > index_limit || ticks / by < -index_limit)
    throw_no_step(static_cast<std::int64_t>(step.count()), from::num, from::den);
  return static_cast<std::int64_t>(ticks / by);
}

template <step_rounding Fold, class R, class Step>
auto bring_to_steps(R&& r, const Step& step, const read_t<R>& from) {
  using T = read_t<R>;
  return map(brought_to_steps<Fold, T>{ticks_of_step<T>(step), static_cast<std::int64_t>(ticks_of(from))}, std::forward<R>(r));
}

template <class T>
concept counted_in_64_bits = signed_element<ticks_t<T>> && sizeof(ticks_t<T>) == 8;

template <class R, class Step>
concept stepped_reader =
    readable<R> && time_element<read_t<R>> && counted_in_64_bits<read_t<R>> && has_whole_ticks<Step> && duration_element<Step>;

RAVEL_API index_t count_of_times(int128 count);
// The time i * step months after a date, at the given time of day.
RAVEL_API std::int64_t month_ticks(civil_date start, index_t i, index_t step, std::int64_t of_day, std::int64_t rest);

template <point_element T>
struct months_later {
  using is_pure = void;
  civil_date start;
  std::int64_t rest;  // of the day
  std::int64_t step;

  T operator()(const index_t& i) const {
    return from_ticks<T>(static_cast<ticks_t<T>>(month_ticks(start, i, step, ticks_of_day<T>, rest)));
  }
};

}  // namespace detail

#define RAVEL_CALENDAR_FIELD(name)                       \
  template <detail::calendar_reader R>                   \
  [[nodiscard]] auto name(R&& r) {                       \
    return map(detail::name##_of{}, std::forward<R>(r)); \
  }
RAVEL_CALENDAR_FIELD(year)         // the calendar year of each time
RAVEL_CALENDAR_FIELD(month)        // 1 to 12
RAVEL_CALENDAR_FIELD(day)          // of the month, from 1
RAVEL_CALENDAR_FIELD(weekday)      // Monday is 0
RAVEL_CALENDAR_FIELD(day_of_year)  // from 1
RAVEL_CALENDAR_FIELD(hour)         // of the day, 0 to 23
RAVEL_CALENDAR_FIELD(minute)       // of the hour, 0 to 59
RAVEL_CALENDAR_FIELD(second)       // of the minute, 0 to 59
#undef RAVEL_CALENDAR_FIELD

// Under `using namespace std::chrono` four of these names are types. These names are not.
#define RAVEL_CALENDAR_FIELD(name)      \
  template <detail::calendar_reader R>  \
  [[nodiscard]] auto name##_of(R&& r) { \
    return name(std::forward<R>(r));    \
  }
// year_of, month_of, day_of and weekday_of are year, month, day and weekday under names that std::chrono leaves free.
RAVEL_CALENDAR_FIELD(year)
RAVEL_CALENDAR_FIELD(month)
RAVEL_CALENDAR_FIELD(day)
RAVEL_CALENDAR_FIELD(weekday)
#undef RAVEL_CALENDAR_FIELD

// The last multiple of the step that is not later, the first that is not earlier, or the nearer of these. Multiples count from a given
// time, or from the epoch 1970-01-01, a Thursday, so that weeks begin on Thursdays. Elements keep their type.
#define RAVEL_STEP_ROUNDING(name, how)                                                                    \
  template <class R, class Step>                                                                          \
    requires detail::stepped_reader<R, Step>                                                              \
  [[nodiscard]] auto name(R&& r, const Step& step, const detail::read_t<R>& from = detail::read_t<R>()) { \
    return detail::bring_to_steps<detail::step_rounding::how>(std::forward<R>(r), step, from);            \
  }
RAVEL_STEP_ROUNDING(floor_to, down)     // the last multiple of the step that is not later
RAVEL_STEP_ROUNDING(ceil_to, up)        // the first multiple of the step that is not earlier
RAVEL_STEP_ROUNDING(round_to, nearest)  // the nearer of both
#undef RAVEL_STEP_ROUNDING

// `n` times: start, start + step, start + 2 * step, …. The step is a whole number of the ticks of start.
template <point_element T, duration_element Step>
  requires detail::has_whole_ticks<T> && detail::has_whole_ticks<Step>
[[nodiscard]] auto times(index_arg n, const T& start, const Step& step) {
  const std::int64_t apart = detail::ticks_of_step<T>(step, detail::step_sign::either);
  return from_ticks<T>(iota<ticks_t<T>>(n, ticks_of(start), apart));
}
// The times before the end.
template <point_element T, duration_element Step>
  requires detail::has_whole_ticks<T> && detail::has_whole_ticks<Step>
[[nodiscard]] auto times(const T& start, const T& end, const Step& step) {
  const std::int64_t apart = detail::ticks_of_step<T>(step);
  const detail::int128 distance = detail::int128{ticks_of(end)} - ticks_of(start);
  const detail::int128 n = distance <= 0 ? 0 : (distance + apart - 1) / apart;
  return times(detail::count_of_times(n), start, step);
}

// The same day and time of day in every step-th month from start on. A month without that day gives its last day.
template <detail::calendar_point T>
  requires(detail::ticks_of_day<T> > 0 && detail::counted_in_64_bits<T>)
[[nodiscard]] auto months_from(index_arg n, const T& start, index_arg step = 1) {
  const auto [day, rest] = detail::split_at_midnight(start);
  return map(detail::months_later<T>{detail::civil_from_days(day), rest, step}, iota<index_t>(n));
}

}  // namespace ravel
