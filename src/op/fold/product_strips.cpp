// SPDX-License-Identifier: BSL-1.0
// Multiplies tensors: by entries if few elements are stored, else in memory. An operand that is not in memory is computed as a whole. A
// sparse operand whose fill counts is computed a band at a time: rows of the first operand, columns of the second.
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/fold/product.hpp>

namespace ravel::detail {

namespace {

constexpr index_t band_elements = index_t{1} << 20;

template <class T>
bool comes_in_bands(const tensor<const T>& x) {
  return x.size() > band_elements && by_entries<T>(detail_access::node(x));
}
index_t lines_in_band(index_t length, index_t lines) {
  return std::min(lines, std::max<index_t>(1, band_elements / std::max<index_t>(1, length)));
}

template <class T>
tensor<const T> in_memory(const tensor<const T>& x) {
  return comes_in_bands(x) ? x : stored(x);
}
template <class T>
stored_operand<T> operand_of(const tensor<const T>& x) {
  const auto& memory = tensor_node_of<T>(x).base_memory();
  return {memory.data, memory.step, x.dims()};
}
template <class T>
tensor<const T> band_of(const tensor<const T>& x, index_t axis, index_t first, index_t count) {
  return clone(viewed(x, [&](const dims& map) { return map.slice(axis, first, count); }));
}

template <class T>
void multiply_matrices(const tensor<const T>& x, const tensor<const T>& y, T* c, const product_origin& origin) {
  product_plan plan = plan_product(x.shape(), y.shape());
  plan.origin = origin;
  multiply_stacks<T>(plan, operand_of(stored(x)), operand_of(stored(y)), c);  // also for a stack that comes in bands
}

template <class T>
void multiply_by_columns(const tensor<const T>& x, const tensor<const T>& y, T* c, index_t row) {
  if (!comes_in_bands(y)) return multiply_matrices<T>(x, y, c, {row, 0});
  const index_t m = x.extent(0), n = y.extent(1), width = lines_in_band(std::max(m, y.extent(0)), n);
  const auto room = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(m * width));
  for (index_t column = 0; column < n; column += width) {
    const index_t count = std::min(width, n - column);
    multiply_matrices<T>(x, band_of(y, 1, column, count), room.get(), {row, column});
    for (index_t i = 0; i < m; ++i) std::copy_n(room.get() + i * count, count, c + i * n + column);
  }
}

template <class T>
void multiply_by_rows(const tensor<const T>& x, const tensor<const T>& y, T* c) {
  if (!comes_in_bands(x)) return multiply_by_columns<T>(x, y, c, 0);
  const index_t m = x.extent(0), height = lines_in_band(x.extent(1), m);
  for (index_t row = 0; row < m; row += height) {
    multiply_by_columns<T>(band_of(x, 0, row, std::min(height, m - row)), y, c + row * y.extent(1), row);
  }
}

template <class T>
tensor<const T> matrix_of(const tensor<const T>& stack, index_t place) {
  return viewed(stack, [&](const dims& map) {
    dims view = map;
    for (index_t k = map.rank() - 2, left = place; k-- > 0; left /= map.extent(k)) view = view.select(k, left % map.extent(k));
    return view;
  });
}

}  // namespace

template <class T>
void multiply_tensors(const product_plan& plan, const tensor<const T>& x, const tensor<const T>& y, T* c) {
  if (multiply_stored<T>(plan, tensor_node_of<T>(x), tensor_node_of<T>(y), c)) return;
  const tensor<const T> left = in_memory(x), right = in_memory(y);
  if (!comes_in_bands(left) && !comes_in_bands(right)) return multiply_stacks<T>(plan, operand_of(left), operand_of(right), c);
  const auto a = viewed(left, [&](const dims& map) { return stacked_left(map, plan); });
  const auto b = viewed(right, [&](const dims& map) { return stacked_right(map, plan); });
  for (index_t place = 0; place < plan.batch.elements(); ++place, c += plan.size.m * plan.size.n)
    multiply_by_rows<T>(matrix_of(a, place), matrix_of(b, place), c);
}

#define RAVEL_INSTANTIATE(T) \
  template RAVEL_API void multiply_tensors(const product_plan&, const tensor<const T>&, const tensor<const T>&, T*);
RAVEL_FOR_EACH_SUM(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
