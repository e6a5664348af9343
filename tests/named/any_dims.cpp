// SPDX-License-Identifier: BSL-1.0
// Dims of expressions of run-time types change as those of expressions with types.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <string>

using namespace ravel;

namespace {

// The same elements and the same type.
template <class Want>
void require_same(const any_tensor& got, const Want& want) {
  using T = std::remove_cvref_t<decltype(want[0])>;
  REQUIRE(got.dtype() == dtype_of<T>());
  REQUIRE_EQUAL(as<T>(got), tensor<const T>(want));
}

const dim i("i"), j("j"), k("k"), a("a"), b("b");

}  // namespace

TEST_CASE("dims are asked for and changed", "[named][any]") {
  const auto t = clone(compute<float>({4, 6}, [](index_t row, index_t column) { return static_cast<float>((6 * row + column) * 7 % 11); }));
  const any_tensor x = t;
  const any_named e = x(i, j);
  CHECK(dims_of(e).size() == 2);
  CHECK(has_dim(e, j));
  CHECK(!has_dim(e, k));
  CHECK(extent(e, j) == 6);
  CHECK_THROWS_AS(extent(e, k), value_error);
  CHECK_THROWS_AS(extent(x(i + 1, j), i), shape_error);
  require_same(order(expand(e, k(2)), k, i, j), order(expand(t(i, j), k(2)), k, i, j));
  require_same(order(rename(e, i, k), k, j), order(rename(t(i, j), i, k), k, j));
  const auto parts = split(e, j, {a(2), b});
  const auto typed = split(t(i, j), j, {a(2), b});
  require_same(order(parts[1], b, i), order(typed[1], b, i));
  require_same(order(parts[0], a, i), order(typed[0], a, i));
}

TEST_CASE("expressions of several types are joined", "[named][any]") {
  const auto t = clone(compute<float>({2, 3}, [](index_t row, index_t column) { return static_cast<float>(3 * row + column); }));
  const tensor<int> u{{1, 2}, {3, 4}};
  const any_tensor x = t, y = u;
  require_same(order(concat(k, x(i, a), y(i, b)), i, k), order(concat(k, t(i, a), u(i, b)), i, k));
  require_same(order(concat(k, x(i, a), u(i, b)), i, k), order(concat(k, t(i, a), u(i, b)), i, k));
  require_same(order(stack(k, y(i, j), y(j, i)), k, i, j), order(stack(k, u(i, j), u(j, i)), k, i, j));
  require_same(order(stack(k, y(i, j), i), k, i, j), order(stack(k, u(i, j), i), k, i, j));
  require_same(order(concat(j, split(x(i, j), j, {a(2), b})), i, j), t);
  require_same(order(stack(k, y(i + 1, a), y(1 - i, a)), k, i(1), a), order(stack(k, u(i + 1, a), u(1 - i, a)), k, i(1), a));
  CHECK_THROWS_AS(concat(k, std::vector<any_named>()), value_error);
  CHECK_THROWS_AS(concat(k, x(i, a), y(i, a)), shape_error);
  const any_tensor words = as_tensor(buffer<std::string>{"u", "v"}, {2});
  CHECK(as<std::string>(order(concat(k, words(a), words(b)), k))(3) == "v");
  CHECK_THROWS_AS(stack(k, words(i), y(0, i)), type_error);
}
