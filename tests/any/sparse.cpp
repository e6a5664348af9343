// SPDX-License-Identifier: BSL-1.0
// Work of run-time types on sparse data is sparse where the typed one is, equals the same of dense data, and costs what is stored.
#include <ravel/any.hpp>
#include <ravel/loop/stored.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/require_equal.hpp>
#include <support/sparse_contract.hpp>
#include <support/sparse_samples.hpp>

using namespace ravel;

namespace {

any_tensor sparse_any(dtype type, const shape& s, double fill, index_t one_in, std::uint64_t seed) {
  const tensor<const double> values = as_tensor(support::listed_at_random<double>(s.elements(), fill, one_in, seed), s);
  return cast(any_tensor(abs(values)), type);
}

bool is_sparse(const any_tensor& x) { return x.fill().has_value(); }
void check_same(const any_tensor& found, const any_tensor& wanted) {
  REQUIRE(found.dtype() == wanted.dtype());
  visit(found, [&](const auto& t) {
    using T = value_t<decltype(t)>;
    REQUIRE(t.shape() == wanted.shape());
    REQUIRE_EQUAL(t, as<T>(wanted));
    if (t.fill()) support::check_sparse(t);
  });
}

using operation = any_tensor (*)(const any_tensor& a, const any_tensor& b);
#define OPERATION(...)                                                                                                \
  {                                                                                                                   \
    #__VA_ARGS__, [](const any_tensor& a, [[maybe_unused]] const any_tensor& b) -> any_tensor { return __VA_ARGS__; } \
  }
const std::pair<const char*, operation> operations[] = {
    OPERATION(a + b),
    OPERATION(a - b * 2),
    OPERATION(3 * a),
    OPERATION(a* b),
    OPERATION(a* b* a),
    OPERATION(a < b),
    OPERATION((a == b) & (a != 1)),
    OPERATION((a > 1) | !(b > 1)),
    OPERATION((a > 1) && (b <= 3)),
    OPERATION(minimum(a, b)),
    OPERATION(maximum(a, 1)),
    OPERATION(-a),
    OPERATION(square(a)),
    OPERATION(sqrt(a) + exp(b)),
    OPERATION(pow(a, 2.0) - atan2(b, 1)),
    OPERATION(where(a < b, a, b)),
    OPERATION(cast(a, dtype::int16) + cast(b, dtype::uint8)),
    OPERATION(checked_mul(a, b) + checked_add(a, a)),
    OPERATION(transpose(a + b)),
    OPERATION(flip(a, 0) * a(0, all)),
    OPERATION(rotate(a* b, {1, 1})),
    OPERATION(concat(along(0), a, b)),
};

}  // namespace

TEST_CASE("whether run-time data is sparse, and around which value, can be asked", "[any][sparse]") {
  for (const dtype type : {dtype::int8, dtype::uint64, dtype::float32, dtype::float16, dtype::complex128}) {
    const any_tensor x = sparse_any(type, {4, 5}, 3, 4, 1);
    const any_scalar three = cast(any_tensor(scalar_tensor(3.0)), type)();
    REQUIRE(x.fill().has_value());
    CHECK(x.fill()->dtype() == type);
    CHECK(*x.fill() == three);
    CHECK(transpose(x)(1, all).fill() == x.fill());
    CHECK(any_reader(x).fill() == x.fill());
    CHECK(!clone(x).fill());
  }
  const any_tensor x = sparse_any(dtype::int32, {4, 5}, 3, 4, 1);
  CHECK(*(x * 2).fill() == 6);
  CHECK(*(x > 1).fill() == true);
  CHECK(!(x + clone(x)).fill());
  CHECK(!any_tensor().fill());
  CHECK(*any_tensor(as_tensor(support::listed<std::string>(4, "no"), {4})).fill() == "no");
}

TEST_CASE("operations of run-time types on sparse data are those on dense data", "[any][sparse]") {
  const std::pair<dtype, dtype> types[] = {
      {dtype::float64, dtype::float64}, {dtype::int32, dtype::int32},   {dtype::uint8, dtype::uint8}, {dtype::float64, dtype::int32},
      {dtype::float32, dtype::float64}, {dtype::int64, dtype::float64}, {dtype::int64, dtype::int32}};
  for (const auto& [type, other] : types) {
    for (const double fill : {0.0, 1.0}) {
      for (const index_t one_in : {1, 3, 1000}) {
        const auto a = sparse_any(type, {4, 5}, fill, one_in, 1), b = sparse_any(other, {4, 5}, fill, one_in, 2);
        const any_tensor dense_a = clone(a), dense_b = clone(b);
        for (const auto& [name, of] : operations) {
          INFO(name << " of " << ravel::name(type) << " and " << ravel::name(other) << ", fill " << fill << ", one in " << one_in);
          const any_tensor wanted = of(dense_a, dense_b), found = of(a, b);
          REQUIRE(!is_sparse(wanted));
          REQUIRE(is_sparse(found));
          check_same(found, wanted);
          check_same(of(a, dense_b), wanted);
          check_same(of(dense_a, b), wanted);
        }
      }
    }
  }
}

TEST_CASE("products of run-time types are stored where a sparse operand is, if the other is finite", "[any][sparse]") {
  const any_tensor s = tensor<const int>(as_tensor(support::listed<int>(6, 0, {{1, 2}, {4, 3}}), {6}));
  CHECK(is_sparse(s * clone(s)));
  CHECK(is_sparse((s > 2) & clone(s > 0)));
  CHECK_FALSE(is_sparse(s + clone(s)));
  const any_tensor x = cast(s, dtype::float64);
  CHECK_FALSE(is_sparse(x * clone(x)));
  CHECK(is_sparse(x * clone(s)));  // integers are finite
  CHECK(is_sparse(clone(s) * x));
  check_same(x * clone(s), clone(x) * clone(s));
  CHECK(is_sparse(x * 3.0));
  CHECK(is_sparse(x + 3.0));
  const any_tensor odd =
      tensor<const double>(as_tensor(support::listed<double>(6, 0, {{0, std::numeric_limits<double>::infinity()}}), {6}));
  check_same(x * odd, clone(x) * clone(odd));
  CHECK_FALSE(is_sparse(s / s));  // throws where nothing is stored
  CHECK_THROWS_AS(clone(s / s), value_error);
}

TEST_CASE("work of run-time types costs what is stored", "[any][sparse]") {
  constexpr index_t side = 1'000'000;
  const any_tensor t =
      tensor<const double>(as_tensor(support::listed<double>(side * side, 0, {{5, 2.0}, {side * side - 1, 3.0}}), {side, side}));
  CHECK(sum(t * 2 + t) == 15);
  CHECK(count((t + transpose(t)) > 0) == 3);
  CHECK(max(square(t) - 1) == 8);
  CHECK(stored_count(as<double>(-t * t)) == 2);
}
