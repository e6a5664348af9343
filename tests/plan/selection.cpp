// SPDX-License-Identifier: BSL-1.0
// Recorded selections by masks and positions: their lengths, which each run finds, and the bits that they have of tensors.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::of_one;
using plan_tests::same_bits;
using plan_tests::two_faces;

namespace {

// Calls f(x, mask) of planned values, and of tensors with the mask in its type.
template <class F>
two_faces of_mask(F f) {
  return {[f](plan_tests::any_values x) { return plan_tests::as_tensor_of_any(f(x[0], as<bool>(x[1]))); },
          [f](plan_tests::planned_values x) -> planned { return f(x[0], x[1]); }};
}
template <class F>
two_faces of_positions(F f) {
  return {[f](plan_tests::any_values x) { return plan_tests::as_tensor_of_any(f(x[0], as<index_t>(x[1]))); },
          [f](plan_tests::planned_values x) -> planned { return f(x[0], x[1]); }};
}

any_tensor random_mask(support::random& r, const shape& extents) { return any_tests::random_tensor<bool>(r, extents); }

std::vector<any_tensor> of_all_kinds(support::random& r, const shape& extents) {
  auto all = plan_tests::one_of_each_kind(r, extents);
  all.emplace_back(cast(any_tests::random_tensor<int>(r, extents), dtype::float16));
  all.emplace_back(clone(map([](int k) { return std::string(k < 0 ? "less" : "more"); }, any_tests::random_tensor<int>(r, extents))));
  return all;
}

}  // namespace

TEST_CASE("compress of planned values gives the bits of tensors of every type", "[plan]") {
  support::random r(3);
  for (const shape& extents : {shape{4, 6}, shape{1, 6}, shape{4, 1}, shape{0, 6}, shape{4, 0}}) {
    for (const any_tensor& x : of_all_kinds(r, extents)) {
      INFO(name(x.dtype()) << " " << to_string(extents));
      check_recorded(of_mask([](const auto& t, const auto& m) { return compress(t, m); }), {x, random_mask(r, extents)});
      check_recorded(of_mask([](const auto& t, const auto& m) { return compress(t, m, 0); }), {x, random_mask(r, extents[0])});
      check_recorded(of_mask([](const auto& t, const auto& m) { return compress(t, m, -1); }), {x, random_mask(r, extents[1])});
      check_recorded(of_mask([](const auto& t, const auto& m) { return t(m); }), {x, random_mask(r, extents)});
      check_recorded(of_mask([](const auto& t, const auto& m) { return t(m); }), {x, random_mask(r, extents[0])});
    }
  }
}

TEST_CASE("positions of true elements are recorded", "[plan]") {
  support::random r(4);
  for (const shape& extents : {shape{4, 6}, shape{1, 6}, shape{0, 6}, shape{5}, shape{0}, shape{}}) {
    INFO(to_string(extents));
    const any_tensor mask = random_mask(r, extents);
    check_recorded(of_one([](const auto& m) { return nonzero(m); }), {mask});
    const two_faces positions{[](plan_tests::any_values x) -> any_tensor {
                                const selection found = argfilter(x[0]);
                                return as_tensor(adopt(std::vector<index_t>(found.begin(), found.end())), found.size());
                              },
                              [](plan_tests::planned_values x) { return argfilter(x[0]); }};
    check_recorded(positions, {mask});
  }
}

TEST_CASE("unique of planned values gives the bits of tensors of every type", "[plan]") {
  support::random r(5);
  for (const shape& extents : {shape{4, 6}, shape{7}, shape{0}, shape{}}) {
    for (const any_tensor& x : of_all_kinds(r, extents)) check_recorded(of_one([](const auto& t) { return unique(t); }), {x});
  }
}

TEST_CASE("take and take_along_axis by planned positions give the bits of tensors", "[plan]") {
  support::random r(6);
  const any_tensor rows = tensor<index_t>{3, 0, 0, 1}, none = tensor<index_t>(), narrow = tensor<std::int8_t>{1, 1, 2};
  for (const any_tensor& x : of_all_kinds(r, {4, 6})) {
    const auto taken = of_positions([](const auto& t, const auto& p) { return take(t, 0, p); });
    check_recorded(taken, {x, rows});
    check_recorded(taken, {x, clone(zeros(dtype::int64, {0}))});
    check_recorded(of_positions([](const auto& t, const auto& p) { return take(t, 1, p); }), {x, rows});
    check_recorded(of_positions([](const auto& t, const auto& p) { return t(p); }), {x, rows});
    check_recorded(of_positions([](const auto& t, const auto& p) { return take_along_axis(t, p, 1); }),
                   {x, argsort(any_tests::random_tensor<double>(r, {4, 6}), 1)});
    check_recorded(of_positions([](const auto& t, const auto& p) { return take_along_axis(t, p, 0); }),
                   {x, argsort(any_tests::random_tensor<double>(r, {4, 6}), 0)});
  }
  check_recorded(
      of_positions([](const auto& t, const auto& p) { return take_along_axis(t, p, 1); }),
      {any_tests::random_tensor<float>(r, {2, 5, 3}), slice(argsort(any_tests::random_tensor<double>(r, {2, 5, 3}), 1), 1, 0, 4)});
  const planned_extent n("n"), k("k");
  const planned x = placeholder<double>("x", {n, 2}), p = placeholder<std::int8_t>("p", {k});
  const plan by_narrow({x, p}, {{"y", take(x, 0, p)}});
  const tensor<double> values{{1, 2}, {3, 4}, {5, 6}};
  CHECK(equal(by_narrow.run({values, narrow})["y"], tensor<double>{{3, 4}, {3, 4}, {5, 6}}));
  CHECK_THROWS_WITH(by_narrow.run({values, tensor<std::int8_t>{3}}), ContainsSubstring("in take(x, 0, p)"));
  CHECK_THROWS_AS(take(x, 0, placeholder<double>("q", {k})), type_error);
  CHECK_THROWS_AS(take(x, 2, p), index_error);
  CHECK_THROWS_AS(take(x, 0, placeholder<int>("q", {k, 2})), shape_error);
  CHECK_THROWS_WITH(take_along_axis(x, placeholder<int>("q", {n, n}), 0), ContainsSubstring("x float64[n 2]"));
  CHECK_THROWS_AS(take_along_axis(x, p, 0), shape_error);
}

TEST_CASE("columns selected by one mask agree in length", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n, 2}), y = placeholder<float>("y", {n});
  const planned good = called("good", y > 0.5f);
  const planned a = compress(x, good, 0), b = compress(y, good), c = y(good), at = argfilter(good);
  CHECK(to_string(a.shape()) == "[(count of good) 2]");
  CHECK((b + c).shape() == b.shape());
  CHECK((a + new_axis(b, 1)).shape() == a.shape());
  CHECK((take(y, 0, at) + b).shape() == b.shape());
  CHECK(nonzero(good).shape()[0] == b.shape()[0]);
  CHECK((compress(x, y > 0.5f, 0).shape() == a.shape()) == false);  // another mask
  CHECK_THROWS_AS(b + y, shape_error);

  const plan p({x, y},
               {{"sum", a + new_axis(b + c, 1)}, {"share", planned_length(b.shape()[0]) * sum(b) / n}, {"taken", take(y, 0, at) - b}});
  workspace room(p);
  for (const index_t rows : {0, 1, 9, 4, 9}) {
    const any_tensor xs = clone(random_uniform<double>({rows, 2}, -1, 1, 3)), ys = clone(random_uniform<float>(rows, 0, 1, rows));
    const tensor<const bool> mask = as<bool>(clone(ys > 0.5f));
    const any_tensor kept = compress(ys, mask);
    const results made = p.run(room, {xs, ys});
    CHECK(same_bits(made["sum"], clone(compress(xs, mask, 0) + new_axis(kept + kept, 1))));
    CHECK(same_bits(made["share"], clone(kept.size() * scalar_tensor(sum(kept)) / rows)));
    CHECK(same_bits(made["taken"], clone(kept - kept)));
  }
}

TEST_CASE("a length that a step finds is known before it is read", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n}), y = placeholder<double>("y", {n, 2});
  const planned positive = x > 0;
  const planned kept = compress(x, positive), distinct = unique(x);
  const plan p({x, y}, {{"counted", kept.shape()[0] * x},
                        {"first", slice(y, 0, 0, kept.shape()[0])},
                        {"half", slice(y, 0, 0, distinct.shape()[0])},
                        {"ratio", kept.shape()[0] / sum(x)}});
  const tensor<double> xs{1, -1, 3, 3}, ys{{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  const results made = p.run({xs, ys});
  CHECK(equal(made["counted"], tensor<double>{3, -3, 9, 9}));
  CHECK(equal(made["first"], slice(ys, 0, 0, 3)));
  CHECK(equal(made["half"], slice(ys, 0, 0, 3)));
  CHECK(made.number<double>("ratio") == 0.5);
  const planned_length lost = unique(y).shape()[0];
  CHECK_THROWS_WITH(lost * x, ContainsSubstring("keep the value"));
}

TEST_CASE("equal steps of equal masks are joined, and their lengths stay right", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const planned a = compress(x, x > 0), b = compress(x, x > 0);
  const plan p({x}, {{"a", a * 2}, {"b", b + b}, {"c", slice(x, 0, 0, b.shape()[0])}});
  const results made = p.run({tensor<double>{1, -2, 3}});
  CHECK(equal(made["a"], tensor<double>{2, 6}));
  CHECK(same_bits(made["a"], made["b"]));
  CHECK(equal(made["c"], tensor<double>{1, -2}));
}

TEST_CASE("selections that do not fit are refused when they are recorded", "[plan]") {
  const planned_extent n("n"), m("m");
  const planned x = placeholder<double>("x", {n, 2}), mask = placeholder<bool>("mask", {n}), other = placeholder<bool>("other", {m});
  CHECK_THROWS_WITH(compress(x, other, 0), ContainsSubstring("x float64[n 2]") && ContainsSubstring("other bool[m]"));
  CHECK_THROWS_WITH(compress(x, mask), ContainsSubstring("differ in shape"));
  CHECK_THROWS_WITH(x(other), ContainsSubstring("other bool[m]"));
  CHECK_THROWS_AS(compress(x, mask, 2), index_error);
  CHECK_THROWS_WITH(compress(x, select(x, 1, 0), 0), ContainsSubstring("has no bools"));
  CHECK_THROWS_AS(argfilter(x), type_error);
  CHECK_THROWS_AS(nonzero(x), type_error);
  CHECK_THROWS_AS(unique(placeholder<std::complex<double>>("z", {n})), type_error);
  CHECK_THROWS_AS(x(select(x, 1, 0)), type_error);
  CHECK(describe(plan({x, mask}, {{"y", compress(x, mask, 0)}})) ==
        "t1 float64[(count of mask) 2] = compress(x, mask, 0)\nresult y = t1\n");
}

TEST_CASE("a selection goes to a target of its length", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const plan p({x}, {{"kept", compress(x, x > 0)}, {"distinct", unique(x)}});
  const tensor<double> xs{3, -1, 3, 2};
  const any_tensor kept = empty(dtype::float64, {3}), distinct = empty(dtype::float64, {3});
  (void)p.run({xs}, results_into{{"kept", kept}, {"distinct", distinct}});
  CHECK(equal(kept, tensor<double>{3, 3, 2}));
  CHECK(equal(distinct, tensor<double>{-1, 2, 3}));
  CHECK_THROWS_WITH(p.run({xs}, results_into{{"kept", empty(dtype::float64, {4})}}),
                    ContainsSubstring("the result kept has the shape [3]"));
}

TEST_CASE("a placeholder may have the length of a selection", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const planned kept = compress(x, x > 0), y = placeholder<double>("y", {kept.shape()[0]});
  const plan p({x, y}, {{"sum", kept + y}});
  CHECK(equal(p.run({tensor<double>{3, -1, 2}, tensor<double>{10, 20}})["sum"], tensor<double>{13, 22}));
  CHECK_THROWS_AS(p.run({tensor<double>{3, -1, 2}, tensor<double>{10}}), shape_error);
}
