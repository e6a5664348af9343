// SPDX-License-Identifier: BSL-1.0
// Multiplies the centred rows with themselves, and makes both halves of the result equal.
#include <ravel/base/error.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/op/stats/statistics.hpp>
#include "op/stats/observations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ravel::detail {

index_t axis_of_matrix(const char* operation, index_t axis, const shape& of) {
  if (of.rank() != 2) throw shape_error(text() << operation << " wants a matrix, not a tensor of shape " << to_string(of));
  return check_axis(axis, of.rank());
}

namespace {

// The position of the first NaN in the given matrix.
index_t first_nan(const buffer<double>& rows, const shape& of, bool turned) {
  index_t i = 0;
  while (!std::isnan(rows[turned ? i % of[1] * of[0] + i / of[1] : i])) ++i;
  return i;
}

}  // namespace

tensor<double> rows_under_policy(const char* operation, const buffer<double>& rows, const shape& of, bool turned, nan_policy policy) {
  const index_t variables = of[turned ? 1 : 0], n = of[turned ? 0 : 1];
  if (policy == nan_policy::keep) return {dims::row_major({variables, n}), rows};
  const std::vector<bool> nan = nan_in_any(rows, n);
  const auto gone = static_cast<index_t>(std::count(nan.begin(), nan.end(), true));
  if (gone > 0 && policy == nan_policy::refuse) throw_refused_nan(operation, first_nan(rows, of, turned));
  return {dims::row_major({variables, n - gone}), left_of(rows, nan)};
}

tensor<double> covariances(const char* operation, const tensor<double>& rows, ddof less) {
  const index_t count = rows.extent(0), n = rows.extent(1);
  if (n == 0) throw_no_elements(operation);
  double* const data = tensor_data(rows);
  for (index_t i = 0; i < count; ++i) {
    const std::span<double> row(data + i * n, static_cast<std::size_t>(n));
    const double only = alike_element(row), middle = std::isnan(only) ? mean(row) : only;
    for (double& value : row) value -= middle;
  }
  const tensor<double> made = matmul(rows, transpose(rows));
  double* const out = tensor_data(made);
  const index_t freedom = n - less.value;
  const double by = freedom > 0 ? static_cast<double>(freedom) : std::numeric_limits<double>::quiet_NaN();
  for (index_t i = 0; i < count; ++i) {
    for (index_t j = i; j < count; ++j) out[j * count + i] = out[i * count + j] /= by;
  }
  return made;
}

tensor<double> correlations(const tensor<double>& rows) {
  const tensor<double> made = covariances("correlation_matrix", rows, ddof{});
  const index_t count = made.extent(0);
  double* const out = tensor_data(made);
  std::vector<double> spread;
  for (index_t i = 0; i < count; ++i) spread.push_back(std::sqrt(out[i * count + i]));
  for (index_t i = 0; i < count; ++i) {
    for (index_t j = 0; j < count; ++j) {
      double& r = out[i * count + j];
      r = i == j ? r / r : r / spread[static_cast<std::size_t>(i)] / spread[static_cast<std::size_t>(j)];
      r = r > 1 ? 1 : r < -1 ? -1 : r;
    }
  }
  return made;
}

}  // namespace ravel::detail
