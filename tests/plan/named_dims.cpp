// SPDX-License-Identifier: BSL-1.0
// Dims that are added, split and joined, and masks among dims, give on planned values what they give on tensors of run-time type.
#include <ravel/base/error.hpp>
#include <ravel/named.hpp>
#include <ravel/op.hpp>
#include <ravel/plan/named.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::of_one;
using plan_tests::of_two;
using plan_tests::same_bits;

namespace {

const dim i("i"), j("j"), k("k"), a("a"), b("b"), c("c");

template <class F>
void check_one(const F& f, const shape& extents = {4, 6}) {
  support::random r(11);
  check_recorded(of_one(f), {random_tensor<double>(r, extents)});
  check_recorded(of_one(f), {random_tensor<std::int16_t>(r, extents)});
  check_recorded(of_one(f), {random_tensor<std::complex<float>>(r, extents)});
}
template <class F>
void check_two(const F& f, const shape& first, const shape& second) {
  support::random r(13);
  check_recorded(of_two(f), {random_tensor<double>(r, first), random_tensor<double>(r, second)});
  check_recorded(of_two(f), {random_tensor<std::int16_t>(r, first), random_tensor<float>(r, second)});
  check_recorded(of_two(f), {random_tensor<int>(r, first), random_tensor<int>(r, second)});
}

}  // namespace

TEST_CASE("planned values get dims that they do not have", "[plan]") {
  check_one([](const auto& x) { return order(expand(x(i, j), k(2)), k, i, j); });
  check_one([](const auto& x) { return order(expand(x(i), k(2), a(0)), i, a, k); });
  check_one([](const auto& x) { return order(expand(x(i, j), k(3)), j, pack(i, k)); });
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, 3});
  const planned grown = order(expand(x(i, j), planned_dim(k, n + 1), a(2)), k, j, a, i);
  CHECK(grown.shape() == planned_shape{n + 1, 3, 2, n});
  CHECK(dims_of(expand(x(i, j), k(2))).size() == 3);
  const plan p({x}, {{"sum", order(sum(expand(x(i, j), planned_dim(k, n)), {k, j}), i)}});
  const tensor<double> t = clone(random_uniform<double>({5, 3}, -1, 1, 3));
  CHECK(same_bits(p.run({t})["sum"], clone(order(sum(expand(any_tensor(t)(i, j), k(5)), {k, j}), i))));
  CHECK_THROWS_WITH(expand(x(i, j), i(3)), ContainsSubstring("expand: x float64[n 3] has dim i already"));
  CHECK_THROWS_WITH(expand(x(i), k(2), k(3)), ContainsSubstring("has dim k already"));
  CHECK_THROWS_WITH(expand(x(i, j), k), ContainsSubstring("nobody states the extent of dim k: write k(n)"));
}

TEST_CASE("dims of planned values are split and joined", "[plan]") {
  check_one([](const auto& x) { return order(split(x(i, j), j, {a(2), b})[1], b, i); });
  check_one([](const auto& x) { return order(split(x(i), i, {a, b(1), c(0)})[0], a); });
  check_one([](const auto& x) { return order(concat(k, split(x(i, j), j, {a(2), b, c(1)})), i, k); });
  check_one([](const auto& x) { return order(concat(j, split(x(i, j), j, {a(2), b})), j, i); });
  check_two([](const auto& x, const auto& y) { return order(concat(k, x(i, a), y(b, i)), k, i); }, {4, 3}, {2, 4});
  check_two([](const auto& x, const auto& y) { return order(concat(k, x(a), y(b)), k); }, {3, 1}, {2, 4});
  check_two([](const auto& x, const auto& y) { return order(concat(k, x(a, j), y(b), x(c, j)), j, k); }, {3, 4}, {2});
  check_two([](const auto& x, const auto& y) { return order(stack(k, x(i, j), y(j)), j, k, i); }, {4, 3}, {3});
  check_two([](const auto& x, const auto& y) { return order(stack(k, x(i), y(i)), k, i); }, {4}, {4, 3});
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, 3}), y = placeholder<double>("y", {m, 3});
  CHECK(order(concat(k, x(i, j), y(a, j)), k, j).shape() == planned_shape{n + m, 3});
  CHECK(order(stack(k, x(i, j), 2 * x(i, j)), k, j, i).shape() == planned_shape{2, 3, n});
  CHECK(order(split(x(i, j), i, {planned_dim(a, n - 2), b})[1], j, b).shape() == planned_shape{3, 2});
  const tensor<double> edge{{7, 8, 9}};
  const plan p({x}, {{"made", order(concat(k, edge(a, j), x(i, j)), k, j)}});
  const tensor<double> t = clone(random_uniform<double>({5, 3}, -1, 1, 3));
  CHECK(same_bits(p.run({t})["made"], concat(along(0), edge, t)));
}

TEST_CASE("dims that planned values do not have are not split or joined", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, 3}), y = placeholder<double>("y", {m, 3});
  CHECK_THROWS_WITH(split(x(i, j), k, {a(1), b}), ContainsSubstring("split: x float64[n 3] has no dim k"));
  CHECK_THROWS_WITH(split(x(i, j), j, {a, b}), ContainsSubstring("split: nobody states the extents of dims a and b"));
  CHECK_THROWS_WITH(split(x(i, j), j, {a(1), i}), ContainsSubstring("split: x float64[n 3] has dim i already"));
  CHECK_THROWS_WITH(split(x(i, j), j, {a(1), b(1)}), ContainsSubstring("split: parts of dim j make 2, it has extent 3"));
  CHECK_THROWS_WITH(split(x(i, j), j, {a(4), b}), ContainsSubstring("make 4, it has extent 3"));
  CHECK_THROWS_WITH(split(x(i, j), i, {a(4), b(1)}), ContainsSubstring("make 5, it has extent n"));
  CHECK_THROWS_WITH(concat(k, x(i, j), y(i, j)), ContainsSubstring("dim i has the lengths n in x"));
  CHECK_THROWS_WITH(concat(k, x(i, j), x(i, j)), ContainsSubstring("concat: part 1 is x float64[n 3] with dims (i, j), and needs one dim"));
  CHECK_THROWS_WITH(concat(k, x(i, j), 2.0), ContainsSubstring("concat of a number"));
  CHECK_THROWS_WITH(concat(j, x(i, j), y(a, j)), ContainsSubstring("concat: every part has dim j already"));
  CHECK_THROWS_WITH(concat(k, x(i), transpose(y)(a)), ContainsSubstring("concat: positional axes of parts have the lengths 3 and m"));
  CHECK_THROWS_WITH(stack(i, x(i, j), x(i, j)), ContainsSubstring("stack: every part has dim i already"));
  CHECK_THROWS_WITH(concat(k, std::vector<planned_named>()), ContainsSubstring("concat needs at least one part"));
}

TEST_CASE("a mask stands among the places of dims", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, m, 2}), rows = placeholder<bool>("rows", {n}), both = placeholder<bool>("both", {n, m});
  const planned chosen = order(x(rows, j, k)(i), k, i, j);
  CHECK(chosen.shape()[1] == compress(rows, rows).shape()[0]);
  const plan p({x, rows, both}, {{"rows", chosen},
                                 {"behind", order(x(i, all, k)(select(both, 0, 0))(j), j, k, i)},
                                 {"both", order(sum(x(both, k)(i), i), k)},
                                 {"sum", order(x(both, k)(i) * x(both, k)(i), i, k)}});
  const any_tensor t = clone(random_uniform<double>({4, 3, 2}, -1, 1, 3));
  const tensor<bool> marked{true, false, true, true};
  for (const bool first : {true, false}) {
    const tensor<bool> pairs = clone(random_uniform<double>({4, 3}, -1, 1, 9) > (first ? 0.0 : 2.0));
    const results made = p.run({t, marked, pairs});
    CHECK(same_bits(made["rows"], clone(order(t(marked, j, k)(i), k, i, j))));
    CHECK(same_bits(made["behind"], clone(order(t(i, all, k)(tensor<const bool>(select(pairs, 0, 0)))(j), j, k, i))));
    CHECK(same_bits(made["both"], clone(order(sum(t(pairs, k)(i), i), k))));
    CHECK(same_bits(made["sum"], clone(order(t(pairs, k)(i) * t(pairs, k)(i), i, k))));
  }
  CHECK_THROWS_WITH(x(i, rows), ContainsSubstring("the mask rows bool[n] does not have the axes of x float64[n m 2] from axis 1 on"));
  CHECK_THROWS_WITH(x(i, j, both), ContainsSubstring("4 places for x float64[n m 2]"));
  CHECK_THROWS_AS(x(rows(k), j), type_error);
}
