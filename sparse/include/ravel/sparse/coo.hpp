// SPDX-License-Identifier: BSL-1.0
// Makes sparse tensors from coordinates and values in any order (COO), and converts them back. It checks every coordinate before it makes
// anything. Eager; the results own copies.
#pragma once

#include <ravel/sparse/from.hpp>
#include <ravel/sparse/to_sparse.hpp>
#include <ravel/tensor/make.hpp>

namespace ravel {

// The entries of a sparse tensor, in row-major order.
template <class T>
struct [[nodiscard]] coo_entries {
  ravel::shape shape;
  T fill;
  tensor<index_t> coordinates;  // one row for each entry, one column for each axis
  buffer<T> values;
};

namespace detail {

// The coordinates of all entries on one axis: entry i has first[i * step].
struct axis_coordinates {
  const index_t* first;
  index_t step;
};
RAVEL_API void check_coordinate_table(const shape& given, const shape& extents);
RAVEL_API void check_axis_count(index_t given, const shape& extents);
RAVEL_API void check_axis_length(index_t axis, index_t given, index_t count);
RAVEL_API std::unique_ptr<index_t[]> positions_at(const shape& extents, std::span<const axis_coordinates> axes, index_t count);
RAVEL_API void list_coordinates(const shape& extents, const index_t* positions, index_t count, index_t* out);

// A table of integers, or a list of them for each axis: readers, vectors, …
template <class X>
concept coordinate_source = (readable<X> && shaped<X> && integer_element<read_t<X>>) ||
                            (!readable<X> && std::ranges::contiguous_range<const X> && std::ranges::sized_range<const X> &&
                             position_source<std::ranges::range_value_t<const X>>);

template <class X>
std::unique_ptr<index_t[]> positions_in(const shape& extents, const X& coordinates, index_t count) {
  std::vector<axis_coordinates> axes;
  if constexpr (readable<X>) {
    check_coordinate_table(coordinates.shape(), extents);
    check_entry_count(coordinates.shape()[0], count);
    const auto whole = read_positions(as_read_tensor(coordinates), coordinates.size(), std::max<index_t>(1, extents.rank()));
    for (index_t k = 0; k < extents.rank(); ++k) axes.push_back({whole.get() + k, extents.rank()});
    return positions_at(extents, axes, count);
  } else {
    check_axis_count(static_cast<index_t>(std::ranges::size(coordinates)), extents);
    std::vector<std::unique_ptr<index_t[]>> lists;
    for (const auto& list : coordinates) {
      check_axis_length(static_cast<index_t>(lists.size()), count_positions(list), count);
      lists.push_back(read_positions(list, count));
      axes.push_back({lists.back().get(), 1});
    }
    return positions_at(extents, axes, count);
  }
}

// Converts x to a sparse tensor: unchanged, or without the zeros if x is dense.
template <class X>
tensor<const read_t<X>> as_sparse_tensor(const X& x) {
  const tensor<const read_t<X>> whole = as_read_tensor(x);
  return whole.fill() ? whole : to_sparse(whole);
}

}  // namespace detail

// A sparse tensor of these values at these coordinates, which are a table of one row for each entry or a list for each axis. index_error
// for a coordinate outside, value_error for one that occurs twice, unless on_duplicates says what to do.
template <class X = std::initializer_list<selection>, detail::input V>
  requires detail::coordinate_source<X>
tensor<detail::read_t<V>> from_coo(const shape& extents, const X& coordinates, const V& values,
                                   detail::value_for<detail::read_t<V>> fill = detail::read_t<V>(),
                                   on_duplicates how = on_duplicates::refuse) {
  using T = detail::read_t<V>;
  const T& rest = fill;
  const auto held = detail::borrowed_handle(values);
  const auto positions = detail::positions_in(extents, coordinates, held.size());
  auto entries = detail::entries_from(positions.get(), held, extents.elements(), rest, how);
  return detail::tensor_over(extents, detail::sparse_buffer_of<T>(extents.elements(), rest, std::move(entries)));
}
template <class X = std::initializer_list<selection>, detail::input V>
  requires detail::coordinate_source<X>
tensor<detail::read_t<V>> from_coo(const shape& extents, const X& coordinates, const V& values, on_duplicates how) {
  return from_coo(extents, coordinates, values, detail::read_t<V>(), how);
}

// The entries of a dense tensor are its nonzeros.
template <detail::shaped_reader X>
coo_entries<detail::read_t<X>> to_coo(const X& x) {
  using T = detail::read_t<X>;
  const tensor<const T> whole = detail::as_sparse_tensor(x);
  const auto entries = detail::entries_collected(detail_access::node(whole));
  const auto coordinates = empty<index_t>({entries.size(), whole.rank()});
  detail::list_coordinates(whole.shape(), entries.positions(), entries.size(), detail::tensor_data(coordinates));
  return {whole.shape(), *whole.fill(), coordinates, detail::buffer_of<T>(entries.values(), entries.size())};
}

}  // namespace ravel
