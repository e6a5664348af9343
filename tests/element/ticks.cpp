// SPDX-License-Identifier: BSL-1.0
// Durations and points of time as elements: arithmetic of their ticks, which wraps, comparison and change of units, which are exact.
#include <ravel/lazy.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>

#include <support/catch.hpp>

#include <chrono>

namespace {

namespace chrono = std::chrono;
using namespace std::chrono_literals;
using ravel::buffer;
using seconds = chrono::sys_seconds;
using whole = chrono::seconds;
using std::chrono::milliseconds;

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();

seconds at(std::int64_t ticks) { return seconds(whole(ticks)); }

struct not_a_time {
  using rep = int;
};

}  // namespace

TEST_CASE("times are told by their form") {
  static_assert(ravel::duration_element<whole> && ravel::duration_element<chrono::duration<double>> && ravel::point_element<seconds>);
  static_assert(ravel::point_element<chrono::steady_clock::time_point> && ravel::point_element<chrono::local_days>);
  static_assert(!ravel::time_element<int> && !ravel::time_element<not_a_time> && !ravel::time_element<chrono::year> &&
                !ravel::time_element<std::string>);
  static_assert(std::is_same_v<ravel::ticks_t<seconds>, std::int64_t> && std::is_same_v<ravel::duration_of_t<seconds>, whole>);
  static_assert(ravel::ticks_of(ravel::from_ticks<seconds>(-7)) == -7);
}

TEST_CASE("times compute as in std::chrono") {
  const buffer<seconds> t{at(100), at(-5)}, u{at(40), at(7)};
  const buffer<whole> d{3s, -4s};
  CHECK(equal(t - u, buffer<whole>{60s, -12s}));
  CHECK(equal(t + d, buffer<seconds>{at(103), at(-9)}));
  CHECK(equal(d + t, t + d));
  CHECK(equal(t - d, buffer<seconds>{at(97), at(-1)}));
  CHECK(equal(t + 1min, buffer<seconds>{at(160), at(55)}));
  CHECK(equal(t - at(1), buffer<whole>{99s, -6s}));
  CHECK(equal(d * 2, buffer<whole>{6s, -8s}));
  CHECK(equal(2 * d, d * 2));
  CHECK(equal(d * 0.5, buffer<chrono::duration<double>>{chrono::duration<double>(1.5), chrono::duration<double>(-2)}));
  CHECK(equal(d / 2, buffer<whole>{1s, -2s}));
  CHECK(equal(d / d, buffer<std::int64_t>{1, 1}));
  CHECK(equal(d / 1500ms, buffer<std::int64_t>{2, -2}));
  CHECK(equal(d % 2s, buffer<whole>{1s, 0s}));
  CHECK(equal(d % 2, buffer<whole>{1s, 0s}));
  CHECK(equal(-d, buffer<whole>{-3s, 4s}));
  CHECK(equal(abs(d), buffer<whole>{3s, 4s}));
  CHECK(equal(minimum(t, u), buffer<seconds>{at(40), at(-5)}));
  CHECK(equal(clip(t, at(0), at(50)), buffer<seconds>{at(50), at(0)}));
  CHECK(equal(where(t < u, t, u), minimum(t, u)));
  static_assert(std::is_same_v<decltype(t + milliseconds(1))::value_type, chrono::sys_time<milliseconds>>);
  CHECK(equal(t + 1ms, buffer<chrono::sys_time<milliseconds>>{at(100) + 1ms, at(-5) + 1ms}));
  CHECK(equal(ticks(t), buffer<std::int64_t>{100, -5}));
  CHECK(equal(ravel::from_ticks<seconds>(ticks(t)), t));
  CHECK_THROWS_WITH(clip(t, at(50), at(0)), Catch::ContainsSubstring("1970-01-01T00:00:50"));
}

TEST_CASE("ticks wrap as integers do, or are checked; what is undefined is an error") {
  const buffer<whole> d{whole(most), whole(least)};
  CHECK(equal(d + 1s, buffer<whole>{whole(least), whole(least + 1)}));
  CHECK(equal(d * 2, buffer<whole>{whole(-2), whole(0)}));
  CHECK(equal(-d, buffer<whole>{whole(-most), whole(least)}));
  CHECK(equal(abs(d), buffer<whole>{whole(most), whole(least)}));
  const buffer<seconds> t{at(least)};
  CHECK(equal(t - 1s, buffer<seconds>{at(most)}));
  CHECK_THROWS_AS(clone(checked_add(d, 1s)), ravel::overflow_error);
  CHECK_THROWS_AS(clone(checked_sub(t, 1s)), ravel::overflow_error);
  CHECK_THROWS_AS(clone(checked_mul(d, 2)), ravel::overflow_error);
  CHECK_THROWS_AS(clone(d / 0), ravel::value_error);
  CHECK_THROWS_AS(clone(d % 0s), ravel::value_error);
  CHECK_THROWS_AS((d / -1)[1], ravel::value_error);
  // A finer unit is another time where it does not fit, which is never wanted.
  CHECK_THROWS_WITH((d + 1ms)[0], Catch::ContainsSubstring("9223372036854775807"));
  CHECK((d + 1ms).size() == 2);
}

TEST_CASE("times of different units compare exactly") {
  const buffer<whole> d{whole(most), whole(least), whole(2)};
  CHECK(equal(d > milliseconds(most), buffer<bool>{true, false, false}));
  CHECK(equal(d < milliseconds(least), buffer<bool>{false, true, false}));
  CHECK(equal(d == 2000ms, buffer<bool>{false, false, true}));
  CHECK(equal(d >= 2001ms, buffer<bool>{true, false, false}));
  const buffer<seconds> t{at(most), at(86400)};
  CHECK(equal(t == chrono::sys_days(chrono::days(1)), buffer<bool>{false, true}));
  CHECK(equal(t > chrono::sys_time<chrono::nanoseconds>(chrono::nanoseconds(most)), buffer<bool>{true, false}));
}

TEST_CASE("casts change units: truncating towards zero, checked, modulo, clamped") {
  const buffer<milliseconds> d{1999ms, -1999ms, milliseconds(most)};
  CHECK(equal(ravel::cast<whole>(d), buffer<whole>{1s, -1s, whole(most / 1000)}));
  const buffer<whole> far{whole(most)};
  CHECK_THROWS_WITH(ravel::cast<milliseconds>(far)[0], "cast: 9223372036854775807 ticks of 1 s do not fit the other unit");
  CHECK_THROWS_AS(clone(ravel::cast<milliseconds>(far)), ravel::type_error);
  CHECK(equal(ravel::saturate_cast<milliseconds>(far), buffer<milliseconds>{milliseconds(most)}));
  CHECK(equal(ravel::wrap_cast<milliseconds>(far), buffer<milliseconds>{milliseconds(-1000)}));
  CHECK(equal(ravel::cast<chrono::sys_days>(buffer<seconds>{at(86399), at(-1), at(-86401)}),
              buffer<chrono::sys_days>{chrono::sys_days(), chrono::sys_days(), chrono::sys_days(chrono::days(-1))}));
}
