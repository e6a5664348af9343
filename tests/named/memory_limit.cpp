// SPDX-License-Identifier: BSL-1.0
// Work by names on sparse data that docs/sparse.md says costs what is stored, in little memory and seconds.
#include <ravel/named.hpp>

#include <sparse/little_memory.hpp>

using namespace ravel;
using namespace little_memory;

namespace {

constexpr double squares = many * (many + 1) * (2 * many + 1) / 6.0;

}  // namespace

TEST_CASE("names of 1e12 positions cost what is stored", "[named]") {
  if (!support::memory_can_be_limited()) return;
  RAVEL_DIMS(i, j, k);
  const tensor<double> t = thousand(), u = to_sparse(transpose(t)), x = ones<double>({side}), narrow = ones<double>({side, 3});
  const tensor<double> sums = sparse_tensor<double>({side, side});
  const tensor<index_t> down = clone(to_coo(t).coordinates(all, 0)), across = clone(to_coo(t).coordinates(all, 1));
  const tensor<double> values = as_tensor(to_coo(t).values, {many});

  IN_LITTLE_MEMORY(stores(order(t(i, k), k, i), many, total) && stores(order(t(i, k) * 2.0 + u(i, k), i, k), 2 * many - 1));
  IN_LITTLE_MEMORY(order(sum(t(i, k) * x(k), k), i)(1000) == 2 && order(sum(x(i) * t(i, k), i), k)(7) == 2);
  IN_LITTLE_MEMORY(order(sum(t(i, k) * narrow(k, j), k), i, j)(1000, 2) == 2);
  IN_LITTLE_MEMORY(order(sum(t(i, k) * u(k, i), {i, k}))() == squares && order(sum(t(i, k), {i, k}))() == total);
  IN_LITTLE_MEMORY(order(sum(t(i, k) * u(k, j), {i, j, k}))() == squares && order(sum(t(i, k) * u(k, j), {j, k}), i)(1000) == 4);
  IN_LITTLE_MEMORY(einsum("ik,k->i", t, x)(1000) == 2 && order(max(t(i, k), k), i)(1000) == 2);
  IN_LITTLE_MEMORY(sums(down(i), across(i)) += values(i), stores(sums, many, total));
  IN_LITTLE_MEMORY(sums(i, k) += t(i, k), stores(sums, many, total));
  IN_LITTLE_MEMORY(sums(k, i) = t(i, k), stores(sums, many, total) && sums.at({7, 1000}) == 2);
}
