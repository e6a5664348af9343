// SPDX-License-Identifier: BSL-1.0
// convolve and correlate: at every place the sum of the elements under a window, each times its weight; convolve turns the window round,
// correlate conjugates complex weights. In one fixed order, weight after weight, in double precision for floating and complex types, exact
// for integers; or by Fourier transforms where that takes less time, which the sizes alone decide.
#pragma once

#include <ravel/lazy/complex.hpp>
#include <ravel/lazy/reverse.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/op/windows/window.hpp>

namespace ravel {

// Of n elements and m weights: full gives n + m - 1 places, wherever they meet; same gives n, those in the middle of the full ones; valid
// gives the n - m + 1 at which the window lies inside.
enum class convolve_mode : unsigned char { full, same, valid };

// direct: the sum written down. fft: by Fourier transforms, which for floating and complex elements cost the logarithm of the number of
// weights, with an error relative to the largest of the results around. automatic: what takes less time for such sizes.
enum class convolve_method : unsigned char { automatic, direct, fft };

namespace detail {

RAVEL_API window_reach convolve_reach(index_t weights, convolve_mode mode, edge_mode edge);

// Weight j meets the element offsets[j] behind the place, in rows of n places each.
struct window_rows {
  std::span<const index_t> offsets;  // the last is the largest
  std::span<const index_t> starts;
  index_t n;
};

// out[i] is the sum of weights[j] * data[i + offsets[j]], for the places of each row. Defined in src/ for what sums are kept in.
template <class A>
void correlate_rows(std::span<const A> data, std::span<const A> weights, const window_rows& rows, convolve_method method, A* out);
// The same for n places of one row, and weights side by side.
template <class A>
void correlate_inside(std::span<const A> data, std::span<const A> weights, index_t n, convolve_method method, A* out);

template <class R, class W>
using product_t = promote_t<read_t<R>, read_t<W>>;

template <class R, class W>
concept convolves = element_reader<R> && element_reader<W> && promotable<read_t<R>, read_t<W>>;

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
// The sums of lines of n elements at all places that the mode gives, one line after the other; what it needs is made once, but for
// transforms. Looks at the weights. Defined in src/, too.
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
  buffer<A> whole_;  // a line with what lies beyond its ends, where it has to be written out
};

// As they meet ascending elements.
template <class A, class W>
buffer<A> weights_to_correlate(const W& window) {
  const buffer<A> weights = widened_elements<A>(window);
  if constexpr (complex_element<read_t<W>>) {
    for (A& weight : weights) weight = std::conj(weight);
  }
  return weights;
}
template <class A, class W>
buffer<A> weights_to_convolve(const W& window) {
  const buffer<A> weights = widened_elements<A>(window);
  std::reverse(weights.begin(), weights.end());
  return weights;
}

// weights: as they meet ascending elements
template <class A, class Out, class R>
buffer<Out> correlate_with(const R& r, const buffer<A>& weights, const convolving& how) {
  const buffer<A> sums = with_widened<A>(r, [&](const node<A>& data) {
    line_correlation<A> line(data.size(), weights.span(), how);
    const buffer<A> made = unfilled_buffer<A>(line.places());
    line.run(data, made.data());
    return made;
  });
  if constexpr (std::same_as<A, Out>) {
    return sums;
  } else {
    return elements_of(map([](A sum) { return static_cast<Out>(sum); }, sums));
  }
}

}  // namespace detail

template <detail::line_input R, detail::input W, detail::among<convolve_mode, edge_mode, convolve_method>... Options>
  requires detail::convolves<R, W>
[[nodiscard]] auto correlate(const R& r, const W& window, Options... options) {
  using product = detail::product_t<R, W>;
  using A = accumulator_t<product>;
  const auto held = detail::look_at(r);
  const buffer<A> weights = detail::weights_to_correlate<A>(window);
  return detail::correlate_with<A, sum_t<product>>(held, weights, detail::convolving_by(options...));
}

template <detail::line_input R, detail::input W, detail::among<convolve_mode, edge_mode, convolve_method>... Options>
  requires detail::convolves<R, W>
[[nodiscard]] auto convolve(const R& r, const W& window, Options... options) {
  using product = detail::product_t<R, W>;
  using A = accumulator_t<product>;
  const auto held = detail::look_at(r);
  const buffer<A> weights = detail::weights_to_convolve<A>(window);
  return detail::correlate_with<A, sum_t<product>>(held, weights, detail::convolving_by(options...));
}

template <class... Others>
void correlate(detail::any_line r,  // numbers and weights with a type in common; convolve_mode, edge_mode, convolve_method
               Others... others) = delete;
template <class... Others>
void convolve(detail::any_line r,  // numbers and weights with a type in common; convolve_mode, edge_mode, convolve_method
              Others... others) = delete;

}  // namespace ravel
