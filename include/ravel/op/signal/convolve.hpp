// SPDX-License-Identifier: BSL-1.0
// convolve and correlate: at every place, the sum of the elements under a window, each times its weight. convolve reverses the window;
// correlate conjugates complex weights. Weights are taken in one fixed order, in double precision for floating and complex types, exact for
// integers. Fourier transforms are used if they take less time, which only the sizes decide. cwt: the continuous wavelet transform, a
// correlation with a wavelet for each of several widths, of one line or of all lines along an axis. ricker: the wavelet that is the negated
// second derivative of a normal distribution, normalised to squares that add up to 1. Eager, with fresh results; safe to call from any
// thread.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/lazy/detail/parameter.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/moments.hpp>
#include <ravel/op/windows/window.hpp>
#include <ravel/storage/buffer.hpp>
#include <ravel/tensor/detail/lines.hpp>
#include <ravel/tensor/make.hpp>

namespace ravel {

// For n elements and m weights, full gives n + m - 1 places, wherever they meet; same gives n, the middle of the full ones; valid gives the
// n - m + 1 places with the window inside.
enum class convolve_mode : unsigned char { full, same, valid };

// direct: the plain sum. fft: Fourier transforms, whose cost for floating and complex elements grows with the logarithm of the number of
// weights, with an error relative to the largest result nearby. automatic: the faster one for the sizes.
enum class convolve_method : unsigned char { automatic, direct, fft };

namespace detail {

RAVEL_API window_reach convolve_reach(index_t weights, convolve_mode mode, edge_mode edge);

// Weight j meets the element offsets[j] behind the place. Rows have n places each.
struct window_rows {
  std::span<const index_t> offsets;  // the last is the largest
  std::span<const index_t> starts;
  index_t n;
};

// out[i] is the sum of weights[j] * data[i + offsets[j]], for the places of each row. Defined in src/ for the types of sums.
template <class A>
void correlate_rows(std::span<const A> data, std::span<const A> weights, const window_rows& rows, convolve_method method, A* out);
// The same for n places of one row, with consecutive weights.
template <class A>
void correlate_inside(std::span<const A> data, std::span<const A> weights, index_t n, convolve_method method, A* out);

template <class R, class W>
using product_t = promote_t<read_t<R>, read_t<W>>;

template <class R, class W>
concept convolves = element_reader<R> && element_reader<W> && promotable<read_t<R>, read_t<W>>;

// Weights in braces have the type of the elements, or int beside narrower integers, which may have no sign.
template <class R>
auto listed_weight() {
  if constexpr (!element_reader<R>) {
    return double{};
  } else if constexpr (integer_element<read_t<R>> && promotable<read_t<R>, int>) {
    return promote_t<read_t<R>, int>{};
  } else {
    return read_t<R>{};
  }
}
template <class R>
using listed_weights = buffer<decltype(listed_weight<R>())>;

struct convolving {
  convolve_mode mode;
  edge_mode edge;
  convolve_method method;
};
template <class... Options>
convolving convolving_by(const Options&... options) {
  return {option_or(convolve_mode::full, options...), option_or(edge_mode::zero, options...),
          option_or(convolve_method::automatic, options...)};
}
// The sums for lines of n elements at all places of the mode, one line after the other. It prepares its data once, except for transforms.
// Borrows the weights. Defined in src/, too.
template <class A>
class line_correlation {
 public:
  line_correlation(index_t n, std::span<const A> weights, const convolving& how);
  index_t places() const { return places_; }
  void run(const node<A>& line, A* out);

 private:
  std::span<const A> weights_;
  convolving how_;
  window_reach reach_;
  index_t places_ = 0;
  std::vector<index_t> offsets_;
  buffer<A> whole_;  // a line extended beyond its ends, if that has to be written out
};

// In the order in which they meet ascending elements.
template <class A, class W>
buffer<A> weights_to_correlate(const W& window) {
  check_list("correlate", "weights", window);
  const buffer<A> weights = widened_elements<A>(window);
  if constexpr (complex_element<read_t<W>>) {
    for (A& weight : weights) weight = std::conj(weight);
  }
  return weights;
}
template <class A, class W>
buffer<A> weights_to_convolve(const W& window) {
  check_list("convolve", "weights", window);
  const buffer<A> weights = widened_elements<A>(window);
  std::reverse(weights.begin(), weights.end());
  return weights;
}

// weights: in the order in which they meet ascending elements
template <class A, class Out, class R>
buffer<Out> correlate_with(const R& r, const buffer<A>& weights, const convolving& how) {
  const buffer<A> sums = with_widened<A>(r, [&](const node<A>& data) {
    line_correlation<A> line(data.size(), weights.span(), how);
    const buffer<A> made = unfilled_buffer<A>(line.places());
    line.run(data, made.data());
    return made;
  });
  return as_rounded<Out>(sums);
}

// The shape of data extended at the ends of each axis, in row-major order, and the positions under a window in it.
struct window_grid {
  std::vector<index_t> given;                 // the extents of the data
  std::vector<std::vector<index_t>> sources;  // for each axis, the source of every extended position; -1: none
  std::vector<index_t> strides;               // of the extended shape
  index_t extended = 1;                       // the number of its positions
  std::vector<index_t> places;                // the number of windows along each axis
  shape result;
  std::vector<index_t> offsets;  // the positions under a window, from its first
  std::vector<index_t> starts;   // the first position of each row of windows
};
RAVEL_API window_grid grid_of(const shape& data, std::span<const index_t> window, std::span<const window_reach> reach, edge_mode edge);
// Defined in src/ for the types of sums.
template <class A>
buffer<A> extended_by(const window_grid& grid, const A* data);

// For tensors in row-major memory, with weights in the order in which they meet ascending elements. Defined in src/ for the types of sums.
template <class A>
tensor<A> correlate_nd(const tensor<const A>& data, const tensor<const A>& weights, const convolving& how, const tensor<A>* given);

template <class A, class X>
tensor<const A> in_memory_as(const X& x) {
  return ravel::contiguous(map(widened<A>{}, as_read_tensor(x)));
}

// weights: flipped, or as_conjugates
template <class X, class W, class... Options>
auto correlate_tensors(const X& t, const W& weights, const Options&... options) {
  using Out = sum_t<product_t<X, W>>;
  using A = accumulator_t<product_t<X, W>>;
  const tensor<A> sums = correlate_nd<A>(in_memory_as<A>(t), in_memory_as<A>(weights), convolving_by(options...), target_of_result<A>(t));
  return as_rounded<Out>(t, sums);
}

// Reversed along every axis, and written out first: a lazy tensor would be reversed node by node, and each node read element by element.
template <class W>
auto flipped_over(const W& window) {
  std::vector<index_t> axes(static_cast<std::size_t>(window.rank()));
  for (std::size_t k = 0; k < axes.size(); ++k) axes[k] = static_cast<index_t>(k);
  return flip(in_memory_as<read_t<W>>(window), axes);
}

// Conjugates complex weights; leaves others.
template <class W>
auto as_conjugates(const W& window) {
  if constexpr (complex_element<read_t<W>>) {
    return map([](read_t<W> weight) { return std::conj(weight); }, as_read_tensor(window));
  } else {
    return as_read_tensor(window);
  }
}

// Correlates each line with the weights, in the order in which they meet ascending elements.
template <class Out, class A, class X>
tensor<Out> correlated_lines(const X& t, const buffer<A>& weights, index_t axis, const convolving& how) {
  const line_correlation<A> sums(t.extent(axis), weights.span(), how);
  return written_parts<Out, A>(t, axis, sums.places(),
                               [&] { return [own = sums](std::span<const A> line, A* out) mutable { own.run(lent_node<A>(line), out); }; });
}

}  // namespace detail

// Weights may stand in braces. A window of several axes goes over a tensor of as many.
#define RAVEL_WEIGHTED(name, as_they_meet)                                                                                   \
  template <detail::line_input R, detail::input W = detail::listed_weights<R>,                                               \
            detail::among<convolve_mode, edge_mode, convolve_method>... Options>                                             \
    requires detail::convolves<R, W>                                                                                         \
  [[nodiscard]] auto name(const R& r, const W& window, Options... options) {                                                 \
    using product = detail::product_t<R, W>;                                                                                 \
    const auto held = detail::borrowed_handle(r);                                                                            \
    const auto weights = detail::weights_to_##name<accumulator_t<product>>(window);                                          \
    return detail::correlate_with<accumulator_t<product>, sum_t<product>>(held, weights, detail::convolving_by(options...)); \
  }                                                                                                                          \
  template <detail::shaped_reader X, detail::input W = detail::listed_weights<X>,                                            \
            detail::among<convolve_mode, edge_mode, convolve_method>... Options>                                             \
    requires detail::convolves<X, W>                                                                                         \
  [[nodiscard]] auto name(const X& t, const W& window, const ints& axes, Options... options) {                               \
    const auto held = detail::borrowed_handle(t);                                                                            \
    using product = detail::product_t<X, W>;                                                                                 \
    const auto weights = detail::weights_to_##name<accumulator_t<product>>(window);                                          \
    const index_t axis = detail::one_axis(#name, axes, held.rank());                                                         \
    return detail::correlated_lines<sum_t<product>>(held, weights, axis, detail::convolving_by(options...));                 \
  }                                                                                                                          \
  template <detail::shaped_reader X, detail::input W = detail::listed_weights<X>,                                            \
            detail::among<convolve_mode, edge_mode, convolve_method>... Options>                                             \
    requires detail::convolves<X, W>                                                                                         \
  [[nodiscard]] auto name(const X& t, const W& window, Options... options) {                                                 \
    if constexpr (detail::shaped_reader<W>) {                                                                                \
      const auto held = detail::borrowed_handle(t);                                                                          \
      return detail::correlate_tensors(held, as_they_meet, options...);                                                      \
    } else {                                                                                                                 \
      return name(t, window, detail::only_axis(#name, t.shape()), options...);                                               \
    }                                                                                                                        \
  }

RAVEL_WEIGHTED(convolve, detail::flipped_over(window))
RAVEL_WEIGHTED(correlate, detail::as_conjugates(window))
#undef RAVEL_WEIGHTED

RAVEL_TAKES_INTO(convolve)
RAVEL_TAKES_INTO(correlate)
RAVEL_FACES(convolve)   // numbers and weights with a common type, convolve_mode, edge_mode, convolve_method: convolve(t, window, axis)
RAVEL_FACES(correlate)  // numbers and weights with a common type, convolve_mode, edge_mode, convolve_method: correlate(t, window, axis)

// At so many points around its centre. The width is the standard deviation of the distribution.
RAVEL_API buffer<double> ricker(index_arg points, double width);

namespace detail {

using weights_of_width = function_ref<buffer<double>(index_t points, double width)>;
RAVEL_API tensor<double> wavelet_rows(const tensor<double>& x, index_t axis, const buffer<double>& widths, weights_of_width weights);

template <class F>
concept wavelet = std::invocable<F&, index_t, double> && takes_whole<F, checked_position, double> &&
                  number_reader<std::invoke_result_t<F&, index_t, double>>;

template <class R, class Widths, class F>
tensor<double> wavelets_along(const R& r, const shape& of, index_t axis, const Widths& widths, F& wavelet) {
  const tensor<double> x(dims::row_major(of), clone_as_doubles(r));
  const auto weights = [&](index_t points, double width) {
    check_parameter<F, 0>(points + 1);
    return clone_as_doubles(wavelet(as_parameter<F, 0>(points), width));
  };
  return wavelet_rows(x, axis, list_in_doubles("cwt", "widths", widths), weights);
}

}  // namespace detail

// wavelet(points, width) gives that many weights: ten times the width, or the number of elements if that is smaller. Each width gives a row
// of the result. The widths may stand in braces.
template <detail::number_reader R, detail::number_reader Widths = buffer<double>, detail::wavelet F>
tensor<double> cwt(const R& r, const Widths& widths, F wavelet) {
  if constexpr (detail::shaped_reader<R>) detail::only_axis("cwt", r.shape());
  return detail::wavelets_along(r, shape{detail::size_of(r)}, 0, widths, wavelet);
}
template <detail::number_reader R, detail::number_reader Widths = buffer<double>>
tensor<double> cwt(const R& r, const Widths& widths) {
  return cwt(r, widths, &ricker);
}

// For every line. The widths are the first axis of the result, before those of t.
template <detail::real_tensor X, detail::number_reader Widths = buffer<double>, detail::wavelet F>
tensor<double> cwt(const X& t, const Widths& widths, F wavelet, const ints& axes) {
  return detail::wavelets_along(t, t.shape(), detail::one_axis("cwt", axes, t.rank()), widths, wavelet);
}
template <detail::real_tensor X, detail::number_reader Widths = buffer<double>>
tensor<double> cwt(const X& t, const Widths& widths, const ints& axes) {
  return cwt(t, widths, &ricker, axes);
}

RAVEL_FACES(cwt)  // of numbers, at widths, by a wavelet(points, width): cwt(x, widths, wavelet), cwt(t, widths, wavelet, axis)

}  // namespace ravel
