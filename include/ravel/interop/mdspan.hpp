// SPDX-License-Identifier: BSL-1.0
// mdspan of the standard library, of Kokkos or of anybody, known by what it has: data_handle(), extent(r), stride(r). from_mdspan keeps an
// owner, which mdspan does not; to_mdspan fills one that its user names, which must not outlive the tensor.
#pragma once

#include <ravel/tensor/make.hpp>

#include <array>

namespace ravel {

namespace detail {

template <class M>
concept strided_span = requires(const M& m, typename M::rank_type r) {
  typename M::element_type;
  { m.data_handle() } -> std::convertible_to<typename M::element_type*>;
  { m.extent(r) } -> std::integral;
  { m.stride(r) } -> std::integral;
  { M::rank() } -> std::integral;
};

[[noreturn]] RAVEL_API void throw_no_mdspan(const dims& map, index_t rank);

// Where the elements of a tensor stand, for an mdspan of that rank. Strides there are positive and no element is shown twice.
template <class T, std::size_t Rank>
struct mdspan_parts {
  T* first = nullptr;
  std::array<index_t, Rank> extents{}, strides{};
};
template <std::size_t Rank, class T>
mdspan_parts<T, Rank> mdspan_parts_of(const tensor<T>& t) {
  mdspan_parts<T, Rank> parts;
  const auto memory = t.base().memory();
  const auto strides = t.strides();
  if (t.rank() != index_t{Rank} || (t.size() > 0 && (!memory || !strides))) throw_no_mdspan(t.dims(), Rank);
  if (t.size() > 0) parts.first = const_cast<T*>(memory->data + t.offset() * memory->step);
  index_t next = 1;
  for (std::size_t k = Rank; k-- > 0;) {
    const index_t extent = t.extent(static_cast<index_t>(k));
    parts.extents[k] = extent;
    parts.strides[k] = t.size() == 0 || extent < 2 ? next : (*strides)[k] * memory->step;
    if (parts.strides[k] <= 0) throw_no_mdspan(t.dims(), Rank);
    if (extent > 1) next = parts.strides[k] * extent;
  }
  return parts;
}

}  // namespace detail

// A tensor of the same elements, kept alive by an owner that is taken over (an rvalue) or shared (a shared_ptr).
template <detail::strided_span M, detail::owner Owner>
auto from_mdspan(const M& m, Owner&& owner) {
  std::array<index_t, M::rank()> extents{}, strides{};
  for (std::size_t k = 0; k < M::rank(); ++k) {
    extents[k] = detail::to_index(m.extent(static_cast<typename M::rank_type>(k)));
    strides[k] = detail::to_index(m.stride(static_cast<typename M::rank_type>(k)));
  }
  typename M::element_type* const first = m.data_handle();
  return wrap(first, shape(ints(extents)), ints(strides), std::forward<Owner>(owner));
}
template <detail::strided_span M, class Owner>
void from_mdspan(const M& m, Owner&& owner) = delete;  // pass the owner with std::move or as a shared_ptr

// to_mdspan<std::mdspan<double, std::dextents<std::size_t, 2>, std::layout_stride>>(t). A layout_error where the elements are not in memory
// with a positive stride for each axis, or show one element twice.
template <class M, class T>
  requires requires {
    typename M::mapping_type;
    typename M::extents_type;
  }
M to_mdspan(const tensor<T>& t) {
  constexpr auto rank = static_cast<std::size_t>(M::rank());
  const auto parts = detail::mdspan_parts_of<rank>(t);
  if (!t.dims().is_unique()) detail::throw_no_mdspan(t.dims(), rank);
  using index = typename M::extents_type::index_type;
  std::array<index, rank> extents{}, strides{};
  for (std::size_t k = 0; k < rank; ++k) {
    if (!std::in_range<index>(parts.extents[k]) || !std::in_range<index>(parts.strides[k])) detail::throw_no_mdspan(t.dims(), rank);
    extents[k] = static_cast<index>(parts.extents[k]);
    strides[k] = static_cast<index>(parts.strides[k]);
  }
  return M(parts.first, typename M::mapping_type(typename M::extents_type(extents), strides));
}

}  // namespace ravel
