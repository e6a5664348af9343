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

// f of tensors over the buffers against f of the buffers.
template <class F, class... Ts>
void check(F f, const buffer<Ts>&... operands) {
  const auto of_tensors = f(transpose(clone(transpose(as_tensor(operands, two_by_three))))...);  // column-major below
  const auto of_readers = f(operands...);
  REQUIRE(of_tensors.shape() == two_by_three);
  static_assert(std::same_as<detail::read_t<decltype(of_tensors)>, detail::read_t<decltype(of_readers)>>);
  const auto x = to_vector(of_tensors);
  const auto y = to_vector(of_readers);
  for (std::size_t i = 0; i < x.size(); ++i) REQUIRE((x[i] == y[i] || (x[i] != x[i] && y[i] != y[i])));
  REQUIRE(equal(clone(of_tensors), clone(of_tensors)) == equal(of_readers, of_readers));
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

TEST_CASE("shapes meet by stretching", "[tensor]") {
  const tensor<int> m{{1, 2, 3}, {4, 5, 6}};
  const tensor<int> row{10, 20, 30}, column{{100}, {200}};
  REQUIRE_EQUAL(m + row, (buffer<int>{11, 22, 33, 14, 25, 36}));
  REQUIRE_EQUAL(column + m, (buffer<int>{101, 102, 103, 204, 205, 206}));
  REQUIRE_EQUAL(column + row, (buffer<int>{110, 120, 130, 210, 220, 230}));
  CHECK((column + row).shape() == two_by_three);
  REQUIRE_EQUAL(m + iota<int>(3), (buffer<int>{1, 3, 5, 4, 6, 8}));  // a reader is one axis
  REQUIRE_EQUAL(iota<int>(3) * m, (buffer<int>{0, 2, 6, 0, 5, 12}));
  REQUIRE_EQUAL((m + row) - (row + column), (buffer<int>{-99, -98, -97, -196, -195, -194}));  // a function of functions stretches too
  CHECK((m + scalar_tensor(1)).shape() == two_by_three);
  CHECK((zeros<int>({0, 3}) + row).shape() == shape{0, 3});
  CHECK((zeros<int>({1, 3}) + zeros<int>({0, 1})).shape() == shape{0, 3});
  CHECK_THROWS_AS(m + transpose(m), shape_error);
  CHECK_THROWS_AS(m + iota<int>(2), shape_error);
  CHECK_THROWS_AS(zeros<int>({0}) + zeros<int>({2}), shape_error);
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

TEST_CASE("a lazy result owns what it reads", "[tensor]") {
  const auto made = [] {
    const tensor<double> t{{1, 2}, {3, 4}};
    return transpose(t + 1.0)(all, 0) * tensor<double>{10, 100};
  }();
  REQUIRE_EQUAL(made, (buffer<double>{20, 300}));
  const tensor<const double> passed_on = made;
  REQUIRE_EQUAL(passed_on(slice(1, 2, -1)), (buffer<double>{300, 20}));
}
