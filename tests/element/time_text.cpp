// SPDX-License-Identifier: BSL-1.0
// Times as text: ISO 8601 in every unit.
#include <ravel/element/detail/civil.hpp>

#include <support/catch.hpp>

#include <chrono>

namespace {

namespace chrono = std::chrono;
using namespace std::chrono_literals;
using ravel::detail::time_text;

template <class D>
std::string point(D since) {
  return time_text(chrono::sys_time<D>(since));
}

}  // namespace

TEST_CASE("points of the calendar as text") {
  CHECK(point(0s) == "1970-01-01T00:00:00");
  CHECK(point(-1s) == "1969-12-31T23:59:59");
  CHECK(point(-1ms) == "1969-12-31T23:59:59.999");
  CHECK(point(1709210096789012ns) == "1970-01-20T18:46:50.096789012");
  CHECK(point(1709210096789us) == "1970-01-20T18:46:50.096789");
  CHECK(point(90min) == "1970-01-01T01:30:00");
  CHECK(point(chrono::days(-1)) == "1969-12-31");
  CHECK(point(chrono::weeks(1)) == "1970-01-08");
  CHECK(time_text(chrono::local_days(chrono::days(19782))) == "2024-02-29");
  CHECK(time_text(chrono::sys_days(chrono::year(-44) / 3 / 15)) == "-0044-03-15");
  CHECK(time_text(chrono::sys_days(chrono::year(12345) / 1 / 2)) == "+12345-01-02");
  CHECK(time_text(chrono::sys_days(chrono::year(0) / 2 / 29)) == "0000-02-29");
  using thirds = chrono::duration<std::int64_t, std::ratio<1, 3>>;
  CHECK(point(thirds(-1)) == "1969-12-31T23:59:59.666666666");
  CHECK(point(chrono::days(std::int64_t{1} << 40)) == "1970-01-01 and 1099511627776d");
}

TEST_CASE("durations as text, as C++20 writes them") {
  CHECK(time_text(-5s) == "-5s");
  CHECK(time_text(5ns) == "5ns");
  CHECK(time_text(5us) == "5us");
  CHECK(time_text(5min) == "5min");
  CHECK(time_text(5h) == "5h");
  CHECK(time_text(chrono::days(5)) == "5d");
  CHECK(time_text(chrono::weeks(5)) == "5[604800]s");
  CHECK(time_text(chrono::duration<int, std::ratio<1, 3>>(2)) == "2[1/3]s");
  CHECK(time_text(chrono::duration<double>(0.25)) == "0.25s");
  CHECK(time_text(chrono::steady_clock::time_point(5ns)) == "5ns");
}
