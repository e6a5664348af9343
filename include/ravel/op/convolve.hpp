// SPDX-License-Identifier: BSL-1.0
// convolve and correlate: at every place the sum of the elements under a window, each times its weight; convolve turns the window round,
// correlate conjugates complex weights. The direct way, in one fixed order: weight after weight, in double precision for floating and
// complex types, exact for integers.
#pragma once

#include <ravel/lazy/complex.hpp>
#include <ravel/lazy/reverse.hpp>
#include <ravel/op/statistics.hpp>
#include <ravel/op/window.hpp>

namespace ravel {

// Of n elements and m weights: full gives n + m - 1 places, wherever they meet; same gives n, those in the middle of the full ones; valid
// gives the n - m + 1 at which the window lies inside.
enum class convolve_mode : unsigned char { full, same, valid };

namespace detail {

RAVEL_API window_reach convolve_reach(index_t weights, convolve_mode mode, edge_mode edge);

// out[i] is the sum of weights[j] * data[i + j], for n places.
RAVEL_API void correlate_inside(const double* data, index_t n, std::span<const double> weights, double* out);
RAVEL_API void correlate_inside(const std::int64_t* data, index_t n, std::span<const std::int64_t> weights, std::int64_t* out);
RAVEL_API void correlate_inside(const std::uint64_t* data, index_t n, std::span<const std::uint64_t> weights, std::uint64_t* out);
RAVEL_API void correlate_inside(const std::complex<double>* data, index_t n, std::span<const std::complex<double>> weights,
                                std::complex<double>* out);

template <class R, class W>
using product_t = promote_t<read_t<R>, read_t<W>>;

template <class R, class W>
concept convolves = element_reader<R> && element_reader<W> && promotable<read_t<R>, read_t<W>>;

// weights: as they meet ascending elements
template <class R, class W>
auto correlate_with(const R& r, const W& weights, convolve_mode mode, edge_mode edge) {
  using Out = sum_t<product_t<R, W>>;
  using A = accumulator_t<product_t<R, W>>;
  const buffer<A> window = elements_of(map(widened<A>{}, look_at(weights)));
  const window_reach reach = convolve_reach(window.size(), mode, edge);
  const auto sums_of = [&](const A* data, index_t size) {
    const buffer<A> sums = unfilled_buffer<A>(std::max<index_t>(size - window.size() + 1, 0));
    correlate_inside(data, sums.size(), window.span(), sums.data());
    return sums;
  };
  return with_widened<A>(r, [&](const node<A>& data) {
    if (data.size() == 0) return make_buffer<Out>(0);
    const buffer<A> sums = with_extended(data, reach, edge, sums_of);
    if constexpr (std::same_as<A, Out>) {
      return sums;
    } else {
      return elements_of(map([](A sum) { return static_cast<Out>(sum); }, sums));
    }
  });
}

}  // namespace detail

template <detail::line_input R, detail::input W, detail::among<convolve_mode, edge_mode>... Options>
  requires detail::convolves<R, W>
auto correlate(const R& r, const W& window, Options... options) {
  const auto mode = detail::option_or(convolve_mode::full, options...);
  const auto edge = detail::option_or(edge_mode::zero, options...);
  if constexpr (complex_element<detail::read_t<W>>) {
    return detail::correlate_with(r, conj(detail::look_in_row(window)), mode, edge);
  } else {
    return detail::correlate_with(r, window, mode, edge);
  }
}

template <detail::line_input R, detail::input W, detail::among<convolve_mode, edge_mode>... Options>
  requires detail::convolves<R, W>
auto convolve(const R& r, const W& window, Options... options) {
  const auto mode = detail::option_or(convolve_mode::full, options...);
  const auto edge = detail::option_or(edge_mode::zero, options...);
  return detail::correlate_with(r, reverse(detail::look_in_row(window)), mode, edge);
}

template <class... Others>
void correlate(detail::any_line r, Others... others) = delete;  // numbers and weights with a type in common; convolve_mode, edge_mode
template <class... Others>
void convolve(detail::any_line r, Others... others) = delete;  // numbers and weights with a type in common; convolve_mode, edge_mode

}  // namespace ravel
