// SPDX-License-Identifier: BSL-1.0
// Elementwise work on run-time types gives what it gives on tensors with a type: stretching and weak scalars, functions, casts, laziness.
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>
#include "any/loop_node.hpp"

#include <any/every_type.hpp>

using namespace ravel;
using any_tests::for_each_kind_of_type;
using any_tests::for_each_type;
using any_tests::random_tensor;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("scalars are weak, and fit", "[any]") {
  const any_tensor x = tensor<std::uint8_t>{1, 200};
  CHECK((x + 1).dtype() == dtype::int32);
  CHECK((x + 1.0).dtype() == dtype::float64);
  CHECK((any_tensor(tensor<float>{1}) * 2.5).dtype() == dtype::float32);
  CHECK((any_tensor(tensor<float>{1}) * any_scalar(2.5)).dtype() == dtype::float32);
  CHECK((2 - any_tensor(tensor<std::int64_t>{1})).dtype() == dtype::int64);
  CHECK((1 / any_tensor(tensor<double>{4}))(0) == 0.25);
  CHECK_THROWS_AS(x + 300, type_error);
  CHECK_THROWS_AS(x + -1, type_error);
  CHECK(equal(x < 300, tensor<bool>{true, true}));  // compared by value
  CHECK(equal(x > -1, tensor<bool>{true, true}));
  CHECK(equal(300 > x, tensor<bool>{true, true}));
  CHECK(equal(x == 200.5, tensor<bool>{false, false}));
  CHECK(equal(x == 200.0, tensor<bool>{false, true}));
  CHECK((x & 1).dtype() == dtype::int32);
  CHECK_THROWS_AS(any_tensor(tensor<bool>{true}) - any_tensor(tensor<bool>{true}), type_error);
  CHECK_THROWS_WITH(any_tensor(tensor<std::uint64_t>{1}) + any_tensor(tensor<std::int64_t>{1}),
                    ContainsSubstring("uint64") && ContainsSubstring("int64"));
  CHECK_THROWS_AS(-any_tensor(tensor<bool>{true}), type_error);
  CHECK_THROWS_AS(!any_tensor(tensor<int>{1}), type_error);
  CHECK_THROWS_AS(any_tensor(tensor<int>{1}) && any_tensor(tensor<bool>{true}), type_error);
  CHECK(equal(any_tensor(tensor<bool>{true, false}) || any_tensor(tensor<bool>{false, false}), tensor<bool>{true, false}));
  CHECK_THROWS_AS(any_tensor(tensor<int>{1}) / any_tensor(tensor<int>{0}) == any_tensor() || sum(any_tensor(tensor<int>{1}) / 0) == 0,
                  value_error);
  const any_tensor bytes = tensor<std::uint8_t>{1, 255};
  CHECK_THROWS_WITH(bytes & ~1, "-2 does not fit uint8, the type of the elements: write a value of that type, or cast<int>(x)");
  CHECK_THROWS_WITH(300 + bytes, "300 does not fit uint8, the type of the elements: write a value of that type, or cast<int>(x)");
  CHECK_THROWS_WITH(any_tensor(tensor<double>{1}) << 1,
                    "<< of float64 and float64: only integers and bools have bits, and cast<int>(x) makes integers");
}

TEST_CASE("comparisons of 64 bits are exact", "[any]") {
  const std::int64_t big = (std::int64_t{1} << 53) + 1;
  const any_tensor x = tensor<std::int64_t>{big}, u = tensor<std::uint64_t>{~std::uint64_t{0}}, d = tensor<double>{0x1p53};
  CHECK(equal(x == d, tensor<bool>{false}));
  CHECK(equal(x > d, tensor<bool>{true}));
  CHECK(equal(d < x, tensor<bool>{true}));
  CHECK(equal(x != 0x1p53, tensor<bool>{true}));
  CHECK(equal(any_tensor(tensor<std::int64_t>{-1}) == u, tensor<bool>{false}));
  CHECK(equal(any_tensor(tensor<int>{-1}) < u, tensor<bool>{true}));
  CHECK(equal(u >= any_tensor(tensor<std::int8_t>{-1}), tensor<bool>{true}));
  CHECK(equal(u == any_tensor(tensor<double>{0x1p64}), tensor<bool>{false}));
  CHECK(equal(x == any_tensor(tensor<std::complex<double>>{0x1p53}), tensor<bool>{false}));
  CHECK_THROWS_AS(x < any_tensor(tensor<std::complex<float>>{1}), type_error);
  const any_tensor nan = tensor<double>{NAN};
  CHECK(equal(nan != nan, tensor<bool>{true}));
  CHECK(equal(nan >= nan, tensor<bool>{false}));
}

TEST_CASE("operands that do not fit are told in their order", "[any]") {
  const any_tensor f = tensor<double>{1, 2}, i = tensor<int>{1, 2, 3}, u = tensor<std::uint64_t>{1, 2};
  CHECK_THROWS_WITH(f < i, ContainsSubstring("[2] and [3]"));
  CHECK_THROWS_WITH(i >= f, ContainsSubstring("[3] and [2]"));
  CHECK_THROWS_WITH(u < i, ContainsSubstring("[2] and [3]"));
}

TEST_CASE("operands stretch, of any type and layout", "[any]") {
  support::random r(5);
  const auto a = random_tensor<float>(r, {4, 1, 5});
  const auto b = random_tensor<int>(r, {3, 5});
  const auto expected = clone(cast<double>(a) * cast<double>(b) - 1.0);
  CHECK(equal(any_tensor(a) * any_tensor(b) - 1, expected));
  CHECK(equal(any_tensor(a) * b - 1, expected));  // beside a tensor with a type
  CHECK(equal(a * any_tensor(b) - 1, expected));
  const any_tensor square_of = tensor<double>{{1, 2}, {3, 4}};
  CHECK(equal(square_of + transpose(square_of), tensor<double>{{2, 5}, {5, 8}}));
  CHECK_THROWS_AS(any_tensor(a) + any_tensor(tensor<int>{1, 2}), shape_error);
  CHECK((any_tensor(zeros<int>({0, 3})) + 1).shape() == shape{0, 3});
  CHECK((any_tensor(scalar_tensor(2)) + any_tensor(scalar_tensor(3)))() == 5);
}

TEST_CASE("results are lazy, and views of them are", "[any]") {
  const tensor<int> t{{1, 2, 3}, {4, 5, 6}};
  const any_tensor sum_of = any_tensor(t) + any_tensor(t);
  t(0, 0) = 100;
  CHECK(sum_of(0, 0) == 200);
  const any_tensor turned = flip(transpose(sum_of), 0);
  CHECK(equal(turned, tensor<int>{{6, 12}, {4, 10}, {200, 8}}));
  CHECK(equal(clone(reshape(turned, {2, 3})), tensor<int>{{6, 12, 4}, {10, 200, 8}}));
  const any_tensor x = t;
  x.assign(transpose(reshape(x, {3, 2})) + 1);  // reads what it writes, elsewhere
  REQUIRE_EQUAL(t, {101, 4, 6, 3, 5, 7});
  // Large enough for many blocks, transposed and not.
  const tensor<double> big = reshape(arange<double>(90000), {300, 300});
  const any_tensor y = any_tensor(big) * 2 + transpose(any_tensor(big));
  const auto expected = clone(big * 2.0 + transpose(big));
  CHECK(equal(clone(y), expected));
  CHECK(equal(clone(transpose(y)), transpose(expected)));
  CHECK(equal(clone(y(slice(7, 50, 3), slice(250, 100, -2))), expected(slice(7, 50, 3), slice(250, 100, -2))));
  CHECK(as<double>(sum(y)) == sum(expected));
  CHECK_THROWS_AS(([] {
                    any_tensor deep = tensor<int>{1};
                    for (int i = 0; i < 300; ++i) deep = deep % 7;
                  }()),
                  layout_error);
}

TEST_CASE("named functions", "[any]") {
  const tensor<double> t{-1.5, 0, 0.25, 2.5, NAN};
  const any_tensor x = t, i = tensor<std::int8_t>{-128, 3}, c = full({1}, std::complex<float>(3, 4));
#define AGREES(name) CHECK(all_of(name(x) == any_tensor(name(t)) || isnan(x) || isnan(name(x))))
  AGREES(abs);
  AGREES(sign);
  AGREES(square);
  AGREES(floor);
  AGREES(ceil);
  AGREES(trunc);
  AGREES(round);
  AGREES(rint);
  AGREES(sin);
  AGREES(exp);
  AGREES(log1p);
  AGREES(cbrt);
  AGREES(logistic);
  AGREES(degrees);
  AGREES(next_up);
  AGREES(ulp);
  AGREES(sqrt);
  AGREES(tanh);
#undef AGREES
  CHECK(equal(isnan(x), isnan(t)));
  CHECK(equal(isfinite(i), tensor<bool>{true, true}));
  CHECK(floor(i).dtype() == dtype::int8);
  CHECK(equal(abs(i), tensor<int>{128, 3}));
  CHECK(sqrt(i).dtype() == dtype::float64);
  CHECK(sqrt(any_tensor(tensor<float>{4})).dtype() == dtype::float32);
  CHECK(abs(c).dtype() == dtype::float32);
  CHECK(abs(c)(0) == 5.0f);
  CHECK(real(c)(0) == 3.0f);
  CHECK(imag(c)(0) == 4.0f);
  CHECK(conj(c)(0) == any_scalar(std::complex<float>(3, -4)));
  CHECK(equal(imag(i), tensor<int>{0, 0}));
  CHECK(pow(i, 2).dtype() == dtype::float64);
  CHECK(equal(pow(any_tensor(tensor<int>{3, 4}), 2), tensor<double>{9, 16}));
  CHECK(equal(hypot(any_tensor(tensor<float>{3}), 4), tensor<float>{5}));
  CHECK(equal(minimum(i, 0), tensor<int>{-128, 0}));
  CHECK(equal(maximum(0, i), tensor<int>{0, 3}));
  CHECK(equal(clip(i, -1, 1), tensor<int>{-1, 1}));
  CHECK_THROWS_AS(clip(i, 1, -1), value_error);
  const any_tensor bytes = tensor<std::int8_t>{-5, 127};
  CHECK_THROWS_WITH(clip(bytes, 0, 1000), ContainsSubstring("1000 does not fit int8"));
  CHECK_THROWS_WITH(clip(bytes, 1000, 2000), ContainsSubstring("1000 does not fit int8"));
  const tensor<double> typed{-3, 0, 3};
  const any_tensor low = tensor<double>{-1, 1, 1};
  REQUIRE_EQUAL(as<double>(clip(typed, low, 2)), (tensor<double>{-1, 1, 2}));
  REQUIRE_EQUAL(as<double>(clip(any_tensor(typed), low, typed + 9)), (tensor<double>{-1, 1, 3}));
  CHECK_THROWS_AS(checked_add(any_tensor(tensor<int>{2147483647}), 1)(0), overflow_error);
  CHECK_THROWS_AS(sin(any_tensor(tensor<bool>{true})), type_error);
  CHECK_THROWS_AS(cbrt(c), type_error);
  CHECK_THROWS_AS(ulp(c), type_error);
  CHECK_THROWS_AS(radians(any_tensor(tensor<bool>{true})), type_error);
  CHECK(radians(i).dtype() == dtype::float64);
  CHECK_THROWS_AS(floor(c), type_error);
  CHECK_THROWS_AS(atan2(c, c), type_error);
  CHECK_THROWS_AS(~x, type_error);
}

namespace {

// Equal values of one kind, and NaN where the other has it.
bool alike(const any_tensor& a, const any_tensor& b) {
  return kind_of(a.dtype()) == kind_of(b.dtype()) && a.shape() == b.shape() && all_of((a == b) || ((a != a) && (b != b)));
}

using function_of_any = any_tensor (*)(const any_tensor&);

void check_values(const char* name, function_of_any f, const any_tensor& t, const any_tensor& expected) {
  CAPTURE(name, t.dtype());
  const any_tensor found = f(t);
  CHECK(found.dtype() == expected.dtype());
  CHECK(alike(found, expected));
}
void check_refused(const char* name, function_of_any f, const any_tensor& t) {
  CAPTURE(name, t.dtype());
  CHECK_THROWS_AS(f(t), type_error);
}

// Takes elements of this type at run time if it takes tensors with this type, and gives the same.
template <class T, class F>
void check_function(const char* name, const tensor<T>& t, F f) {
  const function_of_any of_any = [](const any_tensor& x) -> any_tensor { return F{}(x); };
  if constexpr (requires { f(t); }) {
    const auto each = f(t);  // read element by element, which compiles no loop for each function and type
    const auto expected = empty<detail::read_t<decltype(each)>>(t.shape());
    for (index_t i = 0; i < t.size(); ++i) expected.data()[i] = each[i];
    check_values(name, of_any, t, expected);
  } else {
    check_refused(name, of_any, t);
  }
}

}  // namespace

TEST_CASE("functions of one operand take the types that they take with types", "[any]") {
  support::random r(12);
  for_each_kind_of_type([&](auto of) {
    using T = typename decltype(of)::type;
    const tensor<T> t = random_tensor<T>(r, {4, 5});
#define RAVEL_CHECK(name, ...) check_function<T>(#name, t, [](const auto& x) -> decltype(name(x)) { return name(x); });
    RAVEL_FOR_EACH_FUSED_FUNCTION(RAVEL_CHECK)
    RAVEL_FOR_EACH_UNARY_FUNCTION(RAVEL_CHECK)
    RAVEL_CHECK(arg)
#undef RAVEL_CHECK
#define RAVEL_CHECK(sign, ...) check_function<T>(#sign, t, [](const auto& x) -> decltype(sign x) { return sign x; });
    RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_CHECK)
#undef RAVEL_CHECK
  });
}

TEST_CASE("casts are lazy and checked", "[any]") {
  const tensor<double> t{1.75, -2, 300};
  const any_tensor x = t;
  CHECK(equal(cast(x, dtype::int32), tensor<int>{1, -2, 300}));
  const any_tensor bytes = cast(x, dtype::uint8);
  CHECK(bytes(0) == 1);
  CHECK_THROWS_WITH(bytes(1), ContainsSubstring("-2 does not fit uint8"));
  CHECK(equal(wrap_cast(x, dtype::uint8), tensor<int>{1, 254, 44}));
  CHECK(equal(wrap_cast<std::uint8_t>(x), tensor<std::uint8_t>{1, 254, 44}));
  CHECK(equal(saturate_cast<std::uint8_t>(x), as<std::uint8_t>(saturate_cast(x, dtype::uint8))));
  CHECK(equal(saturate_cast(x, dtype::uint8), tensor<int>{1, 0, 255}));
  CHECK(same(cast(x, dtype::float64), x));
  CHECK(cast<float>(x)(0) == 1.75f);
  CHECK_THROWS_AS(cast(x, dtype::other), type_error);
  const tensor<double> typed{{1.5, 300}};
  CHECK(cast(typed, dtype::int32).dtype() == dtype::int32);
  CHECK(equal(cast(typed, dtype::int32), tensor<int>{{1, 300}}));
  CHECK(equal(saturate_cast(typed * 2.0, dtype::uint8), tensor<int>{{3, 255}}));
  CHECK(equal(wrap_cast(ravel::buffer<int>{300, -1}, dtype::uint8), tensor<int>{44, 255}));
  std::vector<any_tensor> zero_and_one;
  for_each_type([&](auto of) {
    using T = typename decltype(of)::type;
    zero_and_one.push_back(tensor<T>{T(0), T(1)});
  });
  for (const any_tensor& from : zero_and_one) {
    for (const any_tensor& to : zero_and_one) {
      const any_tensor made = cast(from, to.dtype());
      CHECK(made.dtype() == to.dtype());
      CHECK(equal(made, to));
    }
  }
}

TEST_CASE("a choice by a comparison of one type is one loop", "[any]") {
  const any_tensor a = tensor<double>{1, 2}, b = tensor<double>{2, 1}, i = tensor<int>{1, 2};
  const auto one_loop = [](const any_tensor& made) {
    using node = detail::loop_node<double>;
    return dynamic_cast<const node*>(&detail_access::node(as<double>(made).base())) != nullptr;
  };
  CHECK(one_loop(where(a < b, a, b)));
  CHECK(one_loop(where(a != 1, 0, b)));
  CHECK(one_loop(where(flip(a < b, 0), a, b)));
  CHECK_FALSE(one_loop(where(clone(a < b), a, b)));
  CHECK_FALSE(one_loop(where(a < i, a, b)));
}

namespace {

void check_choices(const any_tensor& p, const any_tensor& q, const any_tensor& u, const any_tensor& v, const any_scalar& two) {
  for (const auto& compared : {p<q, p <= q, p> q, p >= q, p == q, p != q}) {
    const any_tensor mask = clone(compared);
    CHECK(alike(where(compared, u, v), where(mask, u, v)));
    CHECK(alike(where(compared, u, 1), where(mask, u, 1)));
    CHECK(alike(where(compared, two, v), where(mask, two, v)));
    if (p.rank() > 0) CHECK(alike(where(flip(compared, 0), u, v), where(flip(mask, 0), u, v)));
  }
  for (const auto& compared : {p < 1, p <= 1, 1 < p, 1 <= p, p == 1, p != 1}) {
    const any_tensor mask = clone(compared);
    CHECK(alike(where(compared, u, v), where(mask, u, v)));
    CHECK(alike(where(compared, u, 0), where(mask, u, 0)));
  }
}

}  // namespace

TEST_CASE("a choice by a comparison is that of its mask", "[any]") {
  support::random r(11);
  for_each_kind_of_type([&](auto of) {
    using T = typename decltype(of)::type;
    if constexpr (detail::real_number<T>) {
      for (const shape& extents : {shape{}, shape{0}, shape{1}, shape{600}, shape{3, 90}}) {
        const auto values = [&]() -> any_tensor {
          const auto made = random_tensor<T>(r, extents);
          if constexpr (real_element<T>) {
            for (index_t i = 0; i < made.size(); i += 7) made.data()[i] = static_cast<T>(NAN);
          }
          return made;
        };
        const any_tensor x = values(), y = values(), a = values(), b = values();
        check_choices(x, y, a, b, T(2));
        check_choices(x, y, x, y, T(2));
        check_choices(transpose(x), transpose(y), transpose(a), transpose(b), T(2));
        check_choices(x * 2, y, a + b, y, T(2));
        const any_tensor target = clone(x);
        target.assign(cast(where(target < y, y, target), target.dtype()));
        CHECK(alike(target, where(clone(x < y), y, x)));
      }
    }
  });
}

TEST_CASE("equal and close across types", "[any]") {
  const any_tensor a = tensor<int>{1, 2}, b = tensor<float>{1, 2};
  CHECK(equal(a, b));
  CHECK(equal(a, tensor<std::uint8_t>{1, 2}));
  CHECK_FALSE(equal(a, any_tensor(tensor<int>{{1, 2}})));
  CHECK_FALSE(equal(a, any_tensor(tensor<int>{1, 3})));
  CHECK_FALSE(equal(any_tensor(tensor<std::int64_t>{-1}), any_tensor(tensor<std::uint64_t>{~std::uint64_t{0}})));
  CHECK(close(a, any_tensor(tensor<double>{1 + 1e-9, 2})));
  CHECK_FALSE(close(a, any_tensor(tensor<double>{1.1, 2})));
  CHECK(close(a, any_tensor(tensor<std::complex<double>>{1, 2})));
  CHECK_FALSE(same(a, b));
}
