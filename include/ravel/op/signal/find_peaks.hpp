// SPDX-License-Identifier: BSL-1.0
// find_peaks: the positions of elements that are higher than both neighbours, or the middle of such a plateau, that meet all given
// conditions. peak_prominences and peak_widths: how far peaks stand out, and how wide they are. All follow SciPy. Eager, with fresh
// results.
#pragma once

#include <ravel/loop/options.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/tensor/one_axis.hpp>

#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ravel {

// Bounds on peaks, both included. height: the element. threshold: the distance to the nearer and the farther neighbour. prominence: the
// result of peak_prominences. width: the result of peak_widths. plateau: the number of equal elements at the top.
struct peak_height {
  double least = -std::numeric_limits<double>::infinity();
  double greatest = std::numeric_limits<double>::infinity();
};
struct peak_threshold {
  double least = -std::numeric_limits<double>::infinity();
  double greatest = std::numeric_limits<double>::infinity();
};
struct peak_prominence {
  double least = -std::numeric_limits<double>::infinity();
  double greatest = std::numeric_limits<double>::infinity();
};
struct peak_width {
  double least = -std::numeric_limits<double>::infinity();
  double greatest = std::numeric_limits<double>::infinity();
};
struct peak_plateau {
  double least = -std::numeric_limits<double>::infinity();
  double greatest = std::numeric_limits<double>::infinity();
};
// The highest of peaks nearer than this many positions stays, the last of equally high ones.
struct peak_distance {
  index_arg value = 1;
};
// The depth at which a width is measured, as a share of the prominence, from the top.
struct peak_depth {
  double value = 0.5;
};
// The bases of a peak are searched within a window of this many elements around it; 0: everywhere.
struct peak_window {
  index_arg value = 0;
};

// The height of each peak above the higher of its bases. A base is the lowest element on one side before a higher element.
struct [[nodiscard]] prominences {
  buffer<double> values;
  buffer<index_t> left_bases;
  buffer<index_t> right_bases;
};

// The width of each peak at its depth, between two interpolated places.
struct [[nodiscard]] peak_extents {
  buffer<double> values;
  buffer<double> heights;
  buffer<double> left;
  buffer<double> right;
};

namespace detail {

struct peak_range {
  double least, greatest;
};
// Conditions that are not given are not computed.
struct peak_conditions {
  std::optional<peak_range> plateau, height, threshold, prominence, width;
  index_t distance = 1;
  index_t window = 0;
  double depth = 0.5;
};

RAVEL_API buffer<index_t> peaks_of(std::span<const double> x, const peak_conditions& conditions);
RAVEL_API prominences prominences_of(std::span<const double> x, std::span<const index_t> positions, index_t window);
RAVEL_API peak_extents widths_of(std::span<const double> x, std::span<const index_t> positions, double depth, index_t window);

template <class Option, class... Options>
std::optional<peak_range> range_or_none(const Options&... options) {
  if constexpr (is_given<Option, Options...>) {
    const auto [least, greatest] = given_option<Option>(options...);
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    if (least != -unbounded || greatest != unbounded) return peak_range{least, greatest};
  }
  return std::nullopt;
}

// The elements of a line, or of a tensor of one axis.
template <class R>
buffer<double> line_in_doubles(const char* operation, const R& r) {
  check_one_axis_each(operation, "a loop over t(i, all)", r);
  return clone_as_doubles(r);
}

}  // namespace detail

template <detail::number_reader R, detail::among<peak_height, peak_threshold, peak_prominence, peak_width, peak_plateau, peak_distance,
                                                 peak_depth, peak_window>... Options>
buffer<index_t> find_peaks(const R& r, Options... options) {
  detail::peak_conditions asked;
  asked.plateau = detail::range_or_none<peak_plateau>(options...);
  asked.height = detail::range_or_none<peak_height>(options...);
  asked.threshold = detail::range_or_none<peak_threshold>(options...);
  asked.prominence = detail::range_or_none<peak_prominence>(options...);
  asked.width = detail::range_or_none<peak_width>(options...);
  asked.distance = detail::option_or(peak_distance{}, options...).value;
  asked.window = detail::option_or(peak_window{}, options...).value;
  asked.depth = detail::option_or(peak_depth{}, options...).value;
  const buffer<double> x = detail::line_in_doubles("find_peaks", r);
  return detail::peaks_of(x.span(), asked);
}

// The heights of peaks above the higher of their two bases. The positions are usually those of find_peaks.
template <detail::number_reader R, detail::input P, detail::among<peak_window>... Options>
  requires integer_element<detail::read_t<P>>
prominences peak_prominences(const R& r, const P& positions, Options... options) {
  const buffer<double> x = detail::line_in_doubles("peak_prominences", r);
  detail::check_list("peak_prominences", "positions", positions);
  const buffer<index_t> at = detail::elements_of(map(detail::widened<index_t>{}, detail::borrowed_handle(positions)));
  return detail::prominences_of(x.span(), at.span(), detail::option_or(peak_window{}, options...).value);
}
// The widths of peaks, at half their prominence or at peak_depth, with the places of both ends. The positions are usually those of
// find_peaks.
template <detail::number_reader R, detail::input P, detail::among<peak_depth, peak_window>... Options>
  requires integer_element<detail::read_t<P>>
peak_extents peak_widths(const R& r, const P& positions, Options... options) {
  const buffer<double> x = detail::line_in_doubles("peak_widths", r);
  detail::check_list("peak_widths", "positions", positions);
  const buffer<index_t> at = detail::elements_of(map(detail::widened<index_t>{}, detail::borrowed_handle(positions)));
  return detail::widths_of(x.span(), at.span(), detail::option_or(peak_depth{}, options...).value,
                           detail::option_or(peak_window{}, options...).value);
}

RAVEL_FACES(find_peaks)        // of real numbers, with peak_height{1}, peak_distance{10} and their like
RAVEL_FACES(peak_prominences)  // of real numbers, then positions; peak_window{100}
RAVEL_FACES(peak_widths)       // of real numbers, then positions; peak_depth{0.5}, peak_window{100}

}  // namespace ravel
