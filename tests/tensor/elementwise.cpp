// SPDX-License-Identifier: BSL-1.0
// Every operator and named function of tensors gives what the function of one dimension gives, with the shape; and what must not compile.
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <complex>
#include <string>

using namespace ravel;

namespace {

const shape two_by_three{2, 3};

void require_shape(const shape& found) { REQUIRE(found == two_by_three); }

template <class T>
void require_same(const reader<T>& a, const reader<T>& b) {
  const auto x = to_vector(a), y = to_vector(b);
  REQUIRE(x.size() == y.size());
  for (std::size_t i = 0; i < x.size(); ++i) REQUIRE((x[i] == y[i] || (x[i] != x[i] && y[i] != y[i])));
}

// f of tensors over the buffers against f of the buffers.
template <class F, class... Ts>
void check(F f, const buffer<Ts>&... operands) {
  const auto of_tensors = f(transpose(clone(transpose(as_tensor(operands, two_by_three))))...);  // column-major below
  const auto of_readers = f(operands...);
  using T = detail::read_t<decltype(of_tensors)>;
  static_assert(std::same_as<T, detail::read_t<decltype(of_readers)>>);
  require_shape(of_tensors.shape());
  require_same(reader<T>(of_tensors), reader<T>(of_readers));
}

const buffer<double> x{-1.5, 0, 0.25, 2, 3.75, 100};
const buffer<double> y{2, -0.5, 0.25, 7, 1, 3};
const buffer<int> n{-7, 0, 3, 12, 5, 100};
const buffer<std::uint8_t> small{1, 2, 3, 250, 255, 4};
const buffer<bool> flags{true, false, true, true, false, false};

}  // namespace

TEST_CASE("operators", "[tensor]") {
  check([](auto a, auto b) { return a + b; }, x, y);
  check([](auto a, auto b) { return a - b; }, x, n);
  check([](auto a, auto b) { return a * b; }, small, n);
  check([](auto a, auto b) { return a / b; }, x, small);
  check([](auto a, auto b) { return a % b; }, n, small);
  check([](auto a, auto b) { return (a & b) | (a ^ b); }, n, small);
  check([](auto a, auto b) { return a < b && a != b; }, x, n);
  check([](auto a, auto b) { return a <= b || a == b; }, small, n);
  check([](auto a, auto b) { return (a > b) & (a >= b); }, x, y);
  check([](auto a) { return -a + 1; }, n);
  check([](auto a) { return ~a; }, n);
  check([](auto a) { return !a; }, flags);
  check([](auto a) { return 2.5 * a; }, small);
}

TEST_CASE("named functions", "[tensor]") {
  check([](auto a) { return abs(a) + sign(a) + square(a); }, x);
  check([](auto a, auto b) { return minimum(a, b) + maximum(a, 1.0); }, x, y);
  check([](auto a, auto b) { return checked_add(a, b); }, n, n);
  check([](auto a) { return floor(a) + ceil(a) + trunc(a) + round(a) + rint(a); }, x);
  check([](auto a) { return isnan(a) | isinf(a) | isfinite(a); }, x);
  check([](auto a) { return sqrt(a); }, x);
  check([](auto a) { return sin(a, precise); }, x);
  check([](auto a) { return exp(a) * cos(a); }, x);
  check([](auto a, auto b) { return pow(abs(a), b) + atan2(a, b) + hypot(a, b); }, x, y);
  check([](auto a) { return pow(a, 2); }, n);
  check([](auto m, auto a, auto b) { return where(m, a, b); }, flags, x, y);
  check([](auto a) { return where(a > 0.0, a, 0.0); }, x);
  check([](auto a) { return clip(a, -1.0, 2.0); }, x);
  check([](auto a) { return cast<float>(a); }, small);
  check([](auto a) { return wrap_cast<std::int8_t>(a); }, n);
  check([](auto a) { return saturate_cast<std::uint8_t>(a); }, x);
  check([](auto a) { return cast<double>(a); }, x);
  check([](auto a, auto b) { return map([](double p, double q) { return p * 2 + q; }, a, b); }, x, y);
  const buffer<std::complex<double>> z{{1, 2}, {0, -1}, {3, 0}, {1, 1}, {0, 0}, {-2, 1}};
  check([](auto a) { return real(a) + imag(a) + real(conj(a) * a); }, z);
  check([](auto a) { return arg(a); }, z);
}

TEST_CASE("strings and functions that change the type", "[tensor]") {
  const tensor<std::string> t{{"a", "bb"}, {"ccc", ""}};
  REQUIRE_EQUAL(map([](const std::string& s) { return static_cast<int>(s.size()); }, t), (buffer<int>{1, 2, 3, 0}));
  REQUIRE_EQUAL(transpose(t) == std::string("bb"), (buffer<bool>{false, false, true, false}));
  REQUIRE_EQUAL(t + std::string("!"), (buffer<std::string>{"a!", "bb!", "ccc!", "!"}));
}

TEST_CASE("one-dimensional operations take tensors, whatever is below", "[tensor]") {
  const tensor<double> t{{3, 1}, {2, 5}};
  CHECK(sum(transpose(t)) == 11);
  CHECK(max(t * 2.0) == 10);
  CHECK(mean(t) == 2.75);
  CHECK(count(t > 1.5) == 3);
  CHECK(dot(flat(t), flat(t))() == 39);
  CHECK(to_vector(slice(flat(transpose(t)), 0, 1, 2)) == std::vector<double>{2, 1});
  const auto memory = make_buffer<double>(4);
  copy(transpose(t), memory);
  REQUIRE_EQUAL(memory, (buffer<double>{3, 2, 1, 5}));
}

template <class A, class B>
concept shifts = requires(const A& a, const B& b) {
  a << b;
  a >> b;
};

TEST_CASE("tensors are shifted and keep their sign", "[tensor]") {
  const tensor<int> t{{1, 2}, {3, 4}}, by{0, 1};
  REQUIRE_EQUAL(t << by, (tensor<int>{{1, 4}, {3, 8}}));
  REQUIRE_EQUAL(t >> 1, (tensor<int>{{0, 1}, {1, 2}}));
  REQUIRE_EQUAL(+t, t);
  t(all, 0) <<= 2;
  REQUIRE_EQUAL(t, (tensor<int>{{4, 2}, {12, 4}}));
  static_assert(shifts<tensor<int>, tensor<std::int64_t>> && shifts<tensor<std::uint8_t>, int>);
  static_assert(!shifts<tensor<std::int64_t>, tensor<std::uint64_t>> && !shifts<tensor<std::uint64_t>, tensor<std::int64_t>>);
}

TEST_CASE("a bool is a weak scalar beside tensors, too", "[tensor]") {
  const tensor<float> t{0, 3};
  static_assert(std::same_as<decltype(pow(t, true))::value_type, float>);
  REQUIRE_EQUAL(pow(t, true), t);
  REQUIRE_EQUAL(pow(t, false), (tensor<float>{1, 1}));
  REQUIRE_EQUAL(hypot(tensor<double>{0, 1}, false), (tensor<double>{0, 1}));
  REQUIRE_EQUAL(atan2(false, tensor<int>{1, 2}), (tensor<double>{0, 0}));
}
