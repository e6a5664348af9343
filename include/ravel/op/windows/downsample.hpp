// SPDX-License-Identifier: BSL-1.0
// downsample: elements in so many pieces of lengths that differ by one at most, and what a reducer or a function makes of each.
// arg_largest_triangle: the positions of so many elements that look most like all of them. The results own fresh memory.
#pragma once

#include <ravel/op/keys/rolling_by.hpp>
#include <ravel/op/stats/statistics.hpp>

namespace ravel {

namespace detail {

// n elements in so many pieces.
class RAVEL_API equal_pieces final : public window_ranges {
 public:
  equal_pieces(index_t n, index_t pieces);
  void make(index_t from, index_t n, row_range* out) const override;

 private:
  index_t elements_;
};

// Positions in the room, which has 2 at least and as many as there are elements at most.
RAVEL_API void select_triangles(std::span<const double> keys, std::span<const double> values, const buffer<index_t>& out);
RAVEL_API buffer<index_t> room_for_triangles(index_t n, index_t chosen);

}  // namespace detail

template <detail::line_input R, detail::reduces<R> Reducer, detail::ranges_option<>... Options>
[[nodiscard]] auto downsample(const R& r, index_arg n, const Reducer& reducer, const Options&... options) {
  const auto held = detail::look_at(r);
  const index_t rows = held.size();
  return detail::reduce_windows_of("downsample", rows, reducer, detail::equal_pieces(rows, n), std::tuple(options...), held);
}

// f(piece), a reader of its elements: [](const auto& piece) { return median(piece); }.
template <detail::line_input R, detail::window_function<R> F, detail::ranges_option<>... Options>
[[nodiscard]] auto downsample(const R& r, index_arg n, F f, const Options&... options) {
  const reader<detail::read_t<R>> elements = detail::elements_of(r);
  return detail::call_on_windows("downsample", elements, detail::equal_pieces(elements.size(), n), f, options...);
}

// The first, the last, and of each of n - 2 pieces between them the element that makes the largest triangle with the one chosen before it
// and the mean of the next piece (Steinarsson, "Downsampling time series for visual representation", 2013). Elements are one apart, or have
// keys.
template <detail::number_reader R>
  requires detail::line_input<R>
buffer<index_t> arg_largest_triangle(const R& r, index_arg n) {
  const auto held = detail::look_at(r);
  detail::refuse_nan(held, "arg_largest_triangle");
  const buffer<double> values = detail::clone_as_doubles(held);
  const buffer<index_t> chosen = detail::room_for_triangles(values.size(), n);
  detail::select_triangles({}, values.span(), chosen);
  return chosen;
}
template <detail::number_reader Keys, detail::number_reader R>
  requires detail::line_input<R>
buffer<index_t> arg_largest_triangle(const Keys& keys, const R& r, index_arg n) {
  const auto held = detail::look_at(r);
  const auto held_keys = detail::look_at(keys);
  detail::refuse_nan(held, "arg_largest_triangle");
  const buffer<double> places = detail::clone_as_doubles(held_keys), values = detail::clone_as_doubles(held);
  if (places.size() != values.size()) detail::throw_sizes_differ("arg_largest_triangle", places.size(), values.size());
  detail::check_keys("arg_largest_triangle", std::span<const double>(places.span()));
  const buffer<index_t> chosen = detail::room_for_triangles(values.size(), n);
  detail::select_triangles(places.span(), values.span(), chosen);
  return chosen;
}

template <class... Others>
void downsample(detail::any_line r, index_arg n, Others... others) = delete;  // then a reducer of these, or a function of a reader
template <class... Others>
void arg_largest_triangle(detail::any_line r, index_arg n, Others... others) = delete;  // of numbers: (x, n), or (keys, x, n)
template <class... Others>
void arg_largest_triangle(detail::any_line keys,  // keys and values are numbers
                          detail::any_line r, index_arg n, Others... others) = delete;

}  // namespace ravel
