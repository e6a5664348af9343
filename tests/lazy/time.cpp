// SPDX-License-Identifier: BSL-1.0
// The calendar day by day against one that counts, whole steps against arithmetic, months against pandas.
#include <ravel/lazy/time.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/op.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/numpy.hpp>

#include <chrono>

namespace {

namespace chrono = std::chrono;
using namespace std::chrono_literals;
using chrono::sys_days, chrono::sys_seconds;
using ravel::buffer, ravel::index_t;
using milli_time = chrono::sys_time<chrono::milliseconds>;

sys_days day_at(std::int64_t n) { return sys_days(chrono::days(n)); }
sys_seconds at(std::int64_t n) { return sys_seconds(chrono::seconds(n)); }

template <class R>
concept has_year = requires(const R& r) { ravel::year(r); };

}  // namespace

TEST_CASE("every day from the year -1000 to 9999") {
  const auto first = sys_days(chrono::year(-1000) / 1 / 1), last = sys_days(chrono::year(9999) / 12 / 31);
  const auto days = ravel::times(first, last + chrono::days(1), chrono::days(1));
  REQUIRE(days.size() == 4017667);
  const auto years = clone(year(days)), months = clone(month(days)), dates = clone(day(days)), names = clone(weekday(days)),
             of_year = clone(day_of_year(days));
  int y = -1000, m = 1, d = 1, n = 1;
  int name = static_cast<int>(chrono::weekday(first).iso_encoding()) - 1;
  bool right = true;
  for (index_t i = 0; i < days.size(); ++i) {
    right = right && years.unchecked(i) == y && months.unchecked(i) == m && dates.unchecked(i) == d && names.unchecked(i) == name &&
            of_year.unchecked(i) == n;
    name = (name + 1) % 7;
    const bool leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
    constexpr int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    ++n;
    if (++d > lengths[m - 1] + (m == 2 && leap)) {
      d = 1;
      if (++m > 12) {
        m = 1, n = 1;
        ++y;
      }
    }
  }
  CHECK(right);
}

TEST_CASE("fields of the calendar have names that chrono's types do not hide") {
  using namespace std::chrono;
  const buffer<sys_days> t{sys_days(2024y / 2 / 29), sys_days(1969y / 12 / 31)};
  CHECK(equal(year_of(t), ravel::year(t)));
  CHECK(equal(month_of(t), buffer<int>{2, 12}));
  CHECK(equal(day_of(t), buffer<int>{29, 31}));
  CHECK(equal(weekday_of(t), buffer<int>{3, 2}));
}

TEST_CASE("the clock, before 1970 too, and of units that do not divide a day") {
  const buffer<milli_time> t{milli_time(-1ms), milli_time(0ms), milli_time(86399999ms)};
  CHECK(equal(hour(t), buffer<int>{23, 0, 23}));
  CHECK(equal(minute(t), buffer<int>{59, 0, 59}));
  CHECK(equal(second(t), buffer<int>{59, 0, 59}));
  CHECK(equal(year(t), buffer<int>{1969, 1970, 1970}));
  CHECK(equal(weekday(t), buffer<int>{2, 3, 3}));
  using sevens = chrono::sys_time<chrono::duration<std::int64_t, std::ratio<7>>>;
  const buffer<sevens> odd{ravel::from_ticks<sevens>(-1), ravel::from_ticks<sevens>(12343)};
  CHECK(equal(day(odd), buffer<int>{31, 2}));
  CHECK(equal(second(odd), buffer<int>{53, 1}));
  CHECK(equal(hour(buffer<chrono::local_seconds>{chrono::local_seconds(3600s)}), buffer<int>{1}));
  const buffer<sys_days> far{day_at(std::numeric_limits<int>::max()), day_at(-784'000'000'001)};
  CHECK(year(far)[0] == 5881580);
  CHECK_THROWS_WITH(year(far)[1], "day -784000000001 since 1970 is beyond the calendar, whose years have 32 bits");
  using nano_time = chrono::sys_time<chrono::nanoseconds>;
  const buffer<nano_time> ends{nano_time::min(), nano_time::max()};  // no midnight before the first can be told in its ticks
  CHECK(equal(year(ends), buffer<int>{1677, 2262}));
  CHECK(equal(hour(ends), buffer<int>{0, 23}));
  CHECK(equal(minute(ends), buffer<int>{12, 47}));
  static_assert(!has_year<buffer<chrono::steady_clock::time_point>> && has_year<buffer<chrono::local_days>>);
  CHECK(year(buffer<sys_days>()).size() == 0);
  CHECK(equal(year(ravel::tensor<sys_days>{{day_at(0), day_at(-1)}}), ravel::tensor<int>{{1970, 1969}}));
}

TEST_CASE("whole steps") {
  const buffer<sys_seconds> t{at(-1), at(0), at(89), at(90), at(91), at(150)};
  CHECK(equal(floor_to(t, 1min), buffer<sys_seconds>{at(-60), at(0), at(60), at(60), at(60), at(120)}));
  CHECK(equal(ceil_to(t, 1min), buffer<sys_seconds>{at(0), at(0), at(120), at(120), at(120), at(180)}));
  CHECK(equal(round_to(t, 1min), buffer<sys_seconds>{at(0), at(0), at(60), at(120), at(120), at(120)}));
  CHECK(equal(floor_to(buffer<chrono::seconds>{-1s, 61s}, 1min), buffer<chrono::seconds>{-60s, 60s}));
  // Weeks begin on Thursday, 1970-01-01, unless a Monday is given.
  const auto days = ravel::times(30, day_at(-15), chrono::days(1));
  for (const int name : weekday(floor_to(days, chrono::weeks(1)))) CHECK(name == 3);
  for (const int name : weekday(floor_to(days, chrono::weeks(1), day_at(4)))) CHECK(name == 0);
  CHECK_THROWS_AS(floor_to(t, 0s), ravel::value_error);
  CHECK_THROWS_AS(floor_to(t, -1s), ravel::value_error);
  CHECK_THROWS_AS(ravel::times(2, at(0), chrono::seconds::min()), ravel::value_error);
  CHECK_THROWS_AS(ravel::times(2, at(0), 0s), ravel::value_error);
  CHECK_THROWS_WITH(ravel::times(2, day_at(0), 1h),
                    Catch::Matchers::EndsWith("the ticks of the times (sys_seconds(t) has ticks of a second)"));
  CHECK_THROWS_WITH(floor_to(t, 1500ms), Catch::ContainsSubstring("1500 times 1/1000 s"));
  CHECK(equal(floor_to(t, 2000ms), floor_to(t, 2s)));
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  CHECK_THROWS_AS(floor_to(buffer<sys_seconds>{at(least + 1)}, 1h)[0], ravel::overflow_error);
  CHECK(round_to(buffer<sys_seconds>{at(std::numeric_limits<std::int64_t>::max())}, 1s)[0] == at(std::numeric_limits<std::int64_t>::max()));
}

TEST_CASE("rows of times") {
  CHECK(equal(ravel::times(3, at(5), 1min), buffer<sys_seconds>{at(5), at(65), at(125)}));
  CHECK(equal(ravel::times(3, at(5), -1min), buffer<sys_seconds>{at(5), at(-55), at(-115)}));
  CHECK(equal(ravel::times(at(5), at(66), 1min), buffer<sys_seconds>{at(5), at(65)}));
  CHECK(equal(ravel::times(at(5), at(65), 1min), buffer<sys_seconds>{at(5)}));
  CHECK(ravel::times(at(5), at(5), 1min).size() == 0);
  CHECK(ravel::times(at(5), at(4), 1min).size() == 0);
  CHECK(ravel::times(0, at(5), 1min).size() == 0);
  CHECK_THROWS_AS(ravel::times(3, at(std::numeric_limits<std::int64_t>::max() - 1), 1s), ravel::type_error);
  CHECK_THROWS_AS(ravel::times(at(std::numeric_limits<std::int64_t>::min()), at(0), 1s), ravel::overflow_error);
  CHECK_THROWS_AS(ravel::times(3, day_at(1), 1h), ravel::value_error);
  const auto ends = ravel::months_from(4, sys_days(chrono::year(2024) / 1 / 31));
  CHECK(equal(month(ends), buffer<int>{1, 2, 3, 4}));
  CHECK(equal(day(ends), buffer<int>{31, 29, 31, 30}));
  CHECK(equal(day(ravel::months_from(3, sys_days(chrono::year(2024) / 2 / 29), -12)), buffer<int>{29, 28, 28}));
  CHECK(hour(ravel::months_from(2, at(3600)))[1] == 1);
  CHECK_THROWS_AS(ravel::months_from(2, at(0), index_t{1} << 40)[1], ravel::overflow_error);
}

TEST_CASE("the calendar against pandas", "[lazy]") {
  constexpr const char* program = R"(
import pandas as pd
def there(x): return 1
def at(t): return pd.to_datetime(np.asarray(t, 'int64'), unit='s').to_series()
def year(t): return at(t).dt.year
def month(t): return at(t).dt.month
def day(t): return at(t).dt.day
def weekday(t): return at(t).dt.weekday
def day_of_year(t): return at(t).dt.dayofyear
def hour(t): return at(t).dt.hour
def minute(t): return at(t).dt.minute
def second(t): return at(t).dt.second
def ticks(s): return (s - pd.Timestamp(0)) // pd.Timedelta(1, 's')
def down(t): return ticks(at(t).dt.floor('7h'))
def up(t): return ticks(at(t).dt.ceil('7h'))
def nearest(t): return ticks(at(t).dt.round('2min'))
def months(t, n): return [(pd.Timestamp(int(t[0]), unit='s') + pd.DateOffset(months=i) - pd.Timestamp(0)) // pd.Timedelta(1, 's') for i in range(int(n[0]))]
)";
  std::vector<double> seconds;
  std::uint64_t state = 7;
  for (int i = 0; i < 500; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    seconds.push_back(static_cast<double>(static_cast<std::int64_t>(state >> 31) - (std::int64_t{1} << 32)));  // 1833 to 2106
  }
  for (int i = 0; i < 200; ++i) seconds.push_back(60.0 * i);
  const auto t = ravel::from_ticks<sys_seconds>(ravel::cast<std::int64_t>(ravel::borrow(seconds)));
  const sys_seconds start = sys_days(chrono::year(1999) / 8 / 31) + 5h;
  std::vector<support::numpy_question> questions{{"there", {{1}}}};
  std::vector<std::vector<double>> ours{{1}};
  const auto ask = [&](const char* name, const auto& answer, std::vector<std::vector<double>> arguments) {
    questions.push_back({name, std::move(arguments)});
    ours.push_back(to_vector(ravel::cast<double>(answer)));
  };
  ask("year", year(t), {seconds});
  ask("month", month(t), {seconds});
  ask("day", day(t), {seconds});
  ask("weekday", weekday(t), {seconds});
  ask("day_of_year", day_of_year(t), {seconds});
  ask("hour", hour(t), {seconds});
  ask("minute", minute(t), {seconds});
  ask("second", second(t), {seconds});
  ask("down", ticks(floor_to(t, 7h)), {seconds});
  ask("up", ticks(ceil_to(t, 7h)), {seconds});
  ask("nearest", ticks(round_to(t, 2min)), {seconds});
  ask("months", ticks(ravel::months_from(60, start)), {{static_cast<double>(start.time_since_epoch().count())}, {60}});
  const auto theirs = support::ask_numpy(program, questions, "pandas");
  if (!theirs) {
    WARN("skipped: no Python with pandas was found");
    return;
  }
  for (std::size_t i = 0; i < ours.size(); ++i) {
    INFO(questions[i].function);
    REQUIRE((*theirs)[i].has_value());
    CHECK(*(*theirs)[i] == ours[i]);
  }
}
