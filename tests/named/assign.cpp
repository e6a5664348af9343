// SPDX-License-Identifier: BSL-1.0
// Writing through names, adding up what goes to one place, and what is refused.
#include <ravel/named.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

using namespace ravel;

TEST_CASE("named places are written", "[named]") {
  RAVEL_DIMS(i, j, k);
  const tensor<double> a = reshape(arange<double>(6.0), {2, 3});
  const auto out = zeros<double>({3, 2});
  out(j, i) = a(i, j);
  REQUIRE_EQUAL(out, transpose(a));
  out(j, i) = out(j, i) * 2.0 + 1.0;
  REQUIRE_EQUAL(out, transpose(a) * 2.0 + 1.0);
  out(i, j) = 7;
  REQUIRE_EQUAL(out, full<double>({3, 2}, 7));
  out(i, all) = a(all, i);  // positional axes are written as such
  REQUIRE_EQUAL(out, transpose(a));
  out(j, i) = j;  // dims that the right lacks stretch
  REQUIRE_EQUAL(out, tensor<double>{{0, 0}, {1, 1}, {2, 2}});
  out(j, 1) = a(0, j);
  CHECK(to_vector(out(all, 1)) == std::vector<double>{0, 1, 2});
  const auto square = zeros<int>({3, 3});
  square(i, i) = 1;
  REQUIRE_EQUAL(square, eye<int>(3));
  const auto line = arange<int>(6);
  line(pack(i(2), j)) = cast<int>(10 * i + j);
  CHECK(to_vector(line) == std::vector<int>{0, 1, 2, 10, 11, 12});
  line(2 * i + 1) = line(i(3) + 0);
  CHECK(to_vector(line) == std::vector<int>{0, 0, 2, 1, 11, 2});
  const auto x = arange<int>(5);
  x(i) = x(4 - i);  // as if all had been read first
  CHECK(to_vector(x) == std::vector<int>{4, 3, 2, 1, 0});
}

TEST_CASE("a view that writes is not bound anew by what it shows alone", "[named]") {
  RAVEL_DIMS(i, j);
  const tensor<double> t{{1, 2}, {3, 4}}, other{{5, 6}, {7, 8}};
  auto view = t(i, j);
  named<double>& shown = view;
  CHECK_THROWS_AS(shown = shown * 2.0, type_error);
  CHECK_THROWS_WITH(shown = other(i, j), Catch::ContainsSubstring("part of a view that is written through"));
  REQUIRE_EQUAL(order(view, i, j), t);
  named<double> copied = shown;  // a name of its own
  copied = copied * 2.0;
  REQUIRE_EQUAL(order(copied, i, j), t * 2.0);
  view = other(i, j);
  REQUIRE_EQUAL(order(view, i, j), other);
  auto again = view;
  again = t(i, j);
  std::move(again) = 0.0;
  REQUIRE_EQUAL(t, zeros<double>({2, 2}));
  CHECK_THROWS_AS(static_cast<named<double>&>(again) = copied, type_error);
}

TEST_CASE("values that do not fit the elements are refused at any places", "[named]") {
  RAVEL_DIMS(i, j);
  const tensor<int> once{0, 1}, twice{0, 0};
  const auto bytes = [] { return full<std::uint8_t>({2}, 200); };
  CHECK_THROWS_AS(bytes()(i) += 100, type_error);
  CHECK_THROWS_AS(bytes()(once(i)) += 100, type_error);
  CHECK_THROWS_WITH(bytes()(twice(i)) += 100, "writing to (i=2): 300 does not fit uint8");
  CHECK_THROWS_AS(zeros<std::uint8_t>(2)(twice(i)) -= 1, type_error);
  CHECK_THROWS_AS(bytes()(i(1) + j(2)) += 100, type_error);
  CHECK_THROWS_WITH(full<std::int16_t>({2}, 20000)(twice(i)) *= 2, "writing to (i=2): 40000 does not fit int16");
  const auto fits = full<std::uint8_t>({2}, 200);
  fits(twice(i)) += 20;
  CHECK(to_vector(fits) == std::vector<std::uint8_t>{240, 200});
}

template <class T>
concept adds_in_place = requires(const named_view<T>& of, T v) { of += v; };
template <class T>
concept meets_bits_in_place = requires(const named_view<T>& of, T v) { of |= v; };

TEST_CASE("every operator that tensors have in place meets what goes to one place", "[named]") {
  RAVEL_DIMS(i, j);
  static_assert(!adds_in_place<bool> && adds_in_place<int> && meets_bits_in_place<bool> && !meets_bits_in_place<double>);
  const tensor<int> to{1, 0, 1, 1};
  const auto seen = zeros<bool>(3), odd = zeros<bool>(3), never = full<bool>({3}, true);
  seen(to(i)) |= true;
  odd(to(i)) ^= tensor<bool>{true, true, true, false}(i);
  never(to(i)) &= tensor<bool>{true, true, false, true}(i);
  CHECK(to_vector(seen) == std::vector<bool>{true, true, false});
  CHECK(to_vector(odd) == std::vector<bool>{true, false, false});
  CHECK(to_vector(never) == std::vector<bool>{true, false, true});
  const auto flags = zeros<std::uint8_t>({2, 3});
  transpose(flags)(to(i), j) |= cast<std::uint8_t>(1 << j);
  REQUIRE_EQUAL(flags, tensor<std::uint8_t>{{1, 1, 0}, {2, 2, 0}});
  const auto rest = full<int>({3}, 17);
  rest(to(i)) %= tensor<int>{9, 4, 5, 2}(i);
  CHECK(to_vector(rest) == std::vector<int>{1, 1, 17});
  rest(to(i)) <<= 1;
  CHECK(to_vector(rest) == std::vector<int>{2, 8, 17});
  rest(i) >>= cast<int>(i);
  CHECK(to_vector(rest) == std::vector<int>{2, 4, 4});
  CHECK_THROWS_AS(rest(to(i)) %= 0, value_error);
  seen(i) ^= true;
  CHECK(to_vector(seen) == std::vector<bool>{false, false, true});
}

TEST_CASE("+= adds up what goes to one place", "[named]") {
  RAVEL_DIMS(i, j);
  const tensor<int> to{1, 0, 1, 1};
  const tensor<double> v{1, 2, 3, 4};
  const auto sums = zeros<double>(3);
  sums(to(i)) += v(i);
  CHECK(to_vector(sums) == std::vector<double>{2, 8, 0});
  sums(to(i)) -= 1;
  CHECK(to_vector(sums) == std::vector<double>{1, 5, 0});
  const auto rows = zeros<double>({3, 2});
  transpose(rows)(j, to(i)) += v(i) * (j + 1.0);  // of a target that is no row of elements
  REQUIRE_EQUAL(rows, tensor<double>{{2, 4}, {8, 16}, {0, 0}});
  const tensor<int> last_row{2, 2};
  transpose(rows)(j, last_row(i)) += 1;  // fewer values than elements
  REQUIRE_EQUAL(rows, tensor<double>{{2, 4}, {8, 16}, {2, 2}});
  sums(i) += sums(i);
  CHECK(to_vector(sums) == std::vector<double>{2, 10, 0});
  sums(i) *= 0.5;
  CHECK(to_vector(sums) == std::vector<double>{1, 5, 0});
  const tensor<int> once{2, 0};
  sums(once(i)) = tensor<double>{8, 9}(i);
  CHECK(to_vector(sums) == std::vector<double>{9, 5, 8});
}

TEST_CASE("a target that cannot be written says why", "[named]") {
  RAVEL_DIMS(i, j, k);
  const auto out = zeros<double>({2, 3});
  const tensor<double> a = ones<double>({2, 4});
  CHECK_THROWS_WITH((out(i, j) = a(i, k)), "cannot write (i=2, k=4) to (i=2, j=3): dim k is not on the left, sum over it");
  CHECK_THROWS_WITH((out(i, j) = a(i, j)), "dim j has extent 3 in (i=2, j=3) and 4 in what is written");
  CHECK_THROWS_AS((out(i + 1, j) = 1), shape_error);
  CHECK_THROWS_WITH((out(i(2) + 1, j) = 1), "position 2 is outside [0, 2) on axis 0, where i=1");
  const tensor<int> twice{1, 1};
  CHECK_THROWS_AS((zeros<double>(3)(twice(i)) = a(i, 0)), layout_error);
  CHECK_THROWS_AS((out(twice(i), 0) = a(i, 0)), layout_error);
}

TEST_CASE("errors of writing say where it was to go", "[named]") {
  RAVEL_DIMS(i, k);
  const auto out = zeros<double>(3);
  const tensor<int> twice{1, 1};
  CHECK_THROWS_WITH(out(twice(k)) = 1.0, Catch::StartsWith("writing to (k=2): cannot write in bulk"));
  const auto small = zeros<int>({2, 3});
  const tensor<int> zero{0, 0};
  CHECK_THROWS_WITH(small(i, k) = zero(i) / zero(i), Catch::StartsWith("writing to (i=2, k=3): "));
}
