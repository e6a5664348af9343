// SPDX-License-Identifier: BSL-1.0
// equal and close: sizes, mixed types by value, NaN, infinities, tolerances, and that they stop early.
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/compare.hpp>
#include <ravel/storage/list.hpp>

#include <support/faults.hpp>
#include <support/on_one_thread.hpp>
#include <support/sparse_samples.hpp>

#include <deque>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;

using some_types = support::type_list<bool, std::int8_t, double, std::complex<double>, std::string>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("equal wants the same size and equal values") {
  some_types::each([]<class T>() {
    for (const index_t n : {0, 1, 17, 1025, 9000}) {
      auto values = support::samples<T>(n);
      if constexpr (ravel::real_element<T> || ravel::complex_element<T>)
        std::replace_if(
            values.begin(), values.end(), [](T v) { return v != v; }, T(3));
      const auto sources = support::in_every_way(values);
      for (const auto& a : sources) {
        for (const auto& b : sources) REQUIRE(equal(a, b));
        REQUIRE_FALSE(equal(a, ravel::make_buffer<T>(n + 1)));
        for (const index_t i : {index_t{0}, n / 2, n - 1}) {
          if (n == 0 || values[static_cast<std::size_t>(i)] == T{}) continue;
          auto other = values;
          other[static_cast<std::size_t>(i)] = T{};
          REQUIRE_FALSE(equal(a, support::in_memory(other)));
        }
      }
    }
  });
}

TEST_CASE("equal compares by value, whatever the types") {
  CHECK(equal(buffer<int>{1, 2}, buffer<double>{1, 2}));
  CHECK_FALSE(equal(buffer<std::int64_t>{(std::int64_t{1} << 53) + 1}, buffer<double>{0x1p53}));
  CHECK(equal(buffer<std::int64_t>{std::int64_t{1} << 53}, buffer<double>{0x1p53}));
  CHECK_FALSE(equal(buffer<std::uint64_t>{~std::uint64_t{0}}, buffer<double>{0x1p64}));
  CHECK_FALSE(equal(buffer<int>{-1}, buffer<unsigned>{~0U}));
  CHECK_FALSE(equal(buffer<std::int64_t>{-1}, buffer<std::uint64_t>{~std::uint64_t{0}}));
  CHECK(equal(buffer<bool>{true, false}, buffer<std::uint8_t>{1, 0}));
  CHECK(equal(buffer<std::complex<float>>{{2, 0}}, buffer<int>{2}));
  CHECK_FALSE(equal(buffer<std::complex<float>>{{2, 1}}, buffer<int>{2}));
  CHECK_FALSE(equal(buffer<float>{0.1F}, buffer<double>{0.1}));
  CHECK(equal(buffer<long long>{5}, buffer<char>{5}));
  CHECK(equal(buffer<double>{0.0}, buffer<double>{-0.0}));
  CHECK_FALSE(equal(buffer<double>{no_number}, buffer<double>{no_number}));
  const buffer<double> with_nan{no_number};
  CHECK_FALSE(equal(with_nan, with_nan));
  CHECK(equal(ravel::make_buffer<int>(0), ravel::make_buffer<double>(0)));
  CHECK(equal(buffer<std::string>{"a"}, ravel::reverse(buffer<std::string>{"a"})));
}

TEST_CASE("close is |a - b| <= atol + rtol |b|") {
  const buffer<double> one{1.0};
  CHECK(close(buffer<double>{1 + 1e-6}, one));
  CHECK_FALSE(close(buffer<double>{1 + 1e-4}, one));
  CHECK(close(buffer<double>{1 + 1e-4}, one, 1e-3));
  CHECK(close(buffer<double>{1.5}, one, 0, 0.5));
  CHECK_FALSE(close(buffer<double>{1.5}, one, 0, 0.499));
  CHECK(close(buffer<double>{10}, buffer<double>{11}, 0.1, 0));         // 1 <= 1.1
  CHECK_FALSE(close(buffer<double>{11}, buffer<double>{10}, 0.09, 0));  // the second is what one is close to
  CHECK(close(buffer<int>{1000000}, buffer<float>{1000001}));
  CHECK_FALSE(close(buffer<std::int64_t>{std::int64_t{1} << 62}, buffer<std::int64_t>{0}));
  CHECK(close(buffer<std::complex<double>>{{1, 1e-7}}, buffer<double>{1}));
  CHECK_FALSE(close(buffer<std::complex<double>>{{1, 1e-3}}, buffer<double>{1}));
  CHECK_FALSE(close(one, buffer<double>{1, 1}));
  CHECK(close(ravel::make_buffer<int>(0), ravel::make_buffer<int>(0)));
  CHECK(close(one, one, 0, 0));
}

TEST_CASE("NaN is close to nothing, and an infinity only to itself") {
  const buffer<double> up{infinity}, down{-infinity}, odd{no_number}, zero{0};
  CHECK(close(up, up));
  CHECK_FALSE(close(up, down));
  CHECK_FALSE(close(up, zero, 1, infinity > 0 ? 1e308 : 0));
  CHECK_FALSE(close(zero, up, 1, 1e308));
  CHECK_FALSE(close(odd, odd));
  CHECK_FALSE(close(odd, zero, 1, 1e308));
  CHECK_FALSE(close(zero, odd, 1, 1e308));
}

TEST_CASE("a comparison computes nothing behind the block that decides") {
  const support::on_one_thread here;
  const auto counted = [](index_t& calls, index_t n) {
    return ravel::map([&calls](index_t i) { return ++calls, i; }, ravel::iota<index_t>(n));
  };
  index_t calls = 0;
  CHECK_FALSE(equal(counted(calls, 100'000), ravel::generate(100'000, [](index_t i) { return i + (i == 3); })));
  CHECK(calls <= ravel::detail::block_length<index_t>);
  calls = 0;
  CHECK_FALSE(close(counted(calls, 100'000), ravel::generate(100'000, [](index_t i) { return i + 1 - (i == 3); })));
  CHECK(calls <= ravel::detail::block_length<index_t>);
  calls = 0;
  CHECK_FALSE(equal(counted(calls, 10), ravel::iota<index_t>(11)));
  CHECK(calls == 0);
}

TEST_CASE("compare of the user's own lvalues, and what cannot be read") {
  struct opted_in : support::by_element<int>, ravel::reader_base {};
  const opted_in mine{{{4, 5, 6}}, {}};
  CHECK(equal(mine, buffer<double>{4, 5, 6}));
  CHECK(equal(mine, mine));
  CHECK(close(mine, mine));
  CHECK(equal(ravel::list<int>{1, 2}, buffer<int>{1, 2}));
  CHECK_FALSE(equal(reader<int>(), mine));
  CHECK(equal(std::deque<int>{4, 5, 6}, mine));
  CHECK_FALSE(ravel::equal(std::vector<bool>{true, true}, std::vector<bool>{true, false}));
  CHECK_THROWS_AS(equal(buffer<int>{1} / buffer<int>{0}, buffer<int>{1}), ravel::value_error);
}

TEST_CASE("a failure while comparing leaks nothing") {
  const auto x = ravel::make_buffer<double>(5000, 2.0);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(equal(x + x, ravel::cast<float>(x))); }) >= 1);
  CHECK(support::for_each_explosion([] {
          const buffer<support::bomb> a{1, 2, 3}, b{1, 2, 3};
          static_cast<void>(equal(a, ravel::reverse(ravel::reverse(b))));
        }) >= 3);
}

TEST_CASE("sparse readers are compared at the entries of either") {
  constexpr index_t far = 1'000'000'000'000;
  const auto a = support::listed<double>(far, 0, {{5, 1.0}, {far - 1, 2.0}});
  CHECK(equal(a, a));
  CHECK(equal(a, support::listed<std::int64_t>(far, 0, {{5, 1}, {far - 1, 2}})));
  CHECK(!equal(a, support::listed<double>(far, 0, {{5, 1.0}})));
  CHECK(!equal(a, support::listed<double>(far, 0, {{4, 1.0}, {far - 1, 2.0}})));
  CHECK(!equal(a, support::listed<double>(far, 1, {{5, 1.0}, {far - 1, 2.0}})));
  CHECK(close(a, a + 1e-12));
  CHECK(!equal(a, ravel::constant(far, 0.0)));
  CHECK(equal(a * 0.0, ravel::constant(far, 0.0)));
  CHECK(equal(ravel::constant(far, 0.0), support::listed<double>(far, 0)));
  // Fills that stand nowhere are not compared.
  CHECK(equal(support::listed<double>(2, 5, {{0, 1.0}, {1, 2.0}}), support::listed<double>(2, 1, {{1, 2.0}})));
  CHECK(equal(support::listed<double>(0, 5), support::listed<double>(0, 1)));
}
