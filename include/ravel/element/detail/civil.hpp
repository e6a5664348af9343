// SPDX-License-Identifier: BSL-1.0
// The proleptic Gregorian calendar: converts days since 1970-01-01 to year, month and day, and back, exactly for every 32-bit year. Uses
// Howard Hinnant's algorithms: years begin in March, so that the leap day comes last. Plain values.
#pragma once

#include <ravel/element/ticks.hpp>

#include <string>

namespace ravel::detail {

struct civil_date {
  std::int32_t year;
  std::int32_t month;  // 1 to 12
  std::int32_t day;    // 1 to 31
};

template <class Int>
constexpr Int floor_divide(Int a, Int b) {
  return a / b - static_cast<Int>(a % b < 0);
}

inline constexpr std::int64_t days_of_era = 146097, days_before_epoch = 719468;  // from 0000-03-01; an era is 400 years
inline constexpr std::int64_t most_days = 784'000'000'000;                       // either way; the year fits

[[noreturn]] RAVEL_API void throw_beyond_calendar(std::int64_t day);

constexpr civil_date civil_from_days(std::int64_t days) {
  if (days < -most_days || days > most_days) throw_beyond_calendar(days);
  const std::int64_t era = floor_divide(days + days_before_epoch, days_of_era);
  const auto of_era = static_cast<std::int32_t>(days + days_before_epoch - era * days_of_era);
  const std::int32_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const std::int32_t of_year = of_era - (365 * year + year / 4 - year / 100);  // from the first of March
  const std::int32_t from_march = (5 * of_year + 2) / 153;
  const std::int32_t month = from_march < 10 ? from_march + 3 : from_march - 9;
  return {static_cast<std::int32_t>(year + era * 400 + (month <= 2)), month, of_year - (153 * from_march + 2) / 5 + 1};
}

constexpr std::int64_t days_from_civil(std::int64_t year, std::int32_t month, std::int32_t day) {
  year -= month <= 2;
  const std::int64_t era = floor_divide<std::int64_t>(year, 400), of_era = year - era * 400;
  const std::int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * days_of_era + of_era * 365 + of_era / 4 - of_era / 100 + of_year - days_before_epoch;
}

constexpr std::int32_t days_in_month(std::int64_t year, std::int32_t month) {
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 ? 28 + leap : 30 + ((month + month / 8) & 1);
}

// The clocks with civil dates: the system clock, and clocks without now(), such as local time. A steady clock has no calendar.
template <class T>
concept calendar_point = point_element<T> && signed_element<ticks_t<T>> &&
                         (
                             requires { T::clock::to_time_t; } || !requires { T::clock::now(); });

// The time since the start of the day: in ticks of the time if they divide a day, else in seconds.
struct split_time {
  std::int64_t day;
  std::int64_t rest;
};

// The number of ticks in a day if the unit divides it evenly, else 0.
template <time_element T>
inline constexpr std::int64_t ticks_of_day = [] {
  using period = typename duration_of_t<T>::period;
  const int128 of_day = int128{86400} * period::den;
  const int128 ticks = of_day % period::num == 0 ? of_day / period::num : 0;
  return ticks > std::int64_t{1} << 62 ? 0 : static_cast<std::int64_t>(ticks);
}();

template <time_element T>
constexpr split_time split_at_midnight(const T& value) {
  using period = typename duration_of_t<T>::period;
  if constexpr (ticks_of_day<T> != 0) {
    const auto ticks = static_cast<std::int64_t>(ticks_of(value));
    const std::int64_t rest = ticks % ticks_of_day<T>;  // the first tick of the first day may be out of reach
    return {floor_divide(ticks, ticks_of_day<T>), rest < 0 ? rest + ticks_of_day<T> : rest};
  } else {
    const int128 seconds = floor_divide(int128{ticks_of(value)} * period::num, int128{period::den});
    const int128 day = floor_divide(seconds, int128{86400});
    if (day < -most_days || day > most_days) throw_beyond_calendar(day < 0 ? -most_days : most_days);
    return {static_cast<std::int64_t>(day), static_cast<std::int64_t>(seconds - day * 86400)};
  }
}

// 0 to 86399.
template <time_element T>
constexpr std::int32_t second_of_day(const T& value) {
  const std::int64_t rest = split_at_midnight(value).rest;
  if constexpr (ticks_of_day<T> == 0) return static_cast<std::int32_t>(rest);
  return static_cast<std::int32_t>(int128{rest} * 86400 / (ticks_of_day<T> == 0 ? 1 : ticks_of_day<T>));
}

// Times as text, in any locale. Points in time follow ISO 8601, without a zone; durations carry their unit as in C++20:
// "2024-02-29T12:34:56.789", "90min". Plain functions.

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
