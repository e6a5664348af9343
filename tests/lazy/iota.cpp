// SPDX-License-Identifier: BSL-1.0
// iota against start + i * step, one element at a time.
#include <ravel/base/index_range.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/slice.hpp>

#include <support/model.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

namespace {

using ravel::index_t;
using ravel::iota;
namespace model = support::model;

}  // namespace

TEST_CASE("iota keeps the contract for every integer and real type") {
  support::type_list<char, std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, long long,
                     float, double>::each([]<class T>() {
    for (const index_t n : {0, 1, 2, 15, 16, 17, 1023, 1024, 1025, 3000}) {
      if (sizeof(T) == 1 && n > 17) continue;
      const int step = std::is_unsigned_v<T> ? 1 : -1;
      support::check_reader(iota<T>(n, 3, 2), model::made<T>(n, [](index_t i) { return static_cast<T>(3 + 2 * i); }));
      support::check_reader(iota<T>(n, 100, step), model::made<T>(n, [&](index_t i) { return static_cast<T>(100 + step * i); }));
      support::check_reader(iota<T>(n, 7, 0), std::vector<T>(static_cast<std::size_t>(n), T(7)));
    }
  });
}

TEST_CASE("floating values are computed in double and rounded once") {
  const auto r = iota<double>(3000, 0.1, 0.1);
  const auto f = iota<float>(3000, 0.1, 0.1);
  for (index_t i = 0; i < r.size(); ++i) {
    const volatile double product = static_cast<double>(i) * 0.1;  // no fused multiply-add
    CHECK(r[i] == 0.1 + product);
    CHECK(f[i] == static_cast<float>(0.1 + product));
  }
  CHECK(iota<double>(index_t{1} << 52)[(index_t{1} << 52) - 1] == 0x1p52 - 1);
}

TEST_CASE("a slice of iota is iota, and keeps the bits of its elements") {
  const auto r = iota<double>(1000, 0.1, 0.3);
  const auto part = slice(reverse(r), 10, 300, 3);
  CHECK(ravel::detail_access::node(part).depth() == 0);
  CHECK_EQUAL(part, model::made<double>(300, [&](index_t i) { return r[989 - 3 * i]; }));
}

TEST_CASE("an integer iota is a range of positions") {
  CHECK(iota<int>(5, 3, 2).as_range() == ravel::slice(3, 5, 2));
  CHECK(iota<std::uint8_t>(3, 200, -100).as_range() == ravel::slice(200, 3, -100));
  CHECK(slice(iota<index_t>(100, -50), 99, 10, -7).as_range() == ravel::slice(49, 10, -7));
  CHECK(iota<int>(1, 9, 0).as_range() == ravel::slice(9, 1));
  CHECK(iota<int>(0).as_range()->empty());
  CHECK_FALSE(iota<int>(2, 9, 0).as_range());
  CHECK_FALSE(iota<double>(2).as_range());
  CHECK_FALSE(iota<std::uint64_t>(1, std::uint64_t{1} << 63).as_range());
  CHECK_FALSE(iota<std::int64_t>(2, 0, (index_t{1} << 62) + 1).as_range());
  CHECK_FALSE(iota<std::int64_t>(2, -ravel::index_limit, (index_t{1} << 62) + 1).as_range());
  CHECK_FALSE(iota<std::int64_t>(3, -ravel::index_limit, ravel::index_limit).as_range());
  CHECK(iota<std::int64_t>(2, -ravel::index_limit, ravel::index_limit).as_range()->max() == 0);
}

TEST_CASE("iota knows its order") {
  CHECK(iota<int>(9).sorted());
  CHECK(iota<int>(9, 0, 0).sorted());
  CHECK_FALSE(iota<int>(9, 0, -1).sorted());
  CHECK(iota<int>(1, 0, -1).sorted());
  CHECK(reverse(iota<int>(9, 0, -1)).sorted());
  CHECK(iota<double>(9, 1e300, 1e300).sorted());
  CHECK_FALSE(reverse(iota<double>(9)).sorted());
  CHECK_FALSE(iota<double>(9, std::numeric_limits<double>::quiet_NaN()).sorted());
  CHECK_FALSE(iota<double>(9, 0, std::numeric_limits<double>::infinity()).sorted());
}

TEST_CASE("the ends of a type can be reached, and not passed") {
  const auto u = iota<std::uint64_t>(4, 0, index_t{1} << 62);
  CHECK(u[3] == std::uint64_t{3} << 62);
  CHECK(iota<std::int64_t>(3, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max())[2] ==
        std::numeric_limits<std::int64_t>::max() - 1);
  CHECK_NOTHROW(iota<std::uint8_t>(256));
  CHECK_NOTHROW(iota<std::uint8_t>(256, 255, -1));
  CHECK_NOTHROW(iota<std::int8_t>(256, -128));
  CHECK_THROWS_WITH(iota<std::uint8_t>(257), "iota: 257 elements from 0 in steps of 1 do not fit uint8");
  CHECK_THROWS_AS(iota<std::uint8_t>(2, 0, -1), ravel::type_error);
  CHECK_THROWS_AS(iota<std::int8_t>(3, -127, -1), ravel::type_error);
  CHECK_THROWS_AS(iota<std::uint64_t>(5, 0, index_t{1} << 62), ravel::type_error);
  CHECK_THROWS_AS(iota<std::int64_t>(ravel::index_limit, 0, ravel::index_limit), ravel::type_error);
}

TEST_CASE("arguments of iota that do not fit") {
  CHECK_THROWS_WITH(iota<std::uint8_t>(1, 300), "300 does not fit uint8");
  CHECK_THROWS_AS(iota<std::uint8_t>(0, -1), ravel::type_error);
  CHECK_THROWS_AS(iota<int>(1, 0, std::uint64_t{1} << 63), ravel::type_error);
  CHECK_THROWS_AS(iota<int>(-1), ravel::value_error);
  CHECK_THROWS_AS(iota<double>(ravel::index_limit + 1), ravel::overflow_error);
}
