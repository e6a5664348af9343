// SPDX-License-Identifier: BSL-1.0
// Exchange with mdspan, of the standard library, Kokkos or others, recognised by data_handle(), extent(r) and stride(r). from_mdspan keeps
// an owner, which an mdspan lacks. to_mdspan makes a given mdspan type. It must not outlive the tensor, but with reader_accessor keeps its
// source.
#pragma once

#include <ravel/tensor/make.hpp>
#include <ravel/tensor/map.hpp>

#include <array>
#include <memory>

namespace ravel {

// The data handle of an mdspan over a reader: the reader, which it keeps, and a position.
template <class T>
struct reader_place {
  std::shared_ptr<const reader<T>> elements;
  std::size_t position = 0;
};

// The accessor of an mdspan over any reader, computed or sparse. Elements are values; each access is checked.
template <class T>
struct reader_accessor {
  using offset_policy = reader_accessor;
  using element_type = const T;
  using reference = T;
  using data_handle_type = reader_place<T>;

  reference access(const data_handle_type& place, std::size_t i) const { return (*place.elements)[place.position + i]; }
  data_handle_type offset(const data_handle_type& place, std::size_t i) const { return {place.elements, place.position + i}; }
};

namespace detail {

template <class M>
concept strided_span = requires(const M& m, typename M::rank_type r) {
  typename M::element_type;
  { m.data_handle() } -> std::convertible_to<typename M::element_type*>;
  { m.extent(r) } -> std::integral;
  { m.stride(r) } -> std::integral;
  { M::rank() } -> std::integral;
};

[[noreturn]] RAVEL_API void throw_no_mdspan(const dims& map);
[[noreturn]] RAVEL_API void throw_mdspan_index(const dims& map, index_t axis, index_t stride);
[[noreturn]] RAVEL_API void throw_mdspan_extent(const dims& map, index_t axis, std::size_t fixed);
RAVEL_API void check_mdspan_rank(const dims& map, index_t rank);

// The memory of a tensor for an mdspan of that rank. Strides must be positive, and no element may be shown twice.
template <class T, std::size_t Rank>
struct mdspan_parts {
  T* first = nullptr;
  std::array<index_t, Rank> extents{}, strides{};
};
template <std::size_t Rank, class T>
mdspan_parts<T, Rank> mdspan_parts_of(const tensor<T>& t) {
  mdspan_parts<T, Rank> parts;
  const auto base = t.base();
  const auto memory = base.memory();
  const auto strides = t.strides();
  check_mdspan_rank(t.dims(), Rank);
  if (t.size() > 0 && (!memory || !strides)) throw_no_mdspan(t.dims());
  if (t.size() > 0) parts.first = const_cast<T*>(memory->data + t.offset() * memory->step);
  index_t next = 1;
  for (std::size_t k = Rank; k-- > 0;) {
    const index_t extent = t.extent(static_cast<index_t>(k));
    parts.extents[k] = extent;
    parts.strides[k] = t.size() == 0 || extent < 2 ? next : (*strides)[k] * memory->step;
    if (parts.strides[k] <= 0) throw_no_mdspan(t.dims());
    if (extent > 1) next = parts.strides[k] * extent;
  }
  return parts;
}

template <class M>
concept named_mdspan = requires {
  typename M::mapping_type;
  typename M::extents_type;
};
template <class M>
concept mdspan_of_reader = named_mdspan<M> && requires {
  requires std::same_as<typename M::accessor_type, reader_accessor<std::remove_cv_t<typename M::element_type>>>;
};

// M's mapping with these strides. M's type may fix extents and layout.
template <class M, std::size_t Rank>
auto mdspan_mapping(const dims& map, const std::array<index_t, Rank>& extents, const std::array<index_t, Rank>& strides) {
  using index = typename M::extents_type::index_type;
  using mapping = typename M::mapping_type;
  std::array<index, Rank> of{}, steps{};
  for (std::size_t k = 0; k < Rank; ++k) {
    if (!std::in_range<index>(extents[k]) || !std::in_range<index>(strides[k]))
      throw_mdspan_index(map, static_cast<index_t>(k), strides[k]);
    if constexpr (requires { M::static_extent(0); }) {
      constexpr auto any = static_cast<std::size_t>(-1);
      const std::size_t fixed = M::static_extent(k);
      if (fixed != any && !std::cmp_equal(fixed, extents[k])) throw_mdspan_extent(map, static_cast<index_t>(k), fixed);
    }
    of[k] = static_cast<index>(extents[k]);
    steps[k] = static_cast<index>(strides[k]);
  }
  const typename M::extents_type given(of);
  if constexpr (std::constructible_from<mapping, decltype(given)&, const std::array<index, Rank>&>) {
    return mapping(given, steps);
  } else {
    const mapping made(given);
    if constexpr (Rank > 0) {
      for (std::size_t k = 0; k < Rank; ++k) {
        const bool walked = map.size() > 0 && extents[k] > 1;
        if (walked && !std::cmp_equal(made.stride(static_cast<typename M::rank_type>(k)), strides[k])) throw_no_mdspan(map);
      }
    }
    return made;
  }
}

}  // namespace detail

// A tensor of the same elements, kept alive by an owner that is taken over (an rvalue) or shared (a shared_ptr).
template <detail::strided_span M, detail::owner Owner>
[[nodiscard]] auto from_mdspan(const M& m, Owner&& owner) {
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

// to_mdspan<std::mdspan<double, std::dextents<std::size_t, 2>, std::layout_stride>>(t). layout_error if the elements are not in memory with
// the layout's positive strides, or an element is shown twice; shape_error if rank or extents differ.
template <detail::named_mdspan M, class T>
  requires(!detail::mdspan_of_reader<M>)
[[nodiscard]] M to_mdspan(const tensor<T>& t) {
  constexpr auto rank = static_cast<std::size_t>(M::rank());
  const auto parts = detail::mdspan_parts_of<rank>(t);
  if (!t.dims().is_unique()) detail::throw_no_mdspan(t.dims());
  return M(parts.first, detail::mdspan_mapping<M>(t.dims(), parts.extents, parts.strides));
}
template <detail::named_mdspan M, class T>
  requires(!detail::mdspan_of_reader<M>)
void to_mdspan(tensor<T>&& t) = delete;  // the mdspan would outlive the tensor: name the tensor first

// to_mdspan<std::mdspan<const double, std::dextents<std::size_t, 2>, std::layout_right, reader_accessor<double>>>(t + 1.0). Takes anything
// readable; a reader without a shape has one axis. Keeps its source.
template <class M, detail::keepable X>
  requires detail::mdspan_of_reader<M> && std::same_as<std::remove_cv_t<typename M::element_type>, detail::read_t<X>>
[[nodiscard]] M to_mdspan(X&& x) {
  using T = detail::read_t<X>;
  constexpr auto rank = static_cast<std::size_t>(M::rank());
  const dims map = dims::row_major(detail::joint_shape(x));
  detail::check_mdspan_rank(map, rank);
  std::array<index_t, rank> extents{}, strides{};
  index_t next = 1;
  for (std::size_t k = rank; k-- > 0; next *= std::max<index_t>(extents[k], 1)) {
    extents[k] = map.extent(static_cast<index_t>(k));
    strides[k] = next;
  }
  const auto mapping = detail::mdspan_mapping<M>(map, extents, strides);
  return M(reader_place<T>{std::make_shared<const reader<T>>(std::forward<X>(x)), 0}, mapping, typename M::accessor_type());
}

}  // namespace ravel
