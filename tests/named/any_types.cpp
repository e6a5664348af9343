// SPDX-License-Identifier: BSL-1.0
// Run-time types meet by names as those of tensors do. Integers are exact in 64 bits, or an error.
#include <ravel/named.hpp>
#include <ravel/ravel.hpp>

#include "require_same.hpp"

#include <string>

using namespace ravel;
using named_tests::numbers, named_tests::require_same;

namespace {

const dim i("i"), j("j"), k("k");

}  // namespace

TEST_CASE("types meet as those of tensors do", "[named][any]") {
  const auto a = numbers<std::int8_t>(3, 4);
  const auto b = numbers<float>(4, 3);
  const auto c = numbers<int>(3, 4);
  const any_tensor x = a, y = b, z = c;
  require_same(order(x(i, j) + y(j, i), i, j), order(a(i, j) + b(j, i), i, j));
  require_same(order(x(i, j) * z(i, j), i, j), order(a(i, j) * c(i, j), i, j));
  require_same(order(x(i, j) + 0.5, i, j), order(a(i, j) + 0.5, i, j));
  require_same(order(sum(x(i, k) * y(k, j), k), i, j), order(sum(a(i, k) * b(k, j), k), i, j));
  require_same(order(sum(-x(i, k) * z(j, k) * 3, k), i, j), order(sum(-a(i, k) * c(j, k) * 3, k), i, j));
  require_same(order(sum(y(k, i) * y(k, j) / 4, k), i, j), order(sum(b(k, i) * b(k, j) / 4, k), i, j));
  require_same(order(cast(x(i, j), dtype::float64), i, j), order(cast<double>(a(i, j)), i, j));
  require_same(order(x(i, j) * i, i, j), order(a(i, j) * i, i, j));
  require_same(order(z(i, j) & 3, i, j), order(c(i, j) & 3, i, j));
  require_same(order((z(i, j) > 3) && (x(i, j) > 2), i, j), order((c(i, j) > 3) && (a(i, j) > 2), i, j));
  require_same(order(clip(z(i, j), 2, 5), i, j), order(clip(c(i, j), 2, 5), i, j));
  require_same(order(pow(y(i, j), 2), i, j), order(pow(b(i, j), 2), i, j));
  require_same(order(maximum(x(i, j), z(i, j)), i, j), order(maximum(a(i, j), c(i, j)), i, j));
  require_same(order(!(z(i, j) > 3), i, j), order(!(c(i, j) > 3), i, j));
  require_same(order(sqrt(abs(y(i, j))), i, j), order(sqrt(abs(b(i, j))), i, j));
  // A value beside names of a type that is known.
  const any_scalar two = 2;
  require_same(order(c(i, j) * two, i, j), order(c(i, j) * 2, i, j));
  require_same(order(two - b(i, j), i, j), order(2 - b(i, j), i, j));
  require_same(order(where(c(i, j) == two, two, i), i, j), order(where(c(i, j) == 2, 2, i), i, j));
  // Without names yet, beside names of a type that is known.
  require_same(order(any_tensor(numbers<int>(1, 3)(0, all)) + b(i), i), order(numbers<int>(1, 3)(0, all) + b(i), i));
  // In 64 bits, where the type of the factors would wrap.
  const any_tensor big = full<std::int8_t>({4}, 100);
  CHECK(as<std::int64_t>(order(sum(big(i) * big(i), i)))() == 40000);
  CHECK_THROWS_AS(sum(any_tensor(full<std::int64_t>({2}, std::int64_t{1} << 40))(i) * any_tensor(full<std::int64_t>({2}, 1 << 30))(i), i),
                  overflow_error);
  CHECK_THROWS_AS(any_tensor(zeros<std::int64_t>({2}))(i) + any_tensor(zeros<std::uint64_t>({2}))(i), type_error);
  const any_tensor halves = cast(any_tensor(b), dtype::float16);
  require_same(order(halves(i, j) * 2, i, j), order(b(i, j) * 2, i, j));
  require_same(order(sum(halves(i, k) * halves(j, k), k), i, j), order(sum(b(i, k) * b(j, k), k), i, j));
  CHECK(order(halves(i, j), j, i).dtype() == dtype::float16);
}
