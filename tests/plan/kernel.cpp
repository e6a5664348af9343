// SPDX-License-Identifier: BSL-1.0
// Short elementwise values run as programs, with comparisons and choices, and give the bits of the same statements on tensors.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>
#include "plan/program.hpp"

#include <plan/recorded_as_eager.hpp>

#include <cmath>
#include <limits>

using namespace ravel;

namespace {

// Whether all results run as programs.
bool has_kernels(const std::vector<planned>& inputs, const planned& result) {
  const auto of = std::make_shared<const detail::program>(inputs, std::vector<named_planned>{{"made", result}}, std::vector<update>());
  return of->steps()[of->outputs()[0].step].kernel != nullptr;
}

// Few enough that each meets each other.
template <class T>
tensor<const T> some_values(index_t turn) {
  const index_t n = 75;
  const tensor<T> made = empty<T>({n});
  for (index_t i = 0; i < n; ++i) made.data()[i] = static_cast<T>(turn ? i / 9 - 4 : i % 9 - 4);
  if constexpr (std::floating_point<T>) {
    constexpr T special[] = {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(), T(-0.0), T(0.1)};
    for (index_t i = 0; i < 16; ++i) made.data()[i] = special[turn ? i / 4 : i % 4];
  }
  return made;
}

// As a result alone, as an operand of a verb, and beside another result.
template <class T, class F>
void check(const F& f, bool runs_as_program = true) {
  const planned_extent n("n");
  const planned x = placeholder<T>("x", {n}), y = placeholder<T>("y", {n}), made = f(x, y);
  INFO(name(dtype_of<T>()) << ": " << describe(plan({x, y}, {{"made", made}})));
  CHECK(has_kernels({x, y}, made) == runs_as_program);
  const any_tensor a = some_values<T>(0), b = some_values<T>(1), wanted = clone(any_tensor(f(a, b)));
  const plan alone({x, y}, {{"made", made}}), both({x, y}, {{"made", made}, {"sorted", sort(made)}});
  workspace room(alone), other(both);
  for (int k = 0; k < 2; ++k) {
    CHECK(plan_tests::same_bits(alone.run(room, {a, b})["made"], wanted));
    const results two = both.run(other, {a, b});
    CHECK(plan_tests::same_bits(two["made"], wanted));
    CHECK(plan_tests::same_bits(two["sorted"], any_tensor(sort(wanted))));
  }
}

template <class T>
void check_choices() {
  check<T>([](const auto& x, const auto& y) { return where(x < y, x, -y); });
  check<T>([](const auto& x, const auto& y) { return where(x > y, x * 2, y) + where(x >= y, x, y); });
  check<T>([](const auto& x, const auto& y) { return where(x == y, x, where(x != y, y, x + y)); });
  check<T>([](const auto& x, const auto& y) { return where((x < y && y > 1) || !(x <= 2), x, y); });
  check<T>([](const auto& x, const auto& y) { return where(x < y && y < 2 && x > -3, x + y, where(x == y || y == 0, -x, y)); });
  check<T>([](const auto& x, const auto& y) { return where(2 > x, y, x); });
  check<T>([](const auto& x, const auto& y) { return where(x > min(y), x, y); });
  check<T>([](const auto& x, const auto& y) { return clip(x + y, -2, 3) - y; });
  check<T>([](const auto& x, const auto& y) { return clip(x, y, y + 1); });
  check<T>([](const auto& x, const auto& y) { return where(x < 0.1, x, y); }, std::same_as<T, double>);
  // A mask of other elements, and one that a verb makes.
  check<T>([](const auto& x, const auto& y) { return where(cast(x, dtype::complex128) == cast(y, dtype::complex128), x, y); }, false);
  check<T>([](const auto& x, const auto& y) { return where(any_of(x < y), x, y); }, false);
}

}  // namespace

TEST_CASE("comparisons and choices run as programs", "[plan]") {
  check_choices<double>();
  check_choices<float>();
  check_choices<std::int64_t>();
  check_choices<std::int32_t>();
  check<double>([](const auto& x, const auto& y) { return where(isnan(x), 0.5, where(x > 1.5f, x, y)); });
  check<float>([](const auto& x, const auto& y) { return where(x > 0.5, x * 0.1, y); });
  check<float>([](const auto& x, const auto& y) { return clip(x * y, 0.1, 1.1); });
}

// A mask is no value of a program, and what reads it counts or packs it.
TEST_CASE("masks are computed as they were", "[plan]") {
  check<double>([](const auto& x, const auto& y) { return x < y; }, false);
  check<double>([](const auto& x, const auto& y) { return x + (x < y); }, false);
  check<double>([](const auto& x, const auto& y) { return x < y && y < 1.0; }, false);
  check<double>([](const auto& x, const auto& y) { return where(x < y && any_of(x < y), x, y); }, false);
}

TEST_CASE("a value of more operations than a program has is none", "[plan]") {
  const planned x = placeholder<double>("x", {planned_extent("n")});
  const auto deep = [](auto value, int steps) {
    for (int k = 0; k < steps; ++k) value = k % 2 == 0 ? value * 1.5 : value + 1.0;
    return value;
  };
  CHECK(has_kernels({x}, deep(x, 40)));
  CHECK_FALSE(has_kernels({x}, deep(x, 60)));
}
