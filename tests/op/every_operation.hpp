// SPDX-License-Identifier: BSL-1.0
// Every public eager operation on one kind of operand, by its name. cmake/check_every_operation.sh reads the names here and in the headers,
// so that an operation that is not run is found. The programs differ in the kind alone and compare with what a buffer gives.
#pragma once

#include <ravel/ravel.hpp>

#include <support/combinations.hpp>
#include <support/require_equal.hpp>
#include <support/same_for_all.hpp>

#include <tensor/backing.hpp>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace every_operation {

using ravel::index_t;

using numbers = std::vector<double>;
using index_list = std::vector<index_t>;

// What each operation gave, by its name. Somebody may be told when one begins and when it has run.
struct results : std::vector<std::pair<std::string, numbers>> {
  std::function<void()> before;
  std::function<void(const std::string& operation)> after;

  void begin() {
    if (before) before();
  }

  void add(const char* operation, numbers gave) {
    emplace_back(operation, std::move(gave));
    if (after) after(operation);
  }
};

inline const numbers values{3, 1, 4, 1, 5}, weights{2, 7, 1, 8, 2};

template <class R>
decltype(auto) element(const R& result, index_t i) {
  if constexpr (requires { typename R::size_type; }) {
    return result[static_cast<typename R::size_type>(i)];
  } else {
    return result[i];
  }
}

// What an operation gave, as numbers.
template <class R>
numbers told(const R& result) {
  if constexpr (requires {
                  result.as_range();
                  result.contains(index_t{});
                }) {
    const ravel::selection positions(result);
    numbers all{static_cast<double>(positions.size())};
    for (index_t i = 0; i < positions.size(); ++i) all.push_back(static_cast<double>(positions[i]));
    return all;
  } else if constexpr (requires {
                         result.size();
                         element(result, 0);
                       }) {
    numbers all;
    for (index_t i = 0; i < static_cast<index_t>(result.size()); ++i) {
      if constexpr (requires { static_cast<double>(element(result, i)); }) {
        all.push_back(static_cast<double>(element(result, i)));
      } else if constexpr (requires { element(result, i).key; }) {  // a run of equal keys
        const ravel::index_range& run = element(result, i).positions;
        all.insert(all.end(),
                   {static_cast<double>(element(result, i).key), static_cast<double>(run.start()), static_cast<double>(run.size())});
      } else if constexpr (requires { element(result, i).c_str(); }) {
        for (const char c : element(result, i)) all.push_back(c);
        all.push_back(0);
      } else {  // complex: what has neither would tell nothing
        all.push_back(element(result, i).real());
        all.push_back(element(result, i).imag());
      }
    }
    if (all.empty()) all.push_back(static_cast<double>(result.size()));
    return all;
  } else if constexpr (requires { result.value_or(index_t{-1}); }) {
    return {static_cast<double>(result.value_or(index_t{-1}))};
  } else {
    return {static_cast<double>(result)};
  }
}

// 0, 1, 3, 6, …
inline numbers rising(index_t n) {
  numbers all;
  for (index_t i = 0; i < n; ++i) all.push_back(static_cast<double>(i * (i + 1) / 2));
  return all;
}

// The numbers x in order, and as words of one letter or two with a comma; lazy ones.
template <class X>
ravel::reader<double> in_order(const X& x) {
  const ravel::reader<double> held(ravel::detail::borrowed_handle(x));
  return select(held, ravel::argsort(held));
}
template <class X>
ravel::reader<std::string> in_words(const X& x) {
  return map([](double value) { return value > 2 ? std::string("a,b") : std::string("c"); },
             ravel::reader<double>(ravel::detail::borrowed_handle(x)));
}

#define RUN(name, call) \
  all.begin();          \
  all.add(#name, told(ravel::name call));
#define RUN_INTO(name, call)                                                                              \
  {                                                                                                       \
    const ravel::buffer<double> target = ravel::make_buffer<double>(static_cast<index_t>(x.size()), 0.0); \
    all.begin();                                                                                          \
    ravel::name call;                                                                                     \
    all.add(#name, told(target));                                                                         \
  }

// Of the numbers x and y, the integers k, and a mask, all of one size.
template <class X, class K, class M>
void reduce_all(results& all, const X& x, const X& y, const K& k, const M& mask) {
  const auto large = [](double v) { return v > 2; };
  const auto plus = [](double a, double b) { return a + b; };
  const ravel::weights rising_weights(rising(static_cast<index_t>(x.size())));
  using ravel::nan_policy, ravel::ddof;
  RUN(sum, (x))
  RUN(sum, (x, nan_policy::skip))
  RUN(product, (x))
  RUN(mean, (x, nan_policy::skip))
  RUN(min, (x))
  RUN(max, (x, nan_policy::skip))
  RUN(dot, (x, y))
  RUN(norm, (x))
  RUN(count, (mask))
  RUN(count, (x, large))
  RUN(all_of, (mask))
  RUN(any_of, (mask))
  RUN(none_of, (x, large))
  RUN(reduce, (x, 0.0, plus))
  RUN(reduce_with, (x, ravel::reducer::mean))
  RUN(reduce_with, (x, y, ravel::reducer::covariance))
  RUN(variance, (x, ddof{1}))
  RUN(standard_deviation, (x))
  RUN(var, (x))
  RUN(std, (x, nan_policy::skip))
  RUN(skew, (x))
  RUN(kurtosis, (x))
  RUN(descriptive_statistics, (x).variance)
  RUN(covariance, (x, y))
  RUN(correlation, (x, y))
  RUN(correlation, (x, y, ravel::correlation_kind::spearman))
  RUN(correlation, (x, y, ravel::correlation_kind::kendall))
  RUN(linear_regression, (rising(static_cast<index_t>(x.size())), x).slope)
  RUN(theil_sen, (rising(static_cast<index_t>(x.size())), x).slope)
  RUN(quantile, (x, 0.5))
  RUN(quantile, (x, {0.25, 0.5}))
  RUN(median, (x))
  RUN(quartiles, (x).third)
  RUN(mean, (x, rising_weights))
  RUN(geometric_mean, (k))
  RUN(harmonic_mean, (k))
  RUN(moment, (x, 3))
  RUN(median_absolute_deviation, (x))
  RUN(trimmed_mean, (x, 0.25))
  RUN(arg_outliers, (x, ravel::fence_factor{0.5}))
  RUN(argmin, (x))
  RUN(argmax, (x))
  RUN(argmin_last, (x))
  RUN(argmax_last, (x))
  RUN(nth_element, (x, 2))
  RUN(most_common, (x))
  RUN(count_unique, (x))
  RUN(histogram, (x).counts)
  RUN(histogram, (x, {0, 2, 9}).counts)
  RUN(histogram, (x, ravel::bin_rule::automatic).counts)
  RUN(kernel_density, (x, {0, 2}, ravel::bandwidth{0.5}))
  RUN(bincount, (k))
  RUN(bincount, (k, x))
  RUN(equal, (x, y))
  RUN(equal, (x, x))
  RUN(close, (x, y))
  RUN(close, (x, x))
}

template <class X, class K, class M>
void rearrange_all(results& all, const X& x, const X& y, const K&, const M&) {
  RUN(sort, (x))
  RUN(sort, (x, ravel::sort_order::descending))
  RUN(argsort, (x))
  RUN(argsort_by, (x, y))
  RUN(rank, (x))
  RUN(cumsum, (x))
  RUN(cumprod, (x))
  RUN(cummin, (x))
  RUN(cummax, (x))
  RUN(ewm, (x, ravel::decay::span(2)))
  RUN(run_lengths, (x))
  RUN(scan, (x, [](double a, double b) { return a + b; }))
  RUN(diff, (x))
  RUN(gradient, (x))
  RUN(gradient, (y, rising(static_cast<index_t>(y.size()))))
  RUN(rolling, (x, 2, ravel::reducer::mean))
  RUN(rolling, (x, y, 3, ravel::reducer::covariance))
  RUN(rolling, (x, ravel::weights{1, 2}, ravel::reducer::mean))
  RUN(expanding, (x, ravel::reducer::max))
  RUN(downsample, (x, 2, ravel::reducer::last))
  RUN(downsample, (x, 2, [](const ravel::reader<double>& piece) { return piece[0]; }))
  RUN(rolling_quantile, (x, 3, 0.3))
  RUN(rolling_median, (x, 3))
  RUN(rolling_rank, (x, 3))
  RUN(rolling_mode, (x, 3))
  RUN(rolling, (x, 2, [](const ravel::reader<double>& window) { return window[0]; }))
  RUN(convolve, (x, y))
  RUN(convolve, (x, y, ravel::convolve_method::fft))
  RUN(correlate, (x, y))
  RUN(fft, (x))
  RUN(ifft, (x, ravel::fft_norm::ortho))
  RUN(rfft, (x, ravel::fft_length{8}))
  RUN(irfft, (x))
  RUN(gaussian_filter, (x, 0.8))
  RUN(median_filter, (x, 3))
  RUN(savgol_filter, (x, 5, 2))
  RUN(detrend, (x))
  RUN(find_peaks, (x))
  RUN(peak_prominences, (x, index_list{1, 3}).values)
  RUN(peak_widths, (x, index_list{1, 3}).right)
}

template <class X, class K, class M>
void search_all(results& all, const X& x, const X& y, const K& k, const M& mask) {
  const auto large = [](double v) { return v > 2; };
  const auto parity = [](double v) { return static_cast<int>(v) % 2; };
  const numbers sorted = rising(static_cast<index_t>(x.size()));
  double total = 0;
  RUN(unique, (x))
  RUN(unique_all, (x).inverse)
  RUN(value_counts, (x).counts)
  RUN(filter, (x, large))
  RUN(compress, (x, mask))
  RUN(argfilter, (mask))
  RUN(argfilter, (x, large))
  RUN(argfilter, (x, y, std::less<>()))
  RUN(index_of, (x, 4))
  RUN(index_of, (x, y))
  RUN(last_index_of, (x, 1))
  RUN(membership, (x, {1, 4}))
  RUN(membership, (x, y))
  RUN(lower_bound, (x, 3))
  RUN(upper_bound, (x, 3))
  RUN(binary_search, (x, 4))
  RUN(searchsorted, (numbers{1, 3, 5}, x))
  RUN(digitize, (x, {0, 3}))
  RUN(interp, (x, numbers{1, 5}, numbers{10, 50}))
  RUN(arg_top_k, (x, 3))
  RUN(arggroup, (x).keys())
  RUN(categorize, (x).levels)
  RUN(categorize, (x, ravel::group_order::sorted).codes)
  RUN(arggroup_by, (x, parity).keys())
  RUN(group_reduce, (k, x, ravel::reducer::mean).values)
  RUN(group_reduce, (k, x, [](const ravel::reader<double>& group) { return group[0]; }).values)
  RUN(group_transform, (k, x, ravel::reducer::sum))
  RUN(group_transform, (k, x, [](const ravel::reader<double>& group) { return group[0]; }))
  RUN(gather_groups, (k, x).columns)
  RUN(group_apply, (k, x, [](const ravel::buffer<double>& group) { return group[0]; }).values)
  RUN(group_rank, (k, x))
  RUN(group_top_k, (k, x, 1))
  RUN(crosstab, (k, mask).cells)
  RUN(crosstab, (k, mask, x, ravel::reducer::sum).cells)
  RUN(arg_join, (x, y).right)
  RUN(arg_join, (std::tie(x, k), std::tie(y, k), ravel::join_kind::outer).left)
  const auto x_in_order = in_order(x), y_in_order = in_order(y);
  RUN(merge_sorted, (x_in_order, y_in_order))
  RUN(split, (in_words(x), ",").starts)
  RUN(split_columns, (in_words(x), ",", 2)[0])
  RUN(arg_join_asof, (sorted, sorted, k, k))
  RUN(select_or, (x, index_list{4, -1}, 0))
  RUN(argpartition, (k))
  RUN(argpartition_by, (x, parity))
  RUN(missing_where, (x, large))
  RUN(missing_where, (x))
  RUN(fill_missing, (x, ravel::index_set{1, 4}, 7))
  RUN(fill_missing, (x, ravel::index_set{1, 4}, ravel::fill_policy::forward).values)
  RUN(fill_missing, (x, ravel::index_set{1, 4}, sorted, ravel::fill_policy::linear).values)
  RUN(fill_gaps, (sorted, x, 2, ravel::fill_policy::linear).values)
  RUN(fill_gaps, (sorted, x, 2, 0).keys)
  RUN(rolling_by, (sorted, x, 5, ravel::reducer::mean))
  RUN(rolling_by, (sorted, std::tie(x, y), 5, ravel::reducer::covariance))
  RUN(rolling_by, (sorted, x, 5, [](const ravel::reader<double>& window) { return window[0]; }))
  RUN(resample, (sorted, x, 0, 20, 3, ravel::reducer::sum).values)
  RUN(resample, (sorted, x, 0, 20, 3, ravel::fill_policy::linear).values)
  RUN(resample, (sorted, x, 0, 20, 3, [](const ravel::reader<double>& window) { return window.size(); }).values)
  RUN(arg_largest_triangle, (x, 3))
  RUN(arg_largest_triangle, (sorted, x, 4))
  RUN(drop_missing, (x, ravel::index_set{1, 4}))
  RUN(clone, (x))
  RUN(to_vector, (x))
  RUN_INTO(copy, (x, target))
  RUN_INTO(fill, (target, x[0]))
  RUN_INTO(for_each, (x, [&](double v) { total += v; }))
  all.add("for_each", numbers{total});
}

#undef RUN
#undef RUN_INTO

template <class X, class K, class M>
results everything(const X& x, const X& y, const K& k, const M& mask, std::function<void(const std::string&)> after = {}) {
  results all;
  all.after = std::move(after);
  reduce_all(all, x, y, k, mask);
  rearrange_all(all, x, y, k, mask);
  search_all(all, x, y, k, mask);
  return all;
}

// What is expected, of buffers; another program has run them.
const results& of_buffers();
results of_buffers(const ravel::buffer<double>& x, const ravel::buffer<double>& y, const ravel::buffer<int>& k,
                   const ravel::buffer<bool>& mask);
results of_readers(const ravel::reader<double>& x, const ravel::reader<double>& y, const ravel::reader<int>& k,
                   const ravel::reader<bool>& mask, std::function<void(const std::string&)> after = {});
// Compares, with the names of what differs; NaN is equal to NaN. What reducers gather of sparse data has one state for all fills, so that
// it may differ in the last bits.
void check(const char* kind, const results& found, const results& expected = of_buffers(), bool sparse = false);

// What run() gives has the bits of one thread. Each call tries the next sharing.
template <class Run>
void check_shared(const std::string& what, const Run& run) {
  const results wanted = ravel::with_executor(ravel::serial, run);
  support::next_sharing(run, [&](const auto& shared) {
    const results found = shared();
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      INFO(what << ": " << found[i].first);
      support::require_same_bits(found[i].second, wanted[i].second);
    }
  });
}

// The names of the operations that never ask another thread for help. run(after) calls after(name) behind each.
template <class Run>
std::string run_alone(const Run& run) {
  const support::rules_of_tasks now(support::share_all);
  const support::shuffling_executor executor;
  std::map<std::string, bool> shared;
  int calls = 0;
  const auto note = [&](const std::string& operation) { shared[operation] |= std::exchange(calls, executor.calls()) < executor.calls(); };
  ravel::with_executor(executor, [&] { run(note); });
  std::string alone;
  for (const auto& [operation, is_shared] : shared) alone += is_shared ? "" : operation + " ";
  return alone;
}

// Numbers of which few or many are the same.
inline std::vector<std::pair<numbers, numbers>> of_several_densities() {
  std::vector<std::pair<numbers, numbers>> all{{values, weights}, {weights, values}};
  support::random r(23);
  for (const index_t n : {5, 5, 40, 40, 100, 100, 2100}) {
    all.emplace_back(backing::small_values<double>(r, n), backing::small_values<double>(r, n));
  }
  return all;
}
// Everything on tensors or readers that make(kind, numbers, T()) gives, for each of the kinds, against what memory gives.
template <class Kinds, class Make>
void check_kinds(const Kinds& kinds, Make make) {
  const auto densities = of_several_densities();
  std::map<const numbers*, results> of_memory;
  const auto check_kind = [&](const std::pair<numbers, numbers>& operands, backing::kind how) {
    const auto& [x, y] = operands;
    numbers k;
    for (const double value : x) k.push_back(std::abs(value));
    numbers mask;
    for (const double value : k) mask.push_back(value > 2);
    const auto made = [&](backing::kind kind) {
      return everything(make(kind, x, double()), make(kind, y, double()), make(kind, k, int()), make(kind, mask, bool()));
    };
    results& expected = of_memory[&x];
    if (expected.empty()) expected = made(backing::kind::dense);
    check(("kind " + std::to_string(static_cast<int>(how)) + " of " + std::to_string(x.size())).c_str(), made(how), expected,
          backing::is_sparse(how));
  };
  support::each_combination(check_kind, densities, kinds);
}

template <class T>
std::vector<T> as_vector(const numbers& of) {
  std::vector<T> all;
  for (const double value : of) all.push_back(static_cast<T>(value));
  return all;
}
template <class T>
ravel::buffer<T> in_buffer(const numbers& of) {
  return support::in_memory(as_vector<T>(of));
}

}  // namespace every_operation
