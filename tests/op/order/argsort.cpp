// SPDX-License-Identifier: BSL-1.0
// argsort and argsort_by against std::stable_sort of positions: every ordered type, NaN in each place, orders of the user's, several keys.
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/storage/list.hpp>

#include <support/elements.hpp>
#include <support/faults.hpp>
#include <support/require_equal.hpp>
#include <support/samples.hpp>

namespace {

using ravel::buffer;
using ravel::descending;
using ravel::index_t;
using ravel::nan_place;
using ravel::reader;
using places = std::vector<index_t>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

template <class Less>
places sorted_places(index_t n, Less less) {
  places all;
  for (index_t i = 0; i < n; ++i) all.push_back(i);
  std::stable_sort(all.begin(), all.end(),
                   [&](index_t a, index_t b) { return less(static_cast<std::size_t>(a), static_cast<std::size_t>(b)); });
  return all;
}

template <class T>
bool number_before(T a, T b, bool nan_first) {
  const bool x = a != a, y = b != b;
  return x || y ? (nan_first ? x && !y : y && !x) : a < b;
}

}  // namespace

TEST_CASE("every ordered type, stable, with NaN last or first") {
  support::ordered_types::each([]<class T>() {
    for (const index_t n : {0, 1, 2, 3, 17, 511, 512, 1025, 20000}) {
      const auto values = support::random(static_cast<std::uint64_t>(n) + 1).values<T>(n);
      const auto by = [&](bool nan_first) {
        return sorted_places(n, [&](std::size_t a, std::size_t b) { return number_before<T>(values[a], values[b], nan_first); });
      };
      const auto last = by(false), first = by(true);
      const auto backward = sorted_places(n, [&](std::size_t a, std::size_t b) {
        return values[a] != values[a] || values[b] != values[b] ? values[b] != values[b] && values[a] == values[a] : values[b] < values[a];
      });
      for (const auto& source : support::in_every_way(values)) {
        REQUIRE_EQUAL(argsort(source), last);
        REQUIRE_EQUAL(argsort(source, nan_place::first), first);
        REQUIRE_EQUAL(argsort_by(descending(source)), backward);
      }
    }
  });
}

TEST_CASE("an order of the user's sorts as the order of its own does, for every kind of type") {
  support::ordered_kinds::each([]<class T>() {
    const auto before = [](T a, T b) { return a < b; };
    for (const index_t n : {0, 1, 2, 3, 17, 511, 512, 1025, 20000}) {
      for (const auto& source : support::in_every_way(support::random(static_cast<std::uint64_t>(n) + 1).values<T>(n))) {
        REQUIRE_EQUAL(argsort(source, before), argsort(source));
        REQUIRE_EQUAL(argsort(source, before, nan_place::first), argsort(source, nan_place::first));
      }
    }
  });
}

TEST_CASE("argsort of memory, lists, slices, computed readers, strings and user types") {
  const buffer<double> x{3, no_number, -infinity, 0.0, -0.0, infinity, no_number};
  CHECK_EQUAL(argsort(x), {2, 3, 4, 0, 5, 1, 6});
  CHECK_EQUAL(argsort(x, nan_place::first), {1, 6, 2, 3, 4, 0, 5});
  CHECK_EQUAL(argsort(x * -1.0), {5, 0, 3, 4, 2, 1, 6});
  CHECK_EQUAL(select(x, argsort(x)), {-infinity, 0.0, 0.0, 3.0, infinity, no_number, no_number});
  CHECK_EQUAL(argsort(slice(x, 0, 4, 2)), {1, 2, 0, 3});
  CHECK_EQUAL(argsort(ravel::list<int>{2, 1, 2, 1}), {1, 3, 0, 2});
  CHECK_EQUAL(argsort(buffer<long long>{2, 1}), {1, 0});
  CHECK_EQUAL(argsort(buffer<char>{'b', 'a'}), {1, 0});
  CHECK_EQUAL(argsort(buffer<std::string>{"b", "a", "b", "A"}), {3, 1, 0, 2});
  CHECK_EQUAL(argsort(buffer<std::complex<double>>{{0, 2}, {0, -1}}, [](auto a, auto b) { return a.imag() < b.imag(); }), {1, 0});
  CHECK_EQUAL(argsort(ravel::serial, x), argsort(x));
  CHECK_EQUAL(argsort(ravel::serial, x, nan_place::first), argsort(x, nan_place::first));
  struct opted_in : support::by_element<int>, ravel::reader_base {};
  const opted_in mine{{{6, 4, 5}}, {}};
  CHECK_EQUAL(argsort(mine), {1, 2, 0});
}

TEST_CASE("several keys, each ascending or descending") {
  support::random r(9);
  for (const index_t n : {0, 1, 100, 3000}) {
    std::vector<int> a;
    std::vector<double> b;
    std::vector<std::string> c;
    for (index_t i = 0; i < n; ++i) {
      a.push_back(static_cast<int>(r.below(4)));
      b.push_back(r.chance(9) ? no_number : static_cast<double>(r.below(5)));
      c.push_back(std::string(1, static_cast<char>('a' + r.below(3))));
    }
    const auto x = support::in_memory(a);
    const auto y = support::in_memory(b);
    const auto z = support::in_memory(c);
    const auto expected = sorted_places(n, [&](std::size_t i, std::size_t j) {
      if (a[i] != a[j]) return a[i] > a[j];
      const bool p = number_before(b[i], b[j], false), q = number_before(b[j], b[i], false);
      return p || q ? p : c[i] < c[j];
    });
    REQUIRE_EQUAL(argsort_by(descending(x), y, z), expected);
    REQUIRE_EQUAL(argsort_by(z, descending(x)),
                  sorted_places(n, [&](std::size_t i, std::size_t j) { return c[i] != c[j] ? c[i] < c[j] : a[i] > a[j]; }));
    const auto greater_first = [](const std::string& s, const std::string& t) { return s > t; };
    REQUIRE_EQUAL(argsort_by(ordered_by(z, greater_first), x),
                  sorted_places(n, [&](std::size_t i, std::size_t j) { return c[i] != c[j] ? c[i] > c[j] : a[i] < a[j]; }));
    const auto by_size = [](double v, double w) { return std::abs(v - 2) < std::abs(w - 2); };
    REQUIRE_EQUAL(argsort_by(x, ordered_by(y, by_size), descending(z)), sorted_places(n, [&](std::size_t i, std::size_t j) {
                    if (a[i] != a[j]) return a[i] < a[j];
                    const bool p = !std::isnan(b[i]) && (std::isnan(b[j]) || by_size(b[i], b[j]));
                    const bool q = !std::isnan(b[j]) && (std::isnan(b[i]) || by_size(b[j], b[i]));
                    return p || q ? p : c[i] > c[j];
                  }));
    REQUIRE_EQUAL(argsort_by(descending(z), x),
                  sorted_places(n, [&](std::size_t i, std::size_t j) { return c[i] != c[j] ? c[i] > c[j] : a[i] < a[j]; }));
  }
}

TEST_CASE("refusals and failures of argsort") {
  const buffer<double> x{1, no_number};
  CHECK_THROWS_WITH(argsort(x, nan_place::refuse), "argsort was told to refuse NaN, and element 1 is NaN");
  CHECK_THROWS_AS(argsort(
                      x, [](double a, double b) { return a < b; }, nan_place::refuse),
                  ravel::value_error);
  CHECK_NOTHROW(argsort(buffer<double>{1, 2}, nan_place::refuse));
  CHECK_THROWS_AS(argsort_by(x, buffer<int>{1}), ravel::shape_error);
  CHECK(argsort(reader<int>()).size() == 0);
  CHECK_THROWS_AS(argsort(buffer<int>{2, 1}, [](int, int) -> bool { throw std::runtime_error("no"); }), std::runtime_error);
  CHECK(support::for_each_allocation_failure([&] {
          static_cast<void>(argsort(x));
          static_cast<void>(argsort(ravel::cast<float>(x), [](float a, float b) { return a > b; }));
          static_cast<void>(argsort_by(x, descending(x)));
        }) >= 6);
  CHECK(support::for_each_explosion([] {
          static_cast<void>(argsort(buffer<support::bomb>{3, 1, 2}, [](const auto& a, const auto& b) { return a < b; }));
        }) >= 3);
}
