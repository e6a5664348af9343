// SPDX-License-Identifier: BSL-1.0
// Views of planned values have the shapes and elements of views of tensors.
#include <ravel/base/error.hpp>
#include <ravel/index/selection.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::of_one;

namespace {

template <class F>
void check_view(const F& f, const shape& extents = {3, 4, 5}) {
  support::random r(11);
  const auto faces = of_one(f);
  check_recorded(faces, {random_tensor<int>(r, extents)});
  check_recorded(faces, {random_tensor<std::complex<double>>(r, extents)});
}

}  // namespace

TEST_CASE("views are recorded", "[plan]") {
  check_view([](const auto& t) { return transpose(t); });
  check_view([](const auto& t) { return transpose(t, {2, 0, 1}); });
  check_view([](const auto& t) { return swap_axes(t, 0, -1); });
  check_view([](const auto& t) { return select(t, 1, 2); });
  check_view([](const auto& t) { return slice(t, 1, 1, 2); });
  check_view([](const auto& t) { return take(t, 0, selection({2, 0, 2, 1})); });
  check_view([](const auto& t) { return flip(t, {0, 2}); });
  check_view([](const auto& t) { return flip(t); });
  check_view([](const auto& t) { return flat(t); });
  check_view([](const auto& t) { return new_axis(t, 1); });
  check_view([](const auto& t) { return new_axis(t, -1); });
  check_view([](const auto& t) { return squeeze(t, 1); }, {3, 1, 5});
  check_view([](const auto& t) { return windows(t, {0, 2}, {2, 3}); });
  check_view([](const auto& t) { return concat(along(1), t, t, transpose(transpose(t))); });
  check_view([](const auto& t) { return stack(along(2), t, flip(t)); });
  check_view([](const auto& t) { return transpose(slice(flip(transpose(t, {1, 2, 0}), 0), 1, 1, 3)) + 1; });
}

TEST_CASE("lengths of views are polynomials", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, m});
  CHECK(flat(x).shape() == planned_shape{n * m});
  CHECK(slice(x, 0, 1, n - 1).shape() == planned_shape{n - 1, m});
  CHECK(windows(x, 0, 3).shape() == planned_shape{n - 2, m, 3});
  CHECK(concat(along(0), x, slice(x, 0, 1, n - 1)).shape() == planned_shape{2 * n - 1, m});
  CHECK(reshape(x, {m, n}).shape() == planned_shape{m, n});
  CHECK(reshape(x, {m, -1}).shape() == planned_shape{m, n});
  CHECK(reshape(x, {1, -1, 1}).shape() == planned_shape{1, n * m, 1});
  CHECK_THROWS_WITH(reshape(x, {2, -1}), ContainsSubstring("cannot be divided before a run"));
  CHECK_THROWS_WITH(reshape(broadcast(x, {4, n, m}), {-2, -1}), ContainsSubstring("cannot be divided before a run"));
  CHECK_THROWS_WITH(reshape(x, {-1, -1}), ContainsSubstring("elements"));
  CHECK(broadcast(sum(x, 0), {n, m}).shape() == planned_shape{n, m});
  CHECK(concat(along(0), flat(x), placeholder<int>("i", {m})).dtype() == dtype::float64);

  const plan p({x}, {{"pairs", slice(x, 0, 1, n - 1) - slice(x, 0, 0, n - 1)},
                     {"flat", reshape(broadcast(sum(x, 0), {n, m}), {m, n})},
                     {"whole", concat(along(0), x, slice(x, 0, 1, n - 1))}});
  workspace room(p);
  for (const index_t rows : {1, 2, 5}) {
    const auto t = clone(compute<double>({rows, 3}, [](index_t i, index_t j) { return static_cast<double>(i * i * 10 + j); }));
    const results made = p.run(room, {t});
    CHECK(equal(made["pairs"], slice(t, 0, 1, rows - 1) - slice(t, 0, 0, rows - 1)));
    CHECK(equal(made["flat"], reshape(clone(broadcast(sum(t, 0), {rows, 3})), {3, rows})));
    CHECK(equal(made["whole"], concat(along(0), t, slice(t, 0, 1, rows - 1))));
  }
}

TEST_CASE("views that no run can have are refused when they are recorded", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, 4});
  CHECK_THROWS_AS(select(x, 1, 4), index_error);
  CHECK_THROWS_AS(select(x, 0, -1), index_error);
  CHECK_THROWS_AS(select(x, 2, 0), index_error);
  CHECK_THROWS_AS(slice(x, 1, 2, 3), index_error);
  CHECK_THROWS_AS(transpose(x, {0, 0}), value_error);
  CHECK_THROWS_AS(transpose(x, 0), value_error);
  CHECK_THROWS_AS(windows(x, 1, 5), shape_error);
  CHECK_THROWS_AS(windows(x, {0, 1}, 2), value_error);
  CHECK_THROWS_WITH(windows(x, {0, -2}, {2, 2}), ContainsSubstring("windows along axis 0 twice"));
  CHECK_THROWS_WITH(flip(x, {0, -2}), ContainsSubstring("axis 0 is named twice"));
  CHECK_THROWS_WITH(reshape(x, {n, 3}), ContainsSubstring("4 * n") && ContainsSubstring("3 * n"));
  CHECK_THROWS_WITH(squeeze(x, 0), ContainsSubstring("has the length n"));
  CHECK_THROWS_AS(broadcast(x, {m, 4}), shape_error);
  CHECK_THROWS_AS(concat(along(1), x, placeholder<double>("y", {m, 4})), shape_error);
  CHECK_THROWS_AS(stack(along(0), x, transpose(x)), shape_error);
  CHECK_THROWS_AS(concat(along(0), placeholder<std::uint64_t>("u", {n}), placeholder<std::int64_t>("i", {n})), type_error);
  const plan p({x}, {{"late", select(x, 0, 3)}});  // n is known when it runs
  workspace room(p);
  CHECK(p.run(room, {ones<double>({4, 4})})["late"].size() == 4);
  CHECK_THROWS_WITH(p.run(room, {ones<double>({3, 4})}), ContainsSubstring("in select(x, 0, 3)"));
}
