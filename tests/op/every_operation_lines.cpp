// SPDX-License-Identifier: BSL-1.0
// Every operation that makes lines or tensors of tensors over every backing gives what it gives of memory, to the bit.
// every_operation_axes.cpp has those that make a value of each line.
#include "every_operation_axes.hpp"

#include <support/catch.hpp>

#include <array>

using namespace every_operation;

namespace {

void rearrange_along(results& all, const held<double>& x, const held<double>& y, const held<int>& k, const held<bool>& mask, index_t axis) {
  const auto half = [](double a, double b) { return a / 2 + b; };
  const std::array pair{1.0, -2.0};
  const auto grouped = ravel::iota<int>(x.extent(axis)) % 2;
  const auto rows = swap_axes(x, axis, 2), columns = swap_axes(swap_axes(y, axis, 2), 1, 2);
  // Two columns that do not depend on each other, whatever x is.
  const auto places = x + 100 * as_tensor(ravel::iota<double>(x.size()), x.shape());
  const auto design = swap_axes(places, axis, 2)(0, ravel::all, ravel::slice(0, 2));
  ALONG(sort, (x, axis))
  ALONG(argsort, (k, axis))
  ALONG(rank, (x, axis))
  ALONG(cumsum, (x, axis))
  ALONG(ewm, (x, ravel::decay::span(2), axis))
  ALONG(run_lengths, (k, axis))
  ALONG(cumprod, (x, axis))
  ALONG(cummin, (k, axis))
  ALONG(cummax, (x, axis))
  ALONG(scan, (x, half, axis))
  ALONG(diff, (x, axis))
  ALONG(gradient, (x, axis))
  ALONG(gradient, (x, rising(x.extent(axis)), axis))
  ALONG(rolling, (x, 2, ravel::reducer::mean, axis))
  ALONG(rolling, (x, y, 3, ravel::reducer::covariance, axis, ravel::every{2}))
  ALONG(rolling, (x, ravel::weights{1, 2, 1}, ravel::reducer::sum, axis))
  ALONG(expanding, (x, ravel::reducer::mean, axis))
  ALONG(rolling_by, (rising(x.extent(axis)), x, 2, ravel::reducer::mean, axis))
  ALONG(resample, (rising(x.extent(axis)), x, 0, 6, 1.5, ravel::reducer::sum, axis).values)
  ALONG(group_reduce, (grouped, x, ravel::reducer::sum, axis).values)
  ALONG(group_transform, (grouped, x, ravel::reducer::max, axis))
  ALONG(group_rank, (grouped, x, axis))
  ALONG(group_top_k, (grouped, k, 1, axis))
  ALONG(downsample, (x, 2, ravel::reducer::mean, axis))
  ALONG(arg_largest_triangle, (x, 2, axis))
  ALONG(fill_missing, (x, ravel::index_set{1, 4, 5}, 7))
  ALONG(fill_missing, (x, ravel::index_set{1, 4, 5}, ravel::fill_policy::nearest, axis).values)
  ALONG(fill_gaps, (rising(x.extent(axis)), x, 1, ravel::fill_policy::backward, axis).values)
  ALONG(rolling_quantile, (x, 3, 0.3, axis))
  ALONG(rolling_median, (k, 2, axis))
  ALONG(rolling_rank, (x, 3, axis))
  ALONG(rolling_mode, (k, 3, axis, ravel::edge_mode::zero))
  ALONG(convolve, (x, pair, axis))
  ALONG(correlate, (x, pair, axis))
  ALONG(convolve, (x, columns))
  ALONG(fft, (x, axis))
  ALONG(ifft, (x, {axis, (axis + 1) % 3}))
  ALONG(rfft, (x, axis, ravel::fft_length{5}))
  ALONG(irfft, (x, axis, ravel::fft_length{3}))
  ALONG(fft_shift, (x, axis))
  ALONG(ifft_shift, (x, axis))
  ALONG(gaussian_filter, (x, 1, axis))
  ALONG(gaussian_filter, (k, 0.5))
  ALONG(median_filter, (x, 3, axis))
  ALONG(median_filter, (k, {1, 2, 1}))
  ALONG(savgol_filter, (x, 3, 1, axis, ravel::edge_mode::wrap))
  ALONG(detrend, (x, axis))
  ALONG(cwt, (flat(x), {1, 2}))
  ALONG(cwt, (x, {1, 2}, axis))
  ALONG(find_peaks, (flat(x)))
  ALONG(peak_prominences, (flat(x), index_list{1, 3}).values)
  ALONG(peak_widths, (flat(x), index_list{1, 3}).left)
  ALONG(arg_top_k, (x, 2, axis))
  ALONG(digitize, (x, {0, 3}))
  ALONG(membership, (x, {1, 4}))
  ALONG(searchsorted, (numbers{1, 3, 5}, x))
  ALONG(index_of, (numbers{4, 1, 5}, x))
  ALONG(interp, (x, numbers{1, 5}, numbers{10, 50}))
  ALONG(nonzero, (mask))
  ALONG(matmul, (rows, columns))
  ALONG(matmul, (swap_axes(k, axis, 2), columns(0, ravel::all, 0)))
  ALONG(covariance_matrix, (rows(0, ravel::all, ravel::all), ravel::ddof{1}))
  ALONG(correlation_matrix, (rows(0, ravel::all, ravel::all), 0))
  ALONG(histogram_nd, (rows(0, ravel::all, ravel::slice(0, 2)), ravel::bins{3}).counts)
  ALONG(dot, (flat(x), flat(y)))
  ALONG(map_axis, (x, axis, [](const auto& line) { return ravel::diff(line, ravel::prepend{0}); }))
  ALONG(take_along_axis, (x, k % static_cast<int>(x.extent(axis)), axis))
  ALONG(compress, (x, grouped == 1, axis))
  ALONG(least_squares, (design, rows(0, ravel::all, 1), ravel::intercept::none).coefficients)
  ALONG(clone, (x))
  ALONG(contiguous, (x))
  ALONG_INTO(copy, (x, target))
  ALONG_INTO(copy_where, (mask, x, target))
  ALONG_INTO(fill, (target, x(0, 0, 0)))
  ALONG(equal, (x, y))
  ALONG(equal, (x, x))
  ALONG(close, (x, y))
  ALONG(close, (x, x))
}

}  // namespace

TEST_CASE("every operation makes lines along the axes of tensors over any backing", "[every_operation]") {
  check_every_axis(rearrange_along);
}

TEST_CASE("every operation that makes lines has the bits of one thread over any backing", "[every_operation]") {
  check_every_axis_shared(rearrange_along);
}

// They give views.
TEST_CASE("operations that make lines that no thread shares are those of a list", "[every_operation]") {
  CHECK(run_alone_along(rearrange_along) == "contiguous fft_shift ifft_shift ");
}

TEST_CASE("every operation that makes lines goes on with what it was given when the names of it are bound anew", "[every_operation]") {
  check_bound_anew(rearrange_along);
}
