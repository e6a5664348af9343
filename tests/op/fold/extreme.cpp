// SPDX-License-Identifier: BSL-1.0
// min and max of every ordered type, against a plain loop; NaN at every position, zeros of both signs, and orders of the user's.
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/faults.hpp>
#include <support/model.hpp>
#include <support/on_one_thread.hpp>
#include <support/reader_contract.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::nan_policy;
using ravel::reader;
using support::detail::identical;
namespace model = support::model;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("the least and the greatest of every ordered type") {
  support::ordered_types::each([]<class T>() {
    support::random r(5);
    for (const index_t n : {1, 2, 3, 31, 63, 64, 65, 127, 128, 129, 1000, 9000}) {
      auto values = r.values<T>(n);
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = values[i] == values[i] ? values[i] : T(3);  // no NaN here
      T least = values[0], greatest = values[0];
      for (const T value : values) {
        least = value < least ? value : least;
        greatest = greatest < value ? value : greatest;
      }
      for (const auto& source : support::in_every_way(values)) {
        REQUIRE(min(source) == least);
        REQUIRE(max(source) == greatest);
        REQUIRE(min(ravel::serial, source) == least);
        REQUIRE(max(ravel::serial, source) == greatest);
      }
    }
  });
}

TEST_CASE("the only extreme is found at every position") {
  for (const index_t n : {1, 5, 64, 65, 200}) {
    const auto b = ravel::make_buffer<double>(n, 7.0);
    const auto erased = reader<double>(b * 1.0);
    for (index_t i = 0; i < n; ++i) {
      b[i] = -1;
      REQUIRE((min(b) == -1 && min(ravel::reverse(b)) == -1 && min(erased) == -1));
      b[i] = 9;
      REQUIRE((max(b) == 9 && max(ravel::reverse(b)) == 9 && max(erased) == 9));
      b[i] = no_number;
      REQUIRE((std::isnan(min(b)) && std::isnan(max(b)) && std::isnan(min(ravel::reverse(b))) && std::isnan(max(erased))));
      if (n > 1) REQUIRE((min(b, nan_policy::skip) == 7 && max(b, nan_policy::skip) == 7));
      REQUIRE_THROWS_WITH(min(b, nan_policy::refuse), "min was told to refuse NaN, and element " + std::to_string(i) + " is NaN");
      b[i] = 7;
    }
  }
}

TEST_CASE("the result is the same in every layout, bit for bit, also among zeros") {
  support::random r(9);
  const double choice[] = {0.0, -0.0, infinity, -infinity, 1, -1, no_number, 5};
  for (int trial = 0; trial < 300; ++trial) {
    const index_t kinds = r.between(1, 8);
    const auto values = model::made<double>(r.between(1, 300), [&](index_t) { return choice[r.below(kinds)]; });
    const auto sources = support::in_every_way(values);
    for (const auto& source : sources) {
      REQUIRE(identical(min(source), min(sources[0])));
      REQUIRE(identical(max(source), max(sources[0])));
      REQUIRE(identical(min(ravel::reverse(source)), min(sources[0])));
    }
  }
  CHECK(identical(min(buffer<double>{0.0, -0.0}), 0.0));
  CHECK(identical(min(buffer<double>{-0.0, 0.0}), 0.0));
  CHECK(identical(max(buffer<float>{-0.0F}), 0.0F));
}

TEST_CASE("infinities are values like others") {
  CHECK(min(buffer<double>{infinity, infinity}) == infinity);
  CHECK(max(buffer<double>{-infinity}) == -infinity);
  CHECK(min(buffer<double>{no_number, infinity}, nan_policy::skip) == infinity);
  CHECK(max(buffer<float>{std::nanf(""), -std::numeric_limits<float>::infinity()}, nan_policy::skip) ==
        -std::numeric_limits<float>::infinity());
}

TEST_CASE("an empty reader has no extreme") {
  CHECK_THROWS_WITH(min(ravel::make_buffer<int>(0)), "min of no elements has no value");
  CHECK_THROWS_AS(max(ravel::make_buffer<double>(0)), ravel::value_error);
  CHECK_THROWS_AS(max(ravel::make_buffer<std::string>(0)), ravel::value_error);
  CHECK_THROWS_AS(min(reader<int>()), ravel::value_error);
}

TEST_CASE("long long and char") {
  static_assert(std::same_as<decltype(min(buffer<long long>())), long long> && std::same_as<decltype(max(buffer<char>())), char>);
  CHECK(min(buffer<long long>{3, -4}) == -4);
  CHECK(max(buffer<char>{'a', 'z', 'b'}) == 'z');
  CHECK(max(ravel::list<unsigned long long>{1, 2}) == 2);
}

TEST_CASE("orders of the user's: the first of equal ones") {
  struct ticket {
    int price = 0;
    char name = 0;
    bool operator==(const ticket&) const = default;
    bool operator<(const ticket& other) const { return price < other.price; }
  };
  const buffer<ticket> tickets{{3, 'a'}, {1, 'b'}, {1, 'c'}, {3, 'd'}};
  CHECK(min(tickets).name == 'b');
  CHECK(max(tickets).name == 'a');
  CHECK(max(ravel::reverse(tickets)).name == 'd');
  CHECK(min(buffer<std::string>{"b", "a", "c"}) == "a");
}

TEST_CASE("extreme of the user's own lvalues, and how often they are read") {
  struct opted_in : ravel::reader_base {
    mutable int reads = 0;
    int size() const { return 100; }
    int operator[](index_t i) const { return ++reads, static_cast<int>(i * 7 % 100); }
  };
  const opted_in mine;
  CHECK(min(mine) == 0);
  CHECK(mine.reads == 100);
  CHECK(max(mine) == 99);
  CHECK(mine.reads == 200);
}

TEST_CASE("a reader that lies about its size is taken at its first word") {
  struct liar : ravel::reader_base {
    mutable int asked = 0;
    int size() const { return asked++ == 0 ? 0 : 5; }
    double operator[](index_t) const { return 1; }
  };
  CHECK_THROWS_AS(min(liar{}), ravel::value_error);
}

TEST_CASE("allocations of min and max") {
  const support::on_one_thread here;
  const auto x = ravel::make_buffer<double>(5000, 2.0);
  const auto before = support::total_allocations();
  const double found = min(x) + max(ravel::slice(x, 3, 10));
  const auto after = support::total_allocations();
  CHECK(found == 4);
  CHECK(after - before == 1);  // the slice
  double least = 0;
  CHECK(support::for_each_allocation_failure([&] { least = min(x + x) + max(ravel::cast<float>(x), nan_policy::skip); }) >= 2);
  CHECK(least == 6);
  CHECK(support::for_each_explosion([] {
          const buffer<support::bomb> bombs{3, 1, 2};
          static_cast<void>(min(bombs));
        }) >= 5);
}
