// SPDX-License-Identifier: BSL-1.0
// histogram, digitize and bincount: the number of elements in each bin, the bin of each element, and the count of each small number.
// histogram_nd: the number of points in each cell of a grid; points are the rows of a matrix. A bin includes its lower edge, the last one
// its upper edge too. Values and edges compare in double precision. Eager, with fresh results.
#pragma once

#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

#include <initializer_list>

namespace ravel {

// The result of histogram: the count of each bin, and the edges between bins.
struct [[nodiscard]] histogram_counts {
  buffer<index_t> counts;
  buffer<double> edges;  // one more than there are counts
};

// The rule for the number of bins of equal width, from the elements inside the limits, as in NumPy. automatic: the narrower bins of
// freedman_diaconis and sturges.
enum class bin_rule : unsigned char { automatic, sturges, freedman_diaconis, scott, sqrt, rice, doane, stone };

namespace detail {

struct bin_limits {
  double low;
  double high;
};

// counts[k] elements have the value least + k.
struct byte_counts {
  buffer<index_t> counts;
  index_t least;
};

// Bins of equal width; without limits, from the least element to the greatest.
RAVEL_API histogram_counts count_even_bins(const node<double>& values, index_t bins, const bin_limits* limits, nan_policy policy);
RAVEL_API histogram_counts count_even_bins(const byte_counts& values, index_t bins, const bin_limits* limits, nan_policy policy);
RAVEL_API index_t bins_by(bin_rule rule, const reader<double>& values, const bin_limits* limits);
RAVEL_API histogram_counts count_bins(const node<double>& values, const buffer<double>& edges, nan_policy policy);
RAVEL_API histogram_counts count_bins(const byte_counts& values, const buffer<double>& edges, nan_policy policy);

RAVEL_API buffer<index_t> bins_of(const node<double>& values, const buffer<double>& edges, bool upper_edge_inside);

[[noreturn]] RAVEL_API void throw_negative_number(index_t value, index_t position);
RAVEL_API buffer<index_t> count_each(const node<index_t>& values, index_t at_least);
RAVEL_API buffer<double> weigh_each(const node<index_t>& values, const node<double>& weights, index_t at_least);

// Calls operation(r as a node of index_t). A number that is not an integer is a type_error.
template <class R, class Operation>
auto with_indices(const R& r, Operation operation) {
  const reader<index_t> indices = cast<index_t>(borrowed_handle(r));
  return operation(detail_access::node(indices));
}

// Calls count(r as a node of doubles); for many bytes, count(byte_counts), so that the bin of each value is found once.
template <class R, class Count>
histogram_counts with_values_to_count(const R& r, Count count) {
  using T = read_t<R>;
  if constexpr (whole_element<T> && sizeof(T) == 1) {
    constexpr index_t many = 1024, least = std::numeric_limits<T>::min(), values = std::numeric_limits<T>::max() - least + 1;
    if (r.size() >= many) {
      const reader<index_t> places = map([](T value) { return static_cast<index_t>(value) - least; }, r);
      return count(byte_counts{count_each(detail_access::node(places), values), least});
    }
  }
  return with_widened<double>(r, count);
}

}  // namespace detail

// histogram(x, bins{20}, between{0, 1}): bins of equal width.
struct bins {
  index_arg value = 10;
};
struct between {
  double low;
  double high;
};

// Without limits, bins go from the least element to the greatest.
template <detail::number_reader R, detail::among<bins, bin_rule, between, nan_policy>... Options>
histogram_counts histogram(const R& r, Options... options) {
  static_assert(!(detail::is_given<bins, Options...> && detail::is_given<bin_rule, Options...>), "the number of bins is given twice");
  const between given = detail::option_or(between{}, options...);
  const detail::bin_limits limits{given.low, given.high};
  const detail::bin_limits* const within = detail::is_given<between, Options...> ? &limits : nullptr;
  index_t count = detail::option_or(bins{}, options...).value;
  const auto held = detail::borrowed_handle(r);
  if constexpr (detail::is_given<bin_rule, Options...>) {
    count = detail::bins_by(detail::option_or(bin_rule::automatic, options...), detail::borrowed_in_doubles(held), within);
  }
  return detail::with_values_to_count(held, [&](const auto& values) {
    return detail::count_even_bins(values, count, within, detail::option_or(nan_policy::keep, options...));
  });
}

// Bins of any width, by edges that do not fall.
template <detail::number_reader R, detail::number_reader Edges, detail::among<nan_policy>... Options>
histogram_counts histogram(const R& r, const Edges& edges, Options... options) {
  const auto held = detail::borrowed_handle(r);
  const buffer<double> given = detail::list_in_doubles("histogram", "edges", edges);
  return detail::with_values_to_count(
      held, [&](const auto& values) { return detail::count_bins(values, given, detail::option_or(nan_policy::keep, options...)); });
}
template <detail::number_reader R, detail::among<nan_policy>... Options>
histogram_counts histogram(const R& r, std::initializer_list<double> edges, Options... options) {
  return histogram(r, buffer<double>(edges), options...);
}

// The result of histogram of times, whose edges are times.
template <class T>
struct time_counts {
  buffer<index_t> counts;
  buffer<T> edges;  // one more than there are counts
};

namespace detail {

template <class Edges>
auto rising_edges(const char* operation, const Edges& edges) {
  check_list(operation, "edges", edges);
  const auto given = elements_of(edges);
  check_sorted(operation, "the edges", given.data(), given.size());
  return given;
}

RAVEL_API void check_edge_count(index_t count);

}  // namespace detail

// Takes times of whole ticks, between edges that do not fall.
template <detail::times_input R, detail::times_input Edges>
  requires std::same_as<detail::read_t<R>, detail::read_t<Edges>> && detail::has_whole_ticks<detail::read_t<R>>
[[nodiscard]] auto histogram(const R& r, const Edges& edges) {
  using T = detail::read_t<R>;
  const auto held = detail::borrowed_handle(r);
  const buffer<T> given = detail::rising_edges("histogram", edges);
  detail::check_edge_count(given.size());
  const auto counts = make_buffer<index_t>(given.size() - 1, 0);
  const T *const edge = given.data(), *const upper = edge + counts.size();
  detail::each_element(held, [&](const T& value) {
    if (*edge <= value && value <= *upper) ++counts.unchecked(std::upper_bound(edge + 1, upper, value) - (edge + 1));
  });
  return time_counts<T>{counts, given};
}

// The result of histogram along an axis.
struct [[nodiscard]] histogram_along {
  tensor<index_t> counts;  // of each line, along the axis
  buffer<double> edges;
};

template <detail::real_tensor X, detail::number_reader Edges = buffer<double>, detail::among<nan_policy>... Options>
histogram_along histogram(const X& t, const Edges& edges, const ints& axes, Options... options) {
  const auto held = detail::borrowed_handle(t);
  const buffer<double> given = detail::list_in_doubles("histogram", "edges", edges);
  const auto of_line = [&](const auto& line) { return ravel::histogram(line, given, options...).counts; };
  const auto bins = [&](index_t) { return of_line(reader<detail::read_t<X>>(buffer<detail::read_t<X>>())).size(); };
  return {detail::described_lines(held, detail::one_axis("histogram", axes, held.rank()), of_line, bins), given};
}

// Bins of equal width between two numbers.
template <detail::shaped_reader X, detail::among<bins, between, nan_policy>... Options>
  requires(detail::number_reader<X> && detail::is_given<between, Options...>)
histogram_along histogram(const X& t, const ints& axes, Options... options) {
  const auto of_line = [&](const auto& line) { return ravel::histogram(line, options...); };
  const auto counts = [&](const auto& line) { return of_line(line).counts; };
  const auto [none, edges] = of_line(reader<detail::read_t<X>>(buffer<detail::read_t<X>>()));
  const index_t count = none.size();
  return {detail::described_lines(t, detail::one_axis("histogram", axes, t.rank()), counts, [=](index_t) { return count; }), edges};
}

RAVEL_FACES(histogram)  // of numbers; with bins{20} or a bin_rule, between{low, high}, or edges; histogram(t, edges, axis)

template <detail::shaped_reader X, detail::among<bins, nan_policy>... Options>
void histogram(const X& t, const ints& axes, Options... options) = delete;  // each line would have its own edges: say between{low, high}

// The edge of a bin that belongs to it.
enum class closed_edge : unsigned char { lower, upper };

// The result is i if edges[i - 1] <= value < edges[i], or with the upper edge closed, if edges[i - 1] < value <= edges[i]; the other way
// round for falling edges. 0 and edges.size() are outside. NaN is greater than every edge.
template <detail::number_line R, detail::number_reader Edges = buffer<double>, detail::among<closed_edge>... Options>
buffer<index_t> digitize(const R& r, const Edges& edges, Options... options) {
  const auto held = detail::borrowed_handle(r);
  const buffer<double> given = detail::list_in_doubles("digitize", "edges", edges);
  const bool upper = detail::option_or(closed_edge::lower, options...) == closed_edge::upper;
  return detail::with_widened<double>(held, [&](const auto& values) { return detail::bins_of(values, given, upper); });
}

// Takes times of whole ticks, by edges that do not fall.
template <detail::times_input R, detail::times_input Edges, detail::among<closed_edge>... Options>
  requires detail::line_input<R> && detail::has_whole_ticks<detail::read_t<R>> && detail::has_whole_ticks<detail::read_t<Edges>> &&
           detail::searches<detail::sorted_before, Edges, detail::read_t<R>>
buffer<index_t> digitize(const R& r, const Edges& edges, Options... options) {
  const auto held = detail::borrowed_handle(r);
  const auto given = detail::rising_edges("digitize", edges);
  const bool upper = detail::option_or(closed_edge::lower, options...) == closed_edge::upper;
  return searchsorted(given, held, upper ? search_side::left : search_side::right);
}

template <detail::real_tensor X, detail::number_reader Edges = buffer<double>, detail::among<closed_edge>... Options>
tensor<index_t> digitize(const X& t, const Edges& edges, Options... options) {
  return detail::shaped_like(t, [&](const auto& row) { return ravel::digitize(row, edges, options...); });
}

void digitize(...) = delete;  // of numbers with an order, by a reader of edges; with closed_edge::upper

// bincount(x, at_least{10}) always counts 0 to 9.
struct at_least {
  index_arg value = 0;
};

// The counts of 0, 1, 2, … up to the greatest element.
template <detail::input R, detail::among<at_least>... Options>
  requires detail::whole_element<detail::read_t<R>>
buffer<index_t> bincount(const R& r, Options... options) {
  return detail::with_indices(
      r, [&](const auto& values) { return detail::count_each(values, detail::option_or(at_least{}, options...).value); });
}
// Sums the weights instead of counting.
template <detail::input R, detail::number_reader Weights, detail::among<at_least>... Options>
  requires detail::whole_element<detail::read_t<R>>
buffer<double> bincount(const R& r, const Weights& weights, Options... options) {
  detail::check_one_shape("bincount", r, weights);
  return detail::with_indices(r, [&](const auto& values) {
    return detail::with_widened<double>(
        weights, [&](const auto& each) { return detail::weigh_each(values, each, detail::option_or(at_least{}, options...).value); });
  });
}

void bincount(...) = delete;  // of integers: bincount(cast<int>(x)); with at_least{10}, or weights

// The result of histogram_nd.
struct [[nodiscard]] histogram_grid {
  tensor<index_t> counts;             // one axis for each coordinate
  std::vector<buffer<double>> edges;  // for each coordinate, one more than there are cells
};

namespace detail {

// The columns hold coordinate after coordinate.
RAVEL_API histogram_grid count_even_cells(buffer<double> columns, const shape& of, index_t bins, nan_policy policy);
RAVEL_API histogram_grid count_cells_by(bin_rule rule, buffer<double> columns, const shape& of, nan_policy policy);
RAVEL_API histogram_grid count_cells_by(const std::vector<bin_rule>& rules, buffer<double> columns, const shape& of, nan_policy policy);
RAVEL_API histogram_grid count_cells(buffer<double> columns, const shape& of, std::vector<buffer<double>> edges, nan_policy policy);

}  // namespace detail

// Uses so many bins of equal width for every coordinate, from its least value to its greatest, or as many as a rule gives. nan_policy::skip
// leaves out points with NaN; otherwise NaN leaves the bins without limits, which is a value_error.
template <detail::real_tensor X, detail::among<bins, bin_rule, nan_policy>... Options>
histogram_grid histogram_nd(const X& points, Options... options) {
  static_assert(!(detail::is_given<bins, Options...> && detail::is_given<bin_rule, Options...>), "the number of bins is given twice");
  const nan_policy policy = detail::option_or(nan_policy::keep, options...);
  const buffer<double> columns = detail::clone_as_doubles(transpose(points));
  if constexpr (detail::is_given<bin_rule, Options...>) {
    return detail::count_cells_by(detail::option_or(bin_rule::automatic, options...), columns, points.shape(), policy);
  } else {
    return detail::count_even_cells(columns, points.shape(), detail::option_or(bins{}, options...).value, policy);
  }
}
// With a rule for each coordinate.
template <detail::real_tensor X, detail::among<nan_policy>... Options>
histogram_grid histogram_nd(const X& points, const std::vector<bin_rule>& rules, Options... options) {
  return detail::count_cells_by(rules, detail::clone_as_doubles(transpose(points)), points.shape(),
                                detail::option_or(nan_policy::keep, options...));
}
// With ascending edges for each coordinate. A point outside, or with NaN, is in no cell.
template <detail::real_tensor X, detail::among<nan_policy>... Options>
histogram_grid histogram_nd(const X& points, const std::vector<buffer<double>>& edges, Options... options) {
  return detail::count_cells(detail::clone_as_doubles(transpose(points)), points.shape(), edges,
                             detail::option_or(nan_policy::keep, options...));
}

RAVEL_FACES(histogram_nd)  // of points that are rows of numbers, by bins{20}, a bin_rule, or edges or rules of each coordinate

}  // namespace ravel
