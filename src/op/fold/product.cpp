// SPDX-License-Identifier: BSL-1.0
// The shapes of products.
#include <ravel/base/error.hpp>
#include <ravel/op/fold/product.hpp>

namespace ravel::detail {

namespace {

using extents = small_vector<index_t, 6>;

shape shape_of(const extents& of) { return ints(as_span(of)); }

// All axes but the two of the matrix.
shape leading(const shape& of) {
  const index_t n = std::max<index_t>(0, of.rank() - 2);
  return ints(std::span<const index_t>(of.data(), static_cast<std::size_t>(n)));
}

// The leading axes, then rows and columns.
dims stacked(const dims& map, const shape& batch, index_t rows, index_t columns) {
  extents to(batch.begin(), batch.end());
  to.push_back(rows);
  to.push_back(columns);
  return stretched_map(map, shape_of(to));
}

}  // namespace

product_plan plan_product(const shape& a, const shape& b) {
  const auto cannot = [&] { return text() << "cannot multiply shapes " << to_string(a) << " and " << to_string(b) << ": "; };
  if (a.rank() == 0 || b.rank() == 0) throw shape_error(cannot() << "a product of matrices needs axes; a * b multiplies by one number");
  const index_t axis = b.rank() == 1 ? 0 : b.rank() - 2, k = a[a.rank() - 1];
  if (b[axis] != k)
    throw shape_error(cannot() << "axis " << a.rank() - 1 << " of the first has extent " << k << ", axis " << axis << " of the second "
                               << b[axis]);
  product_plan plan;
  plan.batch = leading(a);
  widen_shape(plan.batch, leading(b));
  plan.size = {a.rank() == 1 ? 1 : a[a.rank() - 2], b.rank() == 1 ? 1 : b[b.rank() - 1], k};
  extents result(plan.batch.begin(), plan.batch.end());
  if (a.rank() > 1) result.push_back(plan.size.m);
  if (b.rank() > 1) result.push_back(plan.size.n);
  plan.result = shape_of(result);
  return plan;
}

dims stacked_left(const dims& map, const product_plan& plan) {
  return stacked(map.rank() == 1 ? map.new_axis(0) : map, plan.batch, plan.size.m, plan.size.k);
}
dims stacked_right(const dims& map, const product_plan& plan) {
  return stacked(map.rank() == 1 ? map.new_axis(1) : map, plan.batch, plan.size.k, plan.size.n);
}

void check_dot(const shape& a, const shape& b) {
  if (a.rank() < 1 || a.rank() > 2 || b.rank() < 1 || b.rank() > 2)
    throw shape_error(text() << "dot takes vectors and matrices, not shapes " << to_string(a) << " and " << to_string(b)
                             << ": matmul multiplies stacks of matrices");
}

}  // namespace ravel::detail
