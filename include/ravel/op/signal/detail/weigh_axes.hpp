// SPDX-License-Identifier: BSL-1.0
// Weighted sums under a window along one axis after another, the basis of filters of tensors. Holds nothing; threads share lines.
#pragma once

#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/windows/window.hpp>
#include <ravel/tensor/detail/lines.hpp>

namespace ravel::detail {

// Writes results in double precision, or rounded to single precision.
struct precise_target {
  double* doubles = nullptr;
  float* floats = nullptr;

  explicit precise_target(double* to) : doubles(to) {}
  explicit precise_target(float* to) : floats(to) {}
};
RAVEL_API shape weighed_shape(const shape& given, const axis_list& axes, index_t weights, edge_mode edge);
// Along one axis after the other, for elements in row-major order. Each line has the bits that it has alone.
RAVEL_API void weigh_axes(const node<double>& x, const shape& given, const axis_list& axes, std::span<const double> weights, edge_mode edge,
                          const precise_target& to);

RAVEL_API axis_list every_axis(index_t rank);

// The sums under a window along each of the axes, for elements in row-major memory.
template <class R, class T>
void write_weighed(const tensor<const T>& values, const axis_list& axes, std::span<const double> weights, edge_mode edge,
                   const result_memory<R>& to) {
  with_widened<double>(reader<T>(values),
                       [&](const node<double>& x) { weigh_axes(x, values.shape(), axes, weights, edge, precise_target(to.data())); });
}

}  // namespace ravel::detail
