// SPDX-License-Identifier: BSL-1.0
// arg_join against the nested loop: every kind, duplicates on both sides, several columns, NaN, missing keys, strings, empty sides.
#include <ravel/lazy/operators.hpp>
#include <ravel/op/keys/arg_join.hpp>

#include <support/catch.hpp>
#include <support/faults.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <string>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::join_kind;
using ravel::nan_keys;
using positions = std::vector<index_t>;

constexpr join_kind kinds[] = {join_kind::inner, join_kind::left, join_kind::outer, join_kind::semi, join_kind::anti};

struct nested {
  positions left, right;
};

// meet(i, k): do row i of the left and row k of the right have one key?
template <class Meet>
nested nested_loop(index_t left, index_t right, join_kind kind, Meet meet) {
  nested found;
  std::vector<bool> met(static_cast<std::size_t>(right));
  for (index_t i = 0; i < left; ++i) {
    bool alone = true;
    for (index_t k = 0; k < right; ++k) {
      if (!meet(i, k)) continue;
      met[static_cast<std::size_t>(k)] = true;
      if (kind < join_kind::semi) found.left.push_back(i), found.right.push_back(k);
      alone = false;
    }
    if (kind == join_kind::semi && !alone) found.left.push_back(i);
    if (kind == join_kind::anti && alone) found.left.push_back(i);
    if (alone && (kind == join_kind::left || kind == join_kind::outer)) found.left.push_back(i), found.right.push_back(-1);
  }
  for (index_t k = 0; k < right && kind == join_kind::outer; ++k) {
    if (!met[static_cast<std::size_t>(k)]) found.left.push_back(-1), found.right.push_back(k);
  }
  return found;
}

template <class Left, class Right, class Meet, class... Options>
void check_join(const Left& left, const Right& right, index_t n, index_t m, Meet meet, const Options&... options) {
  for (const join_kind kind : kinds) {
    const auto found = ravel::arg_join(left, right, kind, options...);
    const auto expected = nested_loop(n, m, kind, meet);
    REQUIRE_EQUAL(found.left, expected.left);
    REQUIRE_EQUAL(found.right, expected.right);
  }
}

template <class T>
void check_columns(const std::vector<T>& left, const std::vector<T>& right) {
  check_join(left, right, std::ssize(left), std::ssize(right), [&](index_t i, index_t k) {
    const T a = left[static_cast<std::size_t>(i)], b = right[static_cast<std::size_t>(k)];
    return a == b || (a != a && b != b);
  });
}

template <class T, class Make>
std::vector<T> made(index_t n, Make make) {
  std::vector<T> values;
  for (index_t i = 0; i < n; ++i) values.push_back(make());
  return values;
}

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("a join is the nested loop", "[op]") {
  support::random r(31);
  for (const index_t n : {0, 1, 2, 60, 300}) {
    for (const index_t m : {0, 1, 5, 200}) {
      check_columns(made<int>(n, [&] { return static_cast<int>(r.below(50)); }),
                    made<int>(m, [&] { return static_cast<int>(r.below(50)); }));
      const auto far = [&] { return static_cast<std::int64_t>(r.below(300)) * 1'000'000'000'007; };
      check_columns(made<std::int64_t>(n, far), made<std::int64_t>(m, far));
      const auto word = [&] { return std::string(static_cast<std::size_t>(r.below(40)), 'w'); };
      check_columns(made<std::string>(n, word), made<std::string>(m, word));
      const auto real = [&] {
        return r.chance(5) ? no_number : r.chance(5) ? infinity : r.chance(5) ? -0.0 : static_cast<double>(r.below(20));
      };
      check_columns(made<double>(n, real), made<double>(m, real));
    }
  }
}

TEST_CASE("different keys on the right, and the same in another order", "[op]") {
  std::vector<std::int64_t> left, right;
  for (std::int64_t i = 0; i < 1000; ++i) left.push_back(i * 3 % 1500), right.push_back(1000 - i);
  check_columns(left, right);
  for (auto& key : right) key *= std::int64_t{1} << 40;
  check_columns(left, right);
}

TEST_CASE("several columns, of which some meet and others do not", "[op]") {
  support::random r(32);
  const auto a = made<int>(150, [&] { return static_cast<int>(r.below(6)); }),
             c = made<int>(120, [&] { return static_cast<int>(r.below(6)); });
  const auto word = [&] { return std::string(static_cast<std::size_t>(r.below(5)), 'w'); };
  const auto b = made<std::string>(150, word), d = made<std::string>(120, word);
  const auto e = made<double>(150, [&] { return r.chance(3) ? no_number : 1.0; }),
             f = made<double>(120, [&] { return r.chance(3) ? no_number : 1.0; });
  const auto same = [&](index_t i, index_t k) {
    const auto row = static_cast<std::size_t>(i), other = static_cast<std::size_t>(k);
    return a[row] == c[other] && b[row] == d[other];
  };
  check_join(std::tie(a, b), std::tie(c, d), 150, 120, same);
  const auto numbers = [&](index_t i, index_t k) { return same(i, k) && e[static_cast<std::size_t>(i)] == f[static_cast<std::size_t>(k)]; };
  check_join(std::tie(a, b, e), std::tie(c, d, f), 150, 120, numbers, nan_keys::unequal);
}

TEST_CASE("keys that are missing have no partner", "[op]") {
  support::random r(33);
  const auto a = made<int>(80, [&] { return static_cast<int>(r.below(9)); }),
             b = made<int>(70, [&] { return static_cast<int>(r.below(9)); });
  const ravel::missing_keys missing{{0, 5, 79}, {1, 2, 3, 69}};
  check_join(
      a, b, 80, 70,
      [&](index_t i, index_t k) {
        return a[static_cast<std::size_t>(i)] == b[static_cast<std::size_t>(k)] && !missing.left.contains(i) && !missing.right.contains(k);
      },
      missing);
  const std::vector<int> different{1, 2, 3};
  check_join(
      different, different, 3, 3, [](index_t i, index_t k) { return i == k && k != 1; }, ravel::missing_keys{{}, {1}});
}

TEST_CASE("NaN as a key", "[op]") {
  const std::vector<double> left{1, no_number}, right{no_number, no_number, 1};
  CHECK_EQUAL(ravel::arg_join(left, right).right, {2, 0, 1});
  CHECK_EQUAL(ravel::arg_join(left, right, nan_keys::unequal).right, {2});
  CHECK_EQUAL(ravel::arg_join(left, right, join_kind::anti, nan_keys::unequal).left, {1});
  CHECK_THROWS_AS(ravel::arg_join(left, std::vector<double>{1}, nan_keys::refuse), ravel::value_error);
  CHECK_THROWS_WITH(ravel::arg_join(std::vector<double>{1}, right, nan_keys::refuse),
                    Catch::Matchers::StartsWith("the right side of arg_join was told to refuse NaN"));
  CHECK_EQUAL(ravel::arg_join(std::vector<double>{1}, std::vector<double>{1}, nan_keys::refuse).left, {0});
}

TEST_CASE("elements at positions, and a value where there is none", "[op]") {
  const std::vector<std::string> names{"ada", "bob"};
  CHECK_EQUAL(ravel::select_or(names, buffer<index_t>{1, ravel::no_position, 0}, "nobody"),
              {std::string("bob"), std::string("nobody"), std::string("ada")});
  CHECK_EQUAL(select_or(buffer<int>{1, 2} * 10, buffer<index_t>{-1, 1}, 0), {0, 20});
  CHECK_EQUAL(select_or(ravel::make_buffer<int>(0), buffer<index_t>{-1}, 7), {7});
  CHECK_EQUAL(select_or(buffer<float>{1, 2}, buffer<index_t>{1, -1}, -1.0), {2.0F, -1.0F});  // a weak value, as where it is written
  CHECK_EQUAL(select_or(buffer<std::uint8_t>{1, 2}, buffer<index_t>{1, -1}, 7), {std::uint8_t{2}, std::uint8_t{7}});
  CHECK_THROWS_WITH(select_or(buffer<std::uint8_t>{1, 2}, buffer<index_t>{1}, 300), "300 does not fit uint8");
  CHECK_THROWS_AS(ravel::select_or(names, buffer<index_t>{2}, "nobody"), ravel::index_error);
  CHECK_THROWS_AS(ravel::select_or(names, buffer<index_t>{-2}, "nobody"), ravel::index_error);
}

TEST_CASE("failures of arg_join", "[op]") {
  const buffer<int> two{1, 2}, one{1};
  CHECK_THROWS_AS(ravel::arg_join(std::tie(two, one), std::tie(two, two)), ravel::shape_error);
  CHECK_THROWS_AS(ravel::arg_join(std::tie(two, two), std::tie(one, two)), ravel::shape_error);
  CHECK_THROWS_AS(arg_join(two, one, ravel::missing_keys{{2}, {}}), ravel::index_error);
  CHECK_THROWS_AS(arg_join(two, one, ravel::missing_keys{{}, {1}}), ravel::index_error);
  CHECK(support::for_each_allocation_failure([&] { static_cast<void>(arg_join(two, one, join_kind::outer)); }) >= 5);
}
