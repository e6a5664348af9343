// SPDX-License-Identifier: BSL-1.0
// downsample cuts elements into pieces whose lengths differ by at most one, and reduces each or gives it to a function.
// arg_largest_triangle gives the positions of the elements that look most like all of them. The results own fresh memory.
#pragma once

#include <ravel/op/detail/faces.hpp>
#include <ravel/op/keys/rolling_by.hpp>

namespace ravel {

namespace detail {

// n elements in so many pieces.
class RAVEL_API equal_pieces final : public window_ranges {
 public:
  equal_pieces(index_t n, index_t pieces);
  void make(index_t from, index_t n, row_range* out, place& at) const override;

 private:
  index_t elements_;
};

// Writes positions to the room, which has at least 2 and at most as many as there are elements.
RAVEL_API void select_triangles(std::span<const double> keys, std::span<const double> values, const buffer<index_t>& out);
RAVEL_API buffer<index_t> room_for_triangles(index_t n, index_t chosen);

}  // namespace detail

template <detail::line_input R, detail::reduces<R> Reducer, detail::told_among<nan_policy>... Options>
[[nodiscard]] auto downsample(const R& r, index_arg n, const Reducer& reducer, const Options&... options) {
  const auto held = detail::borrowed_handle(r);
  const index_t rows = held.size();
  return detail::reduce_windows_of("downsample", rows, reducer, detail::equal_pieces(rows, n), std::tuple(options...), held);
}

// Calls f(piece) with a reader of its elements: [](const auto& piece) { return median(piece); }.
template <detail::line_input R, detail::window_function<R> F, detail::told_among<nan_policy>... Options>
[[nodiscard]] auto downsample(const R& r, index_arg n, F f, const Options&... options) {
  const reader<detail::read_t<R>> elements = detail::elements_of(r);
  return detail::call_on_windows("downsample", elements, detail::equal_pieces(elements.size(), n), f, options...);
}

// The first, the last, and n - 2 more elements. Each of these makes the largest triangle with the element chosen before it and the mean of
// the next piece (Steinarsson, "Downsampling time series for visual representation", 2013). Elements are one apart, or have keys.
template <detail::number_line R>
buffer<index_t> arg_largest_triangle(const R& r, index_arg n) {
  const auto held = detail::borrowed_handle(r);
  detail::refuse_nan(held, "arg_largest_triangle");
  const buffer<double> values = detail::clone_as_doubles(held);
  const buffer<index_t> chosen = detail::room_for_triangles(values.size(), n);
  detail::select_triangles({}, values.span(), chosen);
  return chosen;
}
template <detail::number_reader Keys, detail::number_line R>
buffer<index_t> arg_largest_triangle(const Keys& keys, const R& r, index_arg n) {
  const auto held = detail::borrowed_handle(r);
  const auto held_keys = detail::borrowed_handle(keys);
  detail::refuse_nan(held, "arg_largest_triangle");
  const buffer<double> places = detail::clone_as_doubles(held_keys), values = detail::clone_as_doubles(held);
  if (places.size() != values.size()) detail::throw_sizes_differ("arg_largest_triangle", places.size(), values.size());
  detail::check_keys("arg_largest_triangle", std::span<const double>(places.span()));
  const buffer<index_t> chosen = detail::room_for_triangles(values.size(), n);
  detail::select_triangles(places.span(), values.span(), chosen);
  return chosen;
}

template <detail::shaped_reader X, detail::rolls_over<X> F, detail::told_among<nan_policy>... Options>
[[nodiscard]] auto downsample(const X& t, index_arg n, const F& f, const ints& axes, Options... options) {
  const index_t axis = detail::one_axis("downsample", axes, t.rank());
  return detail::changed_lines(
      t, axis, [&](const auto& line) { return ravel::downsample(line, n, f, options...); },
      [&](index_t length) { return detail::equal_pieces(length, n).count(); }, detail::lines_under<F, X>);
}

// Places along the axis, separately for every line.
template <detail::real_tensor X>
tensor<index_t> arg_largest_triangle(const X& t, index_arg n, const ints& axes) {
  const index_t axis = detail::one_axis("arg_largest_triangle", axes, t.rank());
  return detail::described_lines(
      t, axis, [&](const auto& line) { return ravel::arg_largest_triangle(line, n); },
      [&](index_t length) { return detail::room_for_triangles(length, n).size(); });
}

template <detail::number_reader Keys, detail::real_tensor X>
tensor<index_t> arg_largest_triangle(const Keys& keys, const X& t, index_arg n, const ints& axes) {
  const auto held = detail::borrowed_handle(t);
  const index_t axis = detail::axis_of_keys("arg_largest_triangle", detail::size_of(keys), t.shape(), axes);
  const buffer<double> row = detail::list_in_doubles("arg_largest_triangle", "keys", keys);
  return detail::described_lines(
      held, axis, [&](const auto& line) { return ravel::arg_largest_triangle(row, line, n); },
      [&](index_t length) { return detail::room_for_triangles(length, n).size(); });
}

template <detail::number_reader Keys, detail::real_tensor X>
tensor<index_t> arg_largest_triangle(const Keys& keys, const X& t, index_arg n) {
  return arg_largest_triangle(keys, t, n, detail::only_axis("arg_largest_triangle", t.shape()));
}

RAVEL_FACES(downsample)            // then a reducer of these, or a function of a reader: downsample(x, n, f), downsample(t, n, f, axis)
RAVEL_FACES(arg_largest_triangle)  // of numbers: (x, n), or (keys, x, n), where keys and values are numbers; along an axis: (t, n, axis)

}  // namespace ravel
