// SPDX-License-Identifier: BSL-1.0
// Every operation along every axis of tensors over every backing gives what it gives of memory, to the bit. cmake/check_every_operation.sh
// reads the names here and in the headers.
#include "every_operation.hpp"

#include <support/catch.hpp>
#include <support/vanishing.hpp>

#include <array>
#include <chrono>

using namespace every_operation;

namespace {

template <class T>
using held = ravel::tensor<const T>;

// With the shape, which elements in order do not tell.
template <class R>
numbers told_with_shape(const R& result) {
  numbers all = told(result);
  if constexpr (requires { result.shape().rank(); }) {
    for (const index_t extent : result.shape()) all.push_back(static_cast<double>(extent));
  }
  return all;
}

#define ALONG(name, call) \
  all.begin();            \
  all.add(#name, told_with_shape(ravel::name call));
#define ALONG_INTO(name, call)                                           \
  {                                                                      \
    const ravel::tensor<double> target = ravel::ones<double>(x.shape()); \
    all.begin();                                                         \
    ravel::name call;                                                    \
    all.add(#name, told(target));                                        \
  }

void reduce_along(results& all, const held<double>& x, const held<double>& y, const held<int>& k, const held<bool>& mask, index_t axis) {
  const auto large = [](double v) { return v > 2; };
  using ravel::nan_policy, ravel::ddof, ravel::keep;
  const auto places = x + 100 * as_tensor(ravel::iota<double>(x.size()), x.shape());  // no two are the same
  const ravel::weights rising_weights(rising(x.extent(axis)));
  ALONG(sum, (x, axis))
  ALONG(sum, (k, axis, keep))
  ALONG(sum, (x, axis, nan_policy::skip))
  ALONG(product, (x, axis))
  ALONG(mean, (x, axis))
  ALONG(mean, (k, axis))
  ALONG(min, (x, axis))
  ALONG(max, (k, axis))
  ALONG(norm, (x, axis))
  ALONG(softmax, (x, axis))
  ALONG(logsumexp, (x, axis))
  ALONG(count, (mask, axis))
  ALONG(count, (x, large, axis))
  ALONG(all_of, (mask, axis))
  ALONG(any_of, (mask, axis, keep))
  ALONG(none_of, (x, large, axis))
  ALONG(reduce, (
                    x, 1.0, [](double a, double b) { return a / 2 + b; }, axis))
  ALONG(reduce_axis, (x, axis, [](const auto& line) { return line[0] + 2 * line[line.size() - 1]; }))
  ALONG(reduce_with, (x, ravel::reducer::mean, axis))
  ALONG(variance, (x, axis, ddof{1}))
  ALONG(standard_deviation, (x, axis))
  ALONG(var, (k, axis))
  ALONG(std, (x, axis, nan_policy::skip))
  ALONG(skew, (x, axis))
  ALONG(kurtosis, (x, axis))
  ALONG(descriptive_statistics, (x, axis)[0].variance)
  ALONG(covariance, (x, y, axis))
  ALONG(correlation, (x, y, axis))
  ALONG(linear_regression, (places, y, axis)[0].slope)
  ALONG(theil_sen, (y + places, x, axis)[0].intercept)
  ALONG(quantile, (x, 0.5, axis))
  ALONG(median, (x, axis))
  ALONG(quartiles, (x, axis)[0].third)
  ALONG(mean, (x, axis, rising_weights))
  ALONG(geometric_mean, (k, axis))
  ALONG(trimmed_mean, (k, 0.25, axis))
  ALONG(harmonic_mean, (k, axis))
  ALONG(moment, (x, 3, axis))
  ALONG(median_absolute_deviation, (x, axis))
  ALONG(argmin, (x, axis))
  ALONG(argmax, (k, axis))
  ALONG(argmin_last, (x, axis))
  ALONG(argmax_last, (k, axis))
  ALONG(nth_element, (x, 1, axis))
  ALONG(most_common, (x, axis))
  ALONG(count_unique, (k, axis))
  ALONG(histogram, (x, {0, 2, 9}, axis).counts)
  ALONG(kernel_density, (x, {0, 3}, axis, ravel::bandwidth{1.5}))
}

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

#undef ALONG
#undef ALONG_INTO

results along(const held<double>& x, const held<double>& y, const held<int>& k, const held<bool>& mask, index_t axis) {
  results all;
  reduce_along(all, x, y, k, mask, axis);
  rearrange_along(all, x, y, k, mask, axis);
  return all;
}

void check_axes(const ravel::shape& s, const numbers& x, const numbers& y, backing::kind how) {
  numbers k, mask;
  for (const double value : x) {
    k.push_back(std::abs(value));
    mask.push_back(value > 2);
  }
  const auto made = [&](backing::kind kind, index_t axis) {
    const auto in = [&](const numbers& of, auto type) { return backing::readable(kind, s, as_vector<decltype(type)>(of)); };
    return along(in(x, double()), in(y, double()), in(k, int()), in(mask, bool()), axis);
  };
  for (index_t axis = 0; axis < s.rank(); ++axis) {
    const std::string what =
        "kind " + std::to_string(static_cast<int>(how)) + " along axis " + std::to_string(axis) + " of " + to_string(s);
    check(what.c_str(), made(how, axis), made(backing::kind::dense, axis), backing::is_sparse(how));
  }
}

}  // namespace

TEST_CASE("every operation goes along the axes of tensors over any backing", "[every_operation]") {
  support::random r(29);
  for (const ravel::shape& s : {ravel::shape{2, 2, 2}, ravel::shape{3, 7, 4}, ravel::shape{2, 40, 9}, ravel::shape{5, 2, 70}}) {
    for (const backing::kind how : backing::evaluated_kinds) {
      const auto x = backing::small_values<double>(r, s.elements()), y = backing::small_values<double>(r, s.elements());
      check_axes(s, x, y, how);
    }
  }
}

namespace {

struct operands {
  held<double> x, y;
  held<int> k;
  held<bool> mask;
};

operands in_vanishing_memory(const ravel::shape& s, const numbers& x, const numbers& y) {
  numbers k, mask;
  for (const double value : x) {
    k.push_back(std::abs(value));
    mask.push_back(value > 2);
  }
  const auto in = [&]<class T>(const numbers& of, std::type_identity<T>) { return as_tensor(support::vanishing<T>(of), s); };
  return {in(x, std::type_identity<double>()), in(y, std::type_identity<double>()), in(k, std::type_identity<int>()),
          in(mask, std::type_identity<bool>())};
}

}  // namespace

TEST_CASE("every operation along axes goes on with what it was given when the names of it are bound anew", "[every_operation]") {
  support::random r(31);
  const ravel::shape s{3, 7, 4};
  const auto x = backing::small_values<double>(r, s.elements()), y = backing::small_values<double>(r, s.elements());
  for (index_t axis = 0; axis < s.rank(); ++axis) {
    const operands kept = in_vanishing_memory(s, x, y);
    const results expected = along(kept.x, kept.y, kept.k, kept.mask, axis);
    operands now = in_vanishing_memory(s, x, y);
    bool inside = false;
    results found;
    found.before = [&] { inside = true; };
    found.after = [&](const std::string&) {
      inside = false;
      now = in_vanishing_memory(s, x, y);
    };
    const auto bind_anew = [&](const ravel::progress&) {
      if (inside) now = {};
    };
    ravel::with_progress(bind_anew, std::chrono::seconds(0), [&] {
      reduce_along(found, now.x, now.y, now.k, now.mask, axis);
      rearrange_along(found, now.x, now.y, now.k, now.mask, axis);
    });
    check(("bound anew along axis " + std::to_string(axis)).c_str(), found, expected);
  }
}
