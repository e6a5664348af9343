// SPDX-License-Identifier: BSL-1.0
// Recorded tensors of lengths that each run says: constants, ranges, random numbers.
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <any/every_type.hpp>
#include <plan/recorded_as_eager.hpp>

using namespace ravel;
using Catch::Matchers::ContainsSubstring;
using plan_tests::check_recorded;
using plan_tests::same_bits;
using plan_tests::two_faces;

namespace {

// Calls f(shape) with the shape of a value.
template <class F>
two_faces of_shape(F f) {
  return {[f](plan_tests::any_values x) -> any_tensor { return f(x[0].shape()); },
          [f](plan_tests::planned_values x) -> planned { return f(x[0].shape()); }};
}

}  // namespace

TEST_CASE("constants of planned lengths have the bits of tensors", "[plan]") {
  support::random r(1);
  for (const shape& extents : {shape{4, 3}, shape{0, 3}, shape{1}, shape{}}) {
    const any_tensor x = any_tests::random_tensor<float>(r, extents);
    any_tests::for_each_kind_of_type([&](auto type) {
      using T = typename decltype(type)::type;
      check_recorded(of_shape([](const auto& lengths) { return zeros<T>(lengths); }), {x});
      check_recorded(of_shape([](const auto& lengths) { return ones(dtype_of<T>(), lengths); }), {x});
      check_recorded(of_shape([](const auto& lengths) { return full(dtype_of<T>(), lengths, T(1)); }), {x});
    });
    check_recorded(of_shape([](const auto& lengths) { return zeros(dtype::string, lengths); }), {x});
    check_recorded(of_shape([](const auto& lengths) { return full(dtype::float16, lengths, 0.5); }), {x});
  }
  const planned_extent n("n");
  CHECK_THROWS_AS(full<int>(planned_shape{n}, 2.5), type_error);
  CHECK_THROWS_AS(ones(dtype::string, planned_shape{n}), type_error);
  CHECK_THROWS_AS(zeros<int>(planned_shape{n, -1}), shape_error);
}

TEST_CASE("ranges of planned lengths have the bits of tensors", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const plan p({x}, {{"a", arange<std::int32_t>(n)}, {"b", arange<double>(-2, n + 1)}, {"c", arange(dtype::uint8, 1, n + 1) * x}});
  for (const index_t length : {0, 1, 7}) {
    const any_tensor xs = clone(random_uniform<double>(length, 0, 1, 3));
    const results made = p.run({xs});
    CHECK(same_bits(made["a"], arange<std::int32_t>(length)));
    CHECK(same_bits(made["b"], arange<double>(-2, static_cast<double>(length) + 1)));
    CHECK(same_bits(made["c"], clone(arange(dtype::uint8, 1, length + 1) * xs)));
  }
  CHECK(describe(plan({x}, {{"y", arange<int>(1, n)}})) == "t1 int32[(n - 1)] = arange<int32>(1, n)\nresult y = t1\n");
  CHECK_THROWS_AS(arange<std::string>(n), type_error);
  CHECK_THROWS_WITH(plan({x}, {{"y", arange<int>(5, n)}}).run({tensor<double>{1}}), ContainsSubstring("n - 5"));
}

TEST_CASE("random numbers of planned lengths have the bits of tensors", "[plan]") {
  support::random r(1);
  for (const shape& extents : {shape{4, 3}, shape{0, 3}, shape{1}, shape{}}) {
    const any_tensor x = any_tests::random_tensor<float>(r, extents);
    check_recorded(of_shape([](const auto& lengths) { return random_uniform<double>(lengths, -1, 1, 7); }), {x});
    check_recorded(of_shape([](const auto& lengths) { return random_uniform<float>(lengths, 0, 2, -1); }), {x});
    check_recorded(of_shape([](const auto& lengths) { return random_normal<double>(lengths, 0, 1, 7); }), {x});
    check_recorded(of_shape([](const auto& lengths) { return random_integers<std::int8_t>(lengths, -3, 4, 7); }), {x});
  }
}

TEST_CASE("a seed that a run updates gives other numbers in each run", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const variable seed("seed", scalar_tensor<std::int64_t>(5));
  const planned noise = random_normal<double>(x.shape(), 0, 1, seed);
  const plan p({x}, {{"y", x + noise}, {"again", random_normal<double>(x.shape(), 0, 1, 5)}}, {update(seed, seed + 1)});
  const tensor<double> xs{1, 2, 3};
  CHECK(same_bits(p.run({xs})["y"], clone(xs + random_normal<double>(3, 0, 1, 5))));
  CHECK(same_bits(p.run({xs})["y"], clone(xs + random_normal<double>(3, 0, 1, 6))));
  CHECK_THROWS_WITH(random_uniform(x.shape(), 0, 1, x), ContainsSubstring("the seed x float64[n]"));
}

TEST_CASE("equal calls that make random numbers are one step", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const auto by = [&](int seed) { return random_uniform(x.shape(), 0, 1, seed); };
  CHECK(describe(plan({x}, {{"y", by(1) + by(1)}})) == "t1 float64[n] = random_uniform<float64>({n}, 0.0, 1.0, 1)\nresult y = t1 + t1\n");
  CHECK(describe(plan({x}, {{"y", by(1) + by(2)}})) ==
        "t1 float64[n] = random_uniform<float64>({n}, 0.0, 1.0, 1)\nt2 float64[n] = random_uniform<float64>({n}, 0.0, 1.0, 2)\n"
        "result y = t1 + t2\n");
  CHECK(describe(plan({x}, {{"y", full<float>(planned_shape{n, 2}, 0.5)}})) ==
        "t1 float32[n 2] = full<float32>({n, 2}, 0.5)\nresult y = t1\n");
}

TEST_CASE("a tensor of a length that a step finds is made behind it", "[plan]") {
  const planned_extent n("n");
  const planned x = placeholder<double>("x", {n});
  const planned kept = compress(x, x > 0);
  const plan p({x}, {{"weights", ones<double>(kept.shape())}, {"noisy", random_uniform(kept.shape(), 0, 1, 3) + kept}});
  const results made = p.run({tensor<double>{1, -1, 3}});
  CHECK(equal(made["weights"], tensor<double>{1, 1}));
  CHECK(same_bits(made["noisy"], clone(random_uniform(2, 0, 1, 3) + tensor<double>{1, 3})));
}
