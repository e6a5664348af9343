// SPDX-License-Identifier: BSL-1.0
#include <ravel/base/error.hpp>
#include <ravel/element/detail/civil.hpp>

#include <charconv>

namespace ravel::detail {

namespace {

std::string unit_text(std::int64_t num, std::int64_t den) {
  struct unit {
    std::int64_t num;
    std::int64_t den;
    const char* name;
  };
  constexpr unit units[] = {{1, 1'000'000'000'000, "ps"},
                            {1, 1'000'000'000, "ns"},
                            {1, 1'000'000, "us"},
                            {1, 1000, "ms"},
                            {1, 1, "s"},
                            {60, 1, "min"},
                            {3600, 1, "h"},
                            {86400, 1, "d"}};
  for (const unit& u : units) {
    if (u.num == num && u.den == den) return u.name;
  }
  text out;
  out << "[" << num;
  if (den != 1) out << "/" << den;
  return out << "]s";
}

// Pads with leading zeros.
std::string padded(std::int64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  return std::string(digits.size() < width ? width - digits.size() : 0, '0') + digits;
}

// Years beyond four digits or before 0 have a sign.
std::string year_text(std::int32_t year) {
  const std::string sign = year < 0 ? "-" : year > 9999 ? "+" : "";
  return sign + padded(year < 0 ? -std::int64_t{year} : std::int64_t{year}, 4);
}

// The decimals of `rest` parts of a second, each 1 / den: exact if den is a power of ten, else nine digits.
std::string fraction_text(std::int64_t rest, std::int64_t den) {
  std::size_t digits = 0;
  for (std::int64_t left = den; left > 1 && left % 10 == 0; left /= 10) ++digits;
  std::int64_t tens = 1;
  for (std::size_t i = 0; i < digits; ++i) tens *= 10;
  if (tens == den) return text() << "." << padded(rest, digits);
  return text() << "." << padded(static_cast<std::int64_t>(int128{rest} * 1'000'000'000 / den), 9);
}

}  // namespace

std::string duration_text(std::int64_t ticks, std::int64_t num, std::int64_t den) { return std::to_string(ticks) + unit_text(num, den); }

std::string duration_text(double ticks, std::int64_t num, std::int64_t den) {
  char room[32];
  return std::string(room, std::to_chars(room, room + sizeof(room), ticks).ptr) + unit_text(num, den);
}

std::string point_text(std::int64_t ticks, std::int64_t num, std::int64_t den) {
  const int128 parts = int128{ticks} * num;  // each 1 / den of a second
  const int128 seconds = floor_divide(parts, int128{den}), day = floor_divide(seconds, int128{86400});
  if (day < -most_days || day > most_days) return text() << "1970-01-01 and " << duration_text(ticks, num, den);
  const civil_date date = civil_from_days(static_cast<std::int64_t>(day));
  text out;
  out << year_text(date.year) << "-" << padded(date.month, 2) << "-" << padded(date.day, 2);
  if (num % 86400 == 0 && den == 1) return out;
  const auto of_day = static_cast<std::int64_t>(seconds - day * 86400);
  out << "T" << padded(of_day / 3600, 2) << ":" << padded(of_day / 60 % 60, 2) << ":" << padded(of_day % 60, 2);
  if (den != 1) out << fraction_text(static_cast<std::int64_t>(parts - seconds * den), den);
  return out;
}

}  // namespace ravel::detail
