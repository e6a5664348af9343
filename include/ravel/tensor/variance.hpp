// SPDX-License-Identifier: BSL-1.0
// var, std and norm of tensors, of all elements or along axes. Two passes: the mean in double precision, then the sum of the squared
// distances from it. Of complex numbers the distance is a length, so that the results are real.
#pragma once

#include <ravel/tensor/reduce.hpp>

namespace ravel {

// var(t, ddof{1}) divides by one less than the number of elements.
struct ddof {
  index_t value = 0;
};

namespace detail {

[[noreturn]] RAVEL_API void throw_too_few(index_t elements, index_t ddof);

struct squared_distance {
  using looks_at_arguments_only = void;
  template <element T, class Mean>
  double operator()(const T& value, const Mean& mean) const {
    return squared_size{}(promoted<Mean>(value) - mean);
  }
};

// double, and float for elements in single precision.
template <class T>
using spread_t = std::conditional_t<std::same_as<real_of_t<T>, float>, float, double>;

enum class spread_of : bool { square, root };

template <class X>
tensor<spread_t<read_t<X>>> spread(const X& x, const axis_list& worked, ddof less, spread_of wanted) {
  using R = spread_t<read_t<X>>;
  const auto centre = keeping_axes(reduced<centring>(x, worked), worked);
  const tensor<double> squares = reduced<summing>(map(squared_distance{}, x, centre), worked);
  if (squares.size() == 0) return clone(map(widened<R>{}, squares));
  const index_t elements = x.size() / squares.size();
  if (elements <= less.value) throw_too_few(elements, less.value);
  const auto result = [](double sum, double count, bool root) { return static_cast<R>(root ? std::sqrt(sum / count) : sum / count); };
  return clone(map(result, squares, static_cast<double>(elements - less.value), wanted == spread_of::root));
}

inline axis_list all_axes(index_t rank) {
  axis_list all;
  for (index_t axis = 0; axis < rank; ++axis) all.push_back(axis);
  return all;
}

template <class T>
struct rooted {
  using looks_at_arguments_only = void;
  template <class S>
  T operator()(const S& squares) const {
    return static_cast<T>(std::sqrt(squares));
  }
};

}  // namespace detail

// (That the ddof of the first is a template keeps it away from braces, which are axes.)
#define RAVEL_SPREAD(name, wanted)                                                                   \
  template <detail::element_tensor X, std::same_as<ddof> D = ddof>                                   \
  auto name(const X& t, D less = {}) {                                                               \
    return detail::spread(t, detail::all_axes(t.rank()), less, detail::spread_of::wanted)();         \
  }                                                                                                  \
  template <detail::element_tensor X>                                                                \
  auto name(const X& t, const ints& axes, ddof less = {}) {                                          \
    return detail::spread(t, detail::worked_axes(axes, t.rank()), less, detail::spread_of::wanted);  \
  }                                                                                                  \
  template <detail::element_tensor X>                                                                \
  auto name(const X& t, const ints& axes, keep_t, ddof less = {}) {                                  \
    const auto worked = detail::worked_axes(axes, t.rank());                                         \
    return detail::keeping_axes(detail::spread(t, worked, less, detail::spread_of::wanted), worked); \
  }

RAVEL_SPREAD(var, square)
RAVEL_SPREAD(std, root)
#undef RAVEL_SPREAD

// The Euclidean length of every slice.
template <detail::element_tensor X, class... Keep>
  requires(std::same_as<Keep, keep_t> && ...)
auto norm(const X& t, const ints& axes, Keep... kept) {
  const tensor<double> squares = detail::reduced<detail::summing>(map(detail::squared_size{}, t), axes, kept...);
  return clone(map(detail::rooted<detail::spread_t<detail::read_t<X>>>{}, squares));
}

}  // namespace ravel
