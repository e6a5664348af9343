// SPDX-License-Identifier: BSL-1.0
// What a sum says it will do.
#include <ravel/named.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/tensor/make.hpp>

#include <support/require_equal.hpp>

using namespace ravel;

namespace {

// A matrix product goes to a BLAS where there is one, of any elements or of finite ones.
std::string work(const char* blas, const std::string& sizes) {
  if (!detail::blas_takes({1, 1, 1})) return "the blocked loop, " + sizes;
  return blas + std::string(detail::blas_keeps_nan() ? ", " : " if all are finite, else the blocked loop, ") + sizes;
}

}  // namespace

TEST_CASE("a contraction is told before it is done", "[named]") {
  RAVEL_DIMS(b, i, j, k, l);
  const auto x = ones<double>({3, 20}), y = ones<double>({20, 18}), z = ones<double>({18, 6}), stack = ones<double>({8, 3, 20});
  CHECK(describe_sum(x(i, k) * y(k, j), k) ==
        "(i=3, k=20) by (k=20, j=18) over (k=20): " + work("gemm", "3 x 20 by 20 x 18") + "\n1080 multiplications");
  CHECK(describe_sum(x(i, j) * y(j, k) * z(k, l), {j, k}) ==
        "(i=3, j=20) by (j=20, k=18) over (j=20): " + work("gemm", "3 x 20 by 20 x 18") +
            "\n(i=3, k=18) by (k=18, l=6) over (k=18): " + work("gemm", "3 x 18 by 18 x 6") + "\n1404 multiplications");
  CHECK(describe_sum(x(i, k) * x(j, k), k) ==
        "(i=3, k=20) by (j=3, k=20) over (k=20): " + work("syrk", "3 x 20 by 20 x 3") + "\n180 multiplications");
  CHECK(describe_sum(stack(b, i, k) * y(k, j), k) ==
        "(b=8, i=3, k=20) by (k=20, j=18) over (k=20): " + work("gemm", "24 x 20 by 20 x 18") + "\n8640 multiplications");
  CHECK(describe_sum(stack(b, i, k) * stack(b, j, k) * 2.0, k) ==
        "(b=8, i=3, k=20) by (b=8, j=3, k=20) over (k=20): 8 times " + work("syrk", "3 x 20 by 20 x 3") +
            "\n() by (b=8, i=3, j=3): elementwise, as it is read\n1512 multiplications");
  CHECK(describe_sum(x(i, k) * ones<double>(20)(k), k) ==
        "(i=3, k=20) by (k=20) over (k=20): " + work("gemv", "3 x 20 by 20 x 1") + "\n60 multiplications");
  CHECK(describe_sum(x(i, k) * y(k, j), {j, k}) ==
        "sum of (k=20, j=18) over (j=18)\n(i=3, k=20) by (k=20) over (k=20): " + work("gemv", "3 x 20 by 20 x 1") + "\n60 multiplications");
  CHECK(describe_sum(x(i, k) * x(i, k), {i, k}) ==
        "(i=3, k=20) by (i=3, k=20) over (i=3, k=20): summed as it is computed\n60 multiplications");
  CHECK(describe_sum(x(i, k), k) == "sum of (i=3, k=20) over (k=20)\n0 multiplications");
  CHECK(describe_sum(cast<int>(x(i, k)) * 2, k) == "sum of (i=3, k=20) over (k=20)\n(i=3) by (): elementwise, at once\n3 multiplications");
  CHECK(describe_einsum("ij,jk->ik", std::vector{x, y}) == describe_einsum("ij,jk->ik", x, y));
  CHECK(describe_einsum("ij,jk->ik", x, y) ==
        "(i=3, j=20) by (j=20, k=18) over (j=20): " + work("gemm", "3 x 20 by 20 x 18") + "\n1080 multiplications");
}

TEST_CASE("an axis that only stretches is none of a product's", "[named]") {
  RAVEL_DIMS(b, i, j, k);
  const auto x = random_normal<double>({3, 20}, 0, 1, 1), y = random_normal<double>({8, 20}, 0, 1, 2);
  const std::string wanted = "(i=3, k=20) by (b=8, k=20) over (k=20): " + work("gemm", "3 x 20 by 20 x 8") + "\n480 multiplications";
  CHECK(describe_sum(x(i, k) * y(b, k), k) == wanted);
  CHECK(describe_sum(expand(x(i, k), b(8)) * y(b, k), k) == wanted);
  CHECK(describe_sum(broadcast(x, {8, 3, 20})(b, i, k) * y(b, k), k) == wanted);
  CHECK(describe_sum(expand(x(i, k), b(8)) * expand(y(b, k), i(3)), k) == wanted);
  CHECK_EQUAL(order(sum(expand(x(i, k), b(8)) * y(b, k), k), i, b), order(sum(x(i, k) * y(b, k), k), i, b));
  // Where no other factor has it, it counts.
  CHECK_EQUAL(order(sum(expand(x(i, k), b(2), j(3)) * x(i, k), k), b, j, i),
              clone(broadcast(order(sum(x(i, k) * x(i, k), k), i), {2, 3, 3})));
  const auto all = sum(expand(x(i, k), b(2)) * x(i, k), {b, i, k});
  CHECK(order(all)() == Approx(2 * sum(x * x)));
  const tensor<const int> whole = reshape(arange<int>(12), {3, 4});
  CHECK_EQUAL(order(sum(expand(whole(i, k), b(2)) * expand(whole(i, k), b(2)), {i, k}), b),
              clone(broadcast(order(sum(whole(i, k) * whole(i, k), {i, k})), {2})));
}

TEST_CASE("describe names the operands that a product copies", "[named]") {
  RAVEL_DIMS(i, j, k);
  const auto x = random_normal<double>({3, 20}, 0, 1, 1), y = random_normal<double>({20, 18}, 0, 1, 2);
  const std::string start = "(i=3, k=20) by (k=20, j=18) over (k=20): ";
  CHECK(describe_sum(exp(x(i, k)) * y(k, j), k) ==
        start + work("gemm", "3 x 20 by 20 x 18, the first is copied") + "\n1080 multiplications");
  CHECK(describe_sum(cast<int>(x(i, k)) * cast<int>(y(k, j)), k) ==
        "(i=3, k=20) by (j=18, k=20) over (k=20): the blocked loop, 3 x 20 by 20 x 18, both are copied\n1080 multiplications");
  CHECK_THROWS_AS(describe_sum(x(i, k) * y(k, j), std::vector<dim>{dim("other")}), value_error);
  CHECK_THROWS_WITH(describe_sum(x(i, k) * j, k), Catch::ContainsSubstring("nobody states the extent of dim j"));
}
