// SPDX-License-Identifier: BSL-1.0
// The table of verbs: one row for each that works along axes. The faces of a verb are stamped from its row: along axes and the options that
// all verbs share (op/detail/faces.hpp), run-time types (any/verbs.hpp), names (named/verbs.hpp). docs/verbs.md is made of the same rows.
//
//   RAVEL_VERB_name  form, operand, run-time form, named form, options…
//
// form      reduces       name(t, axes, options…): a result for each line, and the axes are gone
//           gathers       the same by a kernel of the engine (fold/detail/reduced.hpp)
//           reduces_at    name(t, k, axes, options…): the same by an integer k that the verb cannot do without
//           reduces_by    name(t, a, axes, options…): the same by a real number a
//           along         name(t, axis, options…): lines become lines; a tensor of one axis needs none named
//           along_by      name(t, a, axis, options…)
//           lines         as along; what is written is name(x, options…) of a reader, which makes a line as long of it
//           lines_by      the same of name(x, a, options…)
//           along_by_two  name(t, a, b, axis, options…)
//           pairs         name(a, b, axes, options…): of the lines of two tensors
//           written       another shape: all its faces along axes stand in its own file; written_by, written_by_two: with one argument or
//                         two before the axes
// operand   the concept, in ravel::detail, of data that the verb takes
// run-time  as_double: computed in double; as_precise: the same, but float for floats; in_type: by the type at hand, compiled once;
//           visited: by the type at hand, in the program that calls it; own: written in any/; none: see the comment above the row.
//           No run-time form takes a comparison or a predicate, which takes elements of one type: sort(cast<double>(x), less)
// named     gone, kept: the dims along which it goes; changed: they stay with another extent; own: written in named/; none: see the comment
// options   their types; by_default<edge_mode::zero>: an option whose default depends on the verb, in a form that only names its options
#pragma once

// clang-format off

// ---- fold ----------------------------------------------------------------------------------------------------------------------------
#define RAVEL_VERB_sum                        gathers, summable_reader, own, own, nan_policy
#define RAVEL_VERB_product                    gathers, element_reader, own, gone, nan_policy
#define RAVEL_VERB_mean                       gathers, element_reader, own, own, weights, nan_policy
#define RAVEL_VERB_min                        gathers, ordered_reader, own, gone, nan_policy
#define RAVEL_VERB_max                        gathers, ordered_reader, own, gone, nan_policy
#define RAVEL_VERB_argmin                     written, ordered_reader, own, gone, nan_policy
#define RAVEL_VERB_argmax                     written, ordered_reader, own, gone, nan_policy
#define RAVEL_VERB_argmin_last                written, ordered_reader, own, gone, nan_policy
#define RAVEL_VERB_argmax_last                written, ordered_reader, own, gone, nan_policy
#define RAVEL_VERB_all_of                     written, mask, own, gone
#define RAVEL_VERB_any_of                     written, mask, own, gone
#define RAVEL_VERB_none_of                    written, mask, own, gone
#define RAVEL_VERB_count                      written, mask, own, gone
#define RAVEL_VERB_norm                       written, element_reader, own, gone
#define RAVEL_VERB_geometric_mean             reduces, number_reader, as_double, gone, weights, nan_policy
#define RAVEL_VERB_harmonic_mean              reduces, number_reader, as_double, gone, weights, nan_policy
#define RAVEL_VERB_moment                     reduces_at, number_reader, as_double, gone, moment_kind, nan_policy
#define RAVEL_VERB_logsumexp                  written, number_reader, own, own
#define RAVEL_VERB_softmax                    along, number_reader, own, own
#define RAVEL_VERB_cumsum                     along, element_reader, own, kept, nan_policy
#define RAVEL_VERB_cumprod                    along, element_reader, own, kept, nan_policy
#define RAVEL_VERB_cummin                     along, ordered_reader, own, kept, nan_policy
#define RAVEL_VERB_cummax                     along, ordered_reader, own, kept, nan_policy
// A function or a reducer of yours takes elements of one C++ type. Give it that type: cast<double>(x), or visit(x, f).
#define RAVEL_VERB_reduce                     written_by_two, element_reader, none, own
#define RAVEL_VERB_reduce_with                written_by, element_reader, none, own, nan_policy
#define RAVEL_VERB_scan                       along_by, element_reader, visited, own
// f takes lines of a tensor: apply_along(e, i, f).
#define RAVEL_VERB_reduce_axis                written, element_reader, visited, none
#define RAVEL_VERB_map_axis                   written, element_reader, visited, none
// ---- order ---------------------------------------------------------------------------------------------------------------------------
#define RAVEL_VERB_sort                       along, ordered_reader, own, kept, sort_order
#define RAVEL_VERB_argsort                    along, ordered_reader, own, kept, sort_order, nan_place
#define RAVEL_VERB_rank                       along, ordered_reader, own, kept, rank_ties
#define RAVEL_VERB_nth_element                written_by, ordered_reader, own, gone
#define RAVEL_VERB_arg_top_k                  written_by, ordered_reader, own, changed
// ---- stats ---------------------------------------------------------------------------------------------------------------------------
#define RAVEL_VERB_variance                   reduces, element_reader, own, gone, ddof, nan_policy
#define RAVEL_VERB_standard_deviation         reduces, element_reader, own, gone, ddof, nan_policy
#define RAVEL_VERB_var                        reduces, element_reader, own, gone, ddof, nan_policy
#define RAVEL_VERB_std                        reduces, element_reader, own, own, ddof, nan_policy
#define RAVEL_VERB_skew                       reduces, number_reader, as_double, gone, elements_are, nan_policy
#define RAVEL_VERB_kurtosis                   reduces, number_reader, as_double, gone, elements_are, nan_policy
#define RAVEL_VERB_descriptive_statistics     reduces, number_reader, as_double, gone, ddof, elements_are, nan_policy
#define RAVEL_VERB_median                     reduces, number_reader, as_double, gone, quantile_rule, weights, nan_policy
#define RAVEL_VERB_quartiles                  reduces, number_reader, as_double, gone, quantile_rule, weights, nan_policy
#define RAVEL_VERB_quantile                   written_by, number_reader, as_double, own, quantile_rule, weights, nan_policy
#define RAVEL_VERB_median_absolute_deviation  reduces, number_reader, as_double, gone, deviation_scale, nan_policy
#define RAVEL_VERB_covariance                 pairs, number_reader, as_double, gone, ddof, nan_policy
#define RAVEL_VERB_correlation                pairs, number_reader, as_double, gone, correlation_kind, nan_policy
#define RAVEL_VERB_linear_regression          pairs, number_reader, as_double, gone, nan_policy
#define RAVEL_VERB_theil_sen                  pairs, number_reader, as_double, gone, nan_policy
// These have no form along dims. Call them on a tensor: order(e, i, j) gives it.
#define RAVEL_VERB_histogram                  written, number_reader, as_double, none, bins, bin_rule, between, nan_policy
#define RAVEL_VERB_kernel_density             written, number_reader, as_double, none, bandwidth, bandwidth_rule, weights, nan_policy
#define RAVEL_VERB_covariance_matrix          written, number_reader, as_double, none, ddof, nan_policy
#define RAVEL_VERB_correlation_matrix         written, number_reader, as_double, none, nan_policy
#define RAVEL_VERB_histogram_nd               written, number_reader, as_double, none, bins, bin_rule, nan_policy
#define RAVEL_VERB_least_squares              written, number_reader, as_double, none, intercept, nan_policy
#define RAVEL_VERB_trimmed_mean               reduces_by, number_reader, as_double, gone, nan_policy
// ---- search --------------------------------------------------------------------------------------------------------------------------
// Positions and masks are of axes by number.
#define RAVEL_VERB_compress                   written_by, element_reader, visited, none
#define RAVEL_VERB_take_along_axis            written_by, element_reader, visited, none
// ---- windows -------------------------------------------------------------------------------------------------------------------------
#define RAVEL_VERB_diff                       along, element_reader, in_type, changed, order<>
#define RAVEL_VERB_gradient                   along, number_reader, as_precise, kept, spacing, gradient_ends
#define RAVEL_VERB_rolling                    along_by_two, number_reader, visited, changed, every, by_default<window_position::centre>, by_default<edge_mode::clamp>, nan_policy
#define RAVEL_VERB_expanding                  along_by, number_reader, visited, kept, nan_policy
#define RAVEL_VERB_downsample                 along_by_two, number_reader, visited, changed, nan_policy
#define RAVEL_VERB_arg_largest_triangle       along_by, number_reader, as_double, changed
#define RAVEL_VERB_rolling_quantile           along_by_two, number_reader, as_double, changed, quantile_rule, every, by_default<window_position::centre>, by_default<edge_mode::clamp>, nan_policy
#define RAVEL_VERB_rolling_median             along_by, number_reader, as_double, changed, quantile_rule, every, by_default<window_position::centre>, by_default<edge_mode::clamp>, nan_policy
#define RAVEL_VERB_rolling_rank               along_by, number_reader, visited, changed, rank_ties, every, by_default<window_position::centre>, by_default<edge_mode::clamp>
#define RAVEL_VERB_rolling_mode               along_by, number_reader, visited, changed, every, by_default<window_position::centre>, by_default<edge_mode::clamp>
#define RAVEL_VERB_ewm                        lines_by, number_reader, as_double, kept, ewm_start, nan_policy
// ---- signal --------------------------------------------------------------------------------------------------------------------------
#define RAVEL_VERB_convolve                   written_by, number_reader, own, changed, convolve_mode, by_default<edge_mode::zero>, convolve_method
#define RAVEL_VERB_correlate                  written_by, number_reader, own, changed, convolve_mode, by_default<edge_mode::zero>, convolve_method
#define RAVEL_VERB_gaussian_filter            written_by, number_reader, as_precise, kept, by_default<edge_mode::reflect>, order<>, truncate_at
#define RAVEL_VERB_median_filter              written_by, number_reader, as_double, changed, by_default<edge_mode::reflect>
#define RAVEL_VERB_savgol_filter              along_by_two, number_reader, as_precise, changed, edge_mode, order<>, spacing
#define RAVEL_VERB_detrend                    along, number_reader, as_precise, kept, trend_kind, breakpoints
#define RAVEL_VERB_fft                        along, element_reader, visited, changed, fft_norm, fft_length
#define RAVEL_VERB_ifft                       along, element_reader, visited, changed, fft_norm, fft_length
#define RAVEL_VERB_rfft                       along, number_reader, as_precise, changed, fft_norm, fft_length
#define RAVEL_VERB_irfft                      along, element_reader, visited, changed, fft_norm, fft_length
#define RAVEL_VERB_fft_shift                  written, element_reader, visited, kept
#define RAVEL_VERB_ifft_shift                 written, element_reader, visited, kept
// The result has one more axis, in front and without a name: apply_along(e, i, f) for each width.
#define RAVEL_VERB_cwt                        written, number_reader, as_double, none
// Peaks are those of one line.
#define RAVEL_VERB_find_peaks                 written, number_reader, as_double, none, peak_height, peak_threshold, peak_prominence, peak_width, peak_plateau, peak_distance, peak_depth, peak_window
#define RAVEL_VERB_peak_prominences           written, number_reader, as_double, none, peak_window
#define RAVEL_VERB_peak_widths                written, number_reader, as_double, none, peak_depth, peak_window
// ---- keys ----------------------------------------------------------------------------------------------------------------------------
#define RAVEL_VERB_most_common                reduces, countable, own, gone
#define RAVEL_VERB_count_unique               reduces, countable, own, gone
#define RAVEL_VERB_run_lengths                lines, groupable, in_type, kept
// Keys lead, with a type of their own. At run time, group_reduce alone takes them, and tables do more. Dims: apply_along(e, i, f).
#define RAVEL_VERB_group_reduce               written, element_reader, own, none, group_order, nan_policy
#define RAVEL_VERB_group_transform            written, element_reader, none, none, nan_policy
#define RAVEL_VERB_group_rank                 written, ordered_reader, none, none, rank_ties
#define RAVEL_VERB_group_top_k                written, ordered_reader, none, none
#define RAVEL_VERB_rolling_by                 written, element_reader, none, none, closed_ends, nan_policy
#define RAVEL_VERB_resample                   written, element_reader, none, none, nan_policy
// ---- missing -------------------------------------------------------------------------------------------------------------------------
// Keys lead, or positions of missing elements stand behind the data, which are row-major.
#define RAVEL_VERB_fill_gaps                  written, element_reader, none, none
#define RAVEL_VERB_fill_missing               written, element_reader, none, none

// ---- all of them, in this order, by theme -------------------------------------------------------------------------------------------
#define RAVEL_FOR_EACH_VERB_OF_fold(do_with)                                                                          \
  do_with(sum) do_with(product) do_with(mean) do_with(min) do_with(max) do_with(argmin) do_with(argmax)               \
  do_with(argmin_last) do_with(argmax_last) do_with(all_of) do_with(any_of) do_with(none_of) do_with(count)           \
  do_with(norm) do_with(geometric_mean) do_with(harmonic_mean) do_with(moment) do_with(logsumexp) do_with(softmax)    \
  do_with(cumsum) do_with(cumprod) do_with(cummin) do_with(cummax) do_with(reduce) do_with(reduce_with) do_with(scan) \
  do_with(reduce_axis) do_with(map_axis)
#define RAVEL_FOR_EACH_VERB_OF_order(do_with)                                          \
  do_with(sort) do_with(argsort) do_with(rank) do_with(nth_element) do_with(arg_top_k)
#define RAVEL_FOR_EACH_VERB_OF_stats(do_with)                                                                          \
  do_with(variance) do_with(standard_deviation) do_with(var) do_with(std) do_with(skew) do_with(kurtosis)              \
  do_with(descriptive_statistics) do_with(median) do_with(quartiles) do_with(quantile)                                 \
  do_with(median_absolute_deviation) do_with(covariance) do_with(correlation) do_with(linear_regression)               \
  do_with(theil_sen) do_with(histogram) do_with(kernel_density) do_with(covariance_matrix) do_with(correlation_matrix) \
  do_with(histogram_nd) do_with(least_squares) do_with(trimmed_mean)
#define RAVEL_FOR_EACH_VERB_OF_search(do_with) \
  do_with(compress) do_with(take_along_axis)
#define RAVEL_FOR_EACH_VERB_OF_windows(do_with)                                                                         \
  do_with(diff) do_with(gradient) do_with(rolling) do_with(expanding) do_with(downsample) do_with(arg_largest_triangle) \
  do_with(rolling_quantile) do_with(rolling_median) do_with(rolling_rank) do_with(rolling_mode) do_with(ewm)
#define RAVEL_FOR_EACH_VERB_OF_signal(do_with)                                                                    \
  do_with(convolve) do_with(correlate) do_with(gaussian_filter) do_with(median_filter) do_with(savgol_filter)     \
  do_with(detrend) do_with(fft) do_with(ifft) do_with(rfft) do_with(irfft) do_with(fft_shift) do_with(ifft_shift) \
  do_with(cwt) do_with(find_peaks) do_with(peak_prominences) do_with(peak_widths)
#define RAVEL_FOR_EACH_VERB_OF_keys(do_with)                                                                     \
  do_with(most_common) do_with(count_unique) do_with(run_lengths) do_with(group_reduce) do_with(group_transform) \
  do_with(group_rank) do_with(group_top_k) do_with(rolling_by) do_with(resample)
#define RAVEL_FOR_EACH_VERB_OF_missing(do_with) \
  do_with(fill_gaps) do_with(fill_missing)
#define RAVEL_FOR_EACH_VERB(do_with)                                                                                    \
  RAVEL_FOR_EACH_VERB_OF_fold(do_with) RAVEL_FOR_EACH_VERB_OF_order(do_with) RAVEL_FOR_EACH_VERB_OF_stats(do_with)      \
  RAVEL_FOR_EACH_VERB_OF_search(do_with) RAVEL_FOR_EACH_VERB_OF_windows(do_with) RAVEL_FOR_EACH_VERB_OF_signal(do_with) \
  RAVEL_FOR_EACH_VERB_OF_keys(do_with) RAVEL_FOR_EACH_VERB_OF_missing(do_with)

// A list in parentheses without them, as in RAVEL_LISTED (a, b, ): the parameters that a macro stamps into several overloads of a verb.
#define RAVEL_LISTED(...) __VA_ARGS__

// stamp(what…, types, parameters, names): the last three are lists of the arguments that stand before the axes.
#define RAVEL_STAMP_0(stamp, ...) stamp(__VA_ARGS__, (), (), ())
#define RAVEL_STAMP_1(stamp, ...) stamp(__VA_ARGS__, (class A, ), (const A& a, ), (a, ))
#define RAVEL_STAMP_2(stamp, ...) stamp(__VA_ARGS__, (class A, class B, ), (const A& a, const B& b, ), (a, b, ))
// The same by the form of a row; stamp_PAIRS(what…) of two operands.
#define RAVEL_STAMP_reduces RAVEL_STAMP_0
#define RAVEL_STAMP_gathers RAVEL_STAMP_0
#define RAVEL_STAMP_along RAVEL_STAMP_0
#define RAVEL_STAMP_lines RAVEL_STAMP_0
#define RAVEL_STAMP_written RAVEL_STAMP_0
#define RAVEL_STAMP_reduces_at RAVEL_STAMP_1
#define RAVEL_STAMP_reduces_by RAVEL_STAMP_1
#define RAVEL_STAMP_along_by RAVEL_STAMP_1
#define RAVEL_STAMP_lines_by RAVEL_STAMP_1
#define RAVEL_STAMP_written_by RAVEL_STAMP_1
#define RAVEL_STAMP_along_by_two RAVEL_STAMP_2
#define RAVEL_STAMP_written_by_two RAVEL_STAMP_2
#define RAVEL_STAMP_pairs(stamp, ...) stamp##_PAIRS(__VA_ARGS__)

// stamp(name, gone | kept | changed, types, parameters, names) of a verb whose named form is one of these words; nothing of another.
#define RAVEL_STAMP(stamp, name) RAVEL_STAMP_OF_ROW(stamp, name, RAVEL_VERB_##name)
#define RAVEL_STAMP_OF_ROW(stamp, name, ...) RAVEL_STAMP_OF_FORM(stamp, name, __VA_ARGS__)
#define RAVEL_STAMP_OF_FORM(stamp, name, form, takes, at_run_time, named_as, ...) RAVEL_STAMP_AS_##named_as(stamp, form, name, named_as)
#define RAVEL_STAMP_AS_gone(stamp, form, ...) RAVEL_STAMP_##form(stamp, __VA_ARGS__)
#define RAVEL_STAMP_AS_kept RAVEL_STAMP_AS_gone
#define RAVEL_STAMP_AS_changed RAVEL_STAMP_AS_gone
#define RAVEL_STAMP_AS_own(...)
#define RAVEL_STAMP_AS_none(...)
// Verbs without such a row, of which other faces than that of named expressions are stamped.
#define RAVEL_STAMP_OTHERS(stamp)                                                                     \
  RAVEL_STAMP_0(stamp, sum, gone) RAVEL_STAMP_0(stamp, mean, gone) RAVEL_STAMP_0(stamp, std, gone) \
  RAVEL_STAMP_0(stamp, logsumexp, gone) RAVEL_STAMP_0(stamp, softmax, kept)

// stamp(name, types, parameters, names) of each verb that has a named form of any kind; stamp_PAIRS(name) of two operands.
#define RAVEL_STAMP_LINES(stamp, name) RAVEL_STAMP_LINES_OF_ROW(stamp, name, RAVEL_VERB_##name)
#define RAVEL_STAMP_LINES_OF_ROW(stamp, name, ...) RAVEL_STAMP_LINES_OF_FORM(stamp, name, __VA_ARGS__)
#define RAVEL_STAMP_LINES_OF_FORM(stamp, name, form, takes, at_run_time, named_as, ...) RAVEL_STAMP_LINES_##named_as(stamp, form, name)
#define RAVEL_STAMP_LINES_gone(stamp, form, name) RAVEL_STAMP_##form(stamp, name)
#define RAVEL_STAMP_LINES_kept RAVEL_STAMP_LINES_gone
#define RAVEL_STAMP_LINES_changed RAVEL_STAMP_LINES_gone
#define RAVEL_STAMP_LINES_own RAVEL_STAMP_LINES_gone
#define RAVEL_STAMP_LINES_none(...)

// clang-format on
