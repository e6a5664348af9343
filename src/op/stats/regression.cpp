// SPDX-License-Identifier: BSL-1.0
// Fits lines from moments about the means, and from all slopes. Least squares are A = QR by Householder reflections, one column after the
// other, applied to y too; errors are the lengths of the rows of R's inverse.
#include <ravel/base/error.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/regression.hpp>
#include "op/stats/median_slope.hpp"
#include "op/stats/observations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ravel::detail {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

void check_pairs(const char* operation, index_t count) {
  if (count < 2) throw value_error(text() << operation << " of " << counted(count, "pair") << ": there must be at least 2");
}
[[noreturn]] void throw_one_place(const char* operation, index_t count, double place) {
  throw value_error(text() << operation << " is singular: all " << count << " places are " << place);
}

struct pair_lists {
  std::vector<double> x, y;
};

// Gathers pairs without those to be skipped. True if any has a NaN.
bool gather(pair_lists& pairs, const reader<double>& x, const reader<double>& y, nan_policy policy) {
  const index_t n = x.size();
  std::vector<double> all_x(static_cast<std::size_t>(n)), all_y(all_x);
  read_into(detail_access::node(x), 0, n, all_x.data());
  read_into(detail_access::node(y), 0, n, all_y.data());
  bool any = false;
  for (std::size_t i = 0; i < all_x.size(); ++i) {
    const bool nan = std::isnan(all_x[i]) || std::isnan(all_y[i]);
    any |= nan;
    if (nan && policy == nan_policy::skip) continue;
    pairs.x.push_back(all_x[i]);
    pairs.y.push_back(all_y[i]);
  }
  return any;
}

constexpr std::size_t most_with_all_slopes = 1000;

double median_of_all_slopes(const pair_lists& pairs) {
  const std::size_t n = pairs.x.size();
  std::vector<double> slopes;
  slopes.reserve(n * (n - 1) / 2);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      if (pairs.x[i] != pairs.x[j]) slopes.push_back((pairs.y[j] - pairs.y[i]) / (pairs.x[j] - pairs.x[i]));
    }
  }
  if (slopes.empty()) throw_one_place("theil_sen", static_cast<index_t>(n), pairs.x.front());
  return median(slopes);
}

void check_moderate(const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::abs(values[i]) <= 1e150) continue;
    throw value_error(text() << "theil_sen of " << values.size() << " pairs, of which pair " << static_cast<index_t>(i) << " has "
                             << values[i] << ": of more than " << static_cast<index_t>(most_with_all_slopes)
                             << " none may go beyond 1e150");
  }
}

double median_of_many_slopes(const pair_lists& pairs) {
  check_moderate(pairs.x);
  check_moderate(pairs.y);
  const double slope = median_slope(pairs.x, pairs.y);
  if (std::isnan(slope)) throw_one_place("theil_sen", std::ssize(pairs.x), pairs.x.front());
  return slope;
}

}  // namespace

line_fit fitted_line(const comoments& m) {
  check_pairs("linear_regression", m.count);
  const double n = static_cast<double>(m.count), mean_x = m.sum_a / n, mean_y = m.sum_b / n;
  if (!std::isnan(m.only_a)) throw_one_place("linear_regression", m.count, m.only_a);
  const double slope = m.product / m.second_a, r = m.pearson();
  const double left = std::max(m.second_b - slope * m.product, 0.0);  // the residual
  const double variance = m.count > 2 ? left / (n - 2) : no_number, error = std::sqrt(variance / m.second_a);
  return {m.count, slope, mean_y - slope * mean_x, error, error * std::sqrt(m.second_a / n + mean_x * mean_x), r * r};
}
line_fit fit_line(const reader<double>& x, const reader<double>& y, nan_policy policy) {
  return fitted_line(reduce_under("linear_regression", policy, reducer::comoments, x, y));
}

median_line fit_median_line(const reader<double>& x, const reader<double>& y, nan_policy policy) {
  if (x.size() != y.size()) throw_sizes_differ("theil_sen", x.size(), y.size());
  if (policy == nan_policy::refuse) refuse_nan_in_any("theil_sen", detail_access::node(x), detail_access::node(y));
  pair_lists pairs;
  const bool any_nan = gather(pairs, x, y, policy);
  const std::size_t n = pairs.x.size();
  check_pairs("theil_sen", static_cast<index_t>(n));
  if (any_nan && policy == nan_policy::keep) return {no_number, no_number};
  const double slope = n > most_with_all_slopes ? median_of_many_slopes(pairs) : median_of_all_slopes(pairs);
  return {slope, median(pairs.y) - slope * median(pairs.x)};
}

namespace {

double dot_of(const double* a, const double* b, std::size_t n) {
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += a[i] * b[i];
  return total;
}

class factored {
 public:
  factored(std::vector<double> columns, std::size_t rows, bool with_ones)
      : a_(std::move(columns)), rows_(rows), count_(a_.size() / std::max<std::size_t>(rows, 1)), with_ones_(with_ones), diagonal_(count_) {
    watched_steps loop;
    for (std::size_t k = 0; k < count_; ++k) reflect_column(k, loop);
  }

  // y becomes Q^T y.
  void reflect(std::vector<double>& y) const {
    for (std::size_t k = 0; k < count_; ++k) reflect(k, y.data());
  }
  std::vector<double> solve(const std::vector<double>& reflected) const {
    std::vector<double> x(reflected.begin(), reflected.begin() + static_cast<std::ptrdiff_t>(count_));
    for (std::size_t k = count_; k-- > 0;) {
      x[k] /= diagonal_[k];
      for (std::size_t i = 0; i < k; ++i) x[i] -= column(k)[i] * x[k];
    }
    return x;
  }
  // The squared lengths of the rows of R's inverse.
  std::vector<double> inverse_rows() const {
    std::vector<double> lengths(count_);
    watched_loop loop;
    for (std::size_t j = 0; j < count_; ++j) {
      loop.at(static_cast<index_t>(j), static_cast<index_t>(count_));
      std::vector<double> unit(count_);
      unit[j] = 1;
      const std::vector<double> of_inverse = solve(unit);
      for (std::size_t i = 0; i < count_; ++i) lengths[i] += of_inverse[i] * of_inverse[i];
    }
    return lengths;
  }

 private:
  double* column(std::size_t k) { return a_.data() + k * rows_; }
  const double* column(std::size_t k) const { return a_.data() + k * rows_; }

  // Compares the rest of a column, after the columns before it, with the original column.
  void reflect_column(std::size_t k, watched_steps& loop) {
    double* const v = column(k);
    const double whole = std::sqrt(dot_of(v, v, rows_));
    for (std::size_t before = 0; before < k; ++before) {
      loop.at(static_cast<index_t>(k * (k - 1) / 2 + before), static_cast<index_t>(count_ * (count_ - 1) / 2), static_cast<index_t>(rows_));
      reflect(before, v);
    }
    const double left = std::sqrt(dot_of(v + k, v + k, rows_ - k));
    if (left <= 16 * std::numeric_limits<double>::epsilon() * std::sqrt(static_cast<double>(rows_)) * whole) throw_singular(k);
    diagonal_[k] = v[k] > 0 ? -left : left;
    v[k] -= diagonal_[k];
  }
  void reflect(std::size_t k, double* y) const {
    const double* const v = column(k);
    const double by = 2 * dot_of(v + k, y + k, rows_ - k) / dot_of(v + k, v + k, rows_ - k);
    for (std::size_t i = k; i < rows_; ++i) y[i] -= by * v[i];
  }
  [[noreturn]] void throw_singular(std::size_t k) const {
    text message;
    message << "least_squares is singular: ";
    if (with_ones_) {
      message << "column " << k - 1 << " is a combination of the intercept and the columns before it";
    } else {
      message << "column " << k << " is a combination of those before it";
    }
    throw value_error(message);
  }

  std::vector<double> a_;
  std::size_t rows_, count_;
  bool with_ones_;
  std::vector<double> diagonal_;
};

// The sum of the squares of y, about its mean or about 0.
double spread_of(const buffer<double>& y, bool about_mean) {
  double mean = 0, total = 0;
  if (about_mean) {
    for (const double value : y) mean += value / static_cast<double>(y.size());
  }
  for (const double value : y) total += (value - mean) * (value - mean);
  return total;
}

[[noreturn]] void throw_first_nan(const buffer<double>& columns, const shape& of, index_t row) {
  for (index_t k = 0; k < of[1]; ++k) {
    if (std::isnan(columns[k * of[0] + row])) throw_refused_nan("least_squares", row * of[1] + k);
  }
  throw value_error(text() << "least_squares was told to refuse NaN, and element " << row << " of y is NaN");
}

linear_model solve(const buffer<double>& columns, const buffer<double>& y, index_t given, intercept how) {
  const index_t n = y.size(), unknowns = given + (how == intercept::fitted);
  if (unknowns == 0 || n < unknowns)
    throw value_error(text() << "least_squares of " << counted(n, "row") << " cannot find " << counted(unknowns, "coefficient"));
  std::vector<double> matrix(static_cast<std::size_t>(n * (unknowns - given)), 1.0), reflected(y.begin(), y.end());
  matrix.insert(matrix.end(), columns.begin(), columns.end());
  const factored qr(std::move(matrix), static_cast<std::size_t>(n), how == intercept::fitted);
  qr.reflect(reflected);
  const auto p = static_cast<std::size_t>(unknowns);
  const double left = dot_of(reflected.data() + p, reflected.data() + p, reflected.size() - p);
  const index_t freedom = n - unknowns;
  const double variance = freedom > 0 ? left / static_cast<double>(freedom) : no_number;
  const std::vector<double> found = qr.solve(reflected), lengths = qr.inverse_rows();
  linear_model model{buffer<double>(), make_buffer<double>(unknowns), 1 - left / spread_of(y, how == intercept::fitted), left, freedom};
  for (index_t k = 0; k < unknowns; ++k) model.standard_errors.write(k, std::sqrt(variance * lengths[static_cast<std::size_t>(k)]));
  model.coefficients = make_buffer<double>(unknowns);
  std::copy(found.begin(), found.end(), model.coefficients.data());
  return model;
}

}  // namespace

void require_matrix(const char* operation, const shape& of) {
  if (of.rank() != 2) throw shape_error(text() << operation << " wants a matrix, not a tensor of shape " << to_string(of));
}

linear_model solve_least_squares(const buffer<double>& columns, const buffer<double>& y, const shape& of, intercept how,
                                 nan_policy policy) {
  const index_t n = of[0];
  if (y.size() != n) throw_sizes_differ("least_squares", n, y.size());
  if (policy == nan_policy::keep) return solve(columns, y, of[1], how);
  std::vector<bool> nan = nan_in_any(columns, n);
  for (index_t i = 0; i < n; ++i) nan[static_cast<std::size_t>(i)] = nan[static_cast<std::size_t>(i)] || std::isnan(y[i]);
  const auto first = std::find(nan.begin(), nan.end(), true);
  if (first != nan.end() && policy == nan_policy::refuse) throw_first_nan(columns, of, first - nan.begin());
  return solve(left_of(columns, nan), left_of(y, nan), of[1], how);
}

}  // namespace ravel::detail
