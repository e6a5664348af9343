// SPDX-License-Identifier: BSL-1.0
// compute: the element at coordinates i, j, … is f(i, j, …), or f(coordinates) for a function of a span, which works for any rank. Owns f
// and stores no elements. f must be pure; any reading thread may call it.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/lazy/detail/parameter.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/tensor/tensor.hpp>
#include <ravel/walk/paths.hpp>

#include <vector>

namespace ravel::detail {

// The nodes behind compute: a function of coordinates, a view of one, and a function of a span of coordinates. Immutable; any reading
// thread may call the function.

[[noreturn]] RAVEL_API void throw_computed_rank(index_t takes, const shape& extents);
// Converts a row-major position to coordinates.
RAVEL_API void coordinates(const shape& extents, index_t position, index_t* found);

template <class F, class Places>
inline constexpr bool takes_coordinates = false;
template <class F, std::size_t... K>
inline constexpr bool takes_coordinates<F, std::index_sequence<K...>> = std::invocable<const F&, decltype(index_t(K))...>;

// The smallest number of coordinates, at most eight, that the function takes.
template <class F, std::size_t N = 0>
constexpr std::size_t coordinates_of() {
  static_assert(N <= 8, "compute needs a function of up to eight coordinates: [](index_t i, index_t j) { ... }");
  if constexpr (N > 8 || takes_coordinates<F, std::make_index_sequence<N>>) {
    return N;
  } else {
    return coordinates_of<F, N + 1>();
  }
}

// Sets out[i] = f(i) for n elements. It checks after the loop that values of another type fit T; to name one that does not, it calls f once
// more.
template <class T, class F>
RAVEL_STRICT_LOOP void compute_row(index_t n, T* out, const F& f) {
  RAVEL_STRICT_BODY
  if constexpr (element<T> && element<std::remove_cvref_t<decltype(f(n))>>) {
    bool fits = true;
    for (index_t i = 0; i < n; ++i) out[i] = cast_any<cast_mode::checked, T>(f(i), fits);
    for (index_t i = 0; i < n && !fits; ++i) out[i] = cast_value<T>(f(i));
  } else {
    for (index_t i = 0; i < n; ++i) out[i] = static_cast<T>(f(i));
  }
}

template <class T, class F>
class computed_view;

template <class T, class F>
class computed_node final : public node<T>, public shaped_base {
  static constexpr std::size_t rank = coordinates_of<F>();

 public:
  static constexpr bool keeps_handles = may_hold_handles<F>;

  computed_node(const shape& extents, F function)
      : node<T>({.size = extents.elements()}), shaped_base(extents, nullptr), function_(std::move(function)) {
    if (extents.rank() != static_cast<index_t>(rank)) throw_computed_rank(rank, extents);
    check_parameters(extents, std::make_index_sequence<rank>{});
  }

  T at(index_t i) const override {
    [[maybe_unused]] const call_of<!stateless_function<F>> inside;
    std::array<index_t, rank> here;
    coordinates(this->extents(), i, here.data());
    return call(here, std::make_index_sequence<rank>{});
  }
  overlap meets(const target_memory&) const override { return overlap::arbitrary; }  // the function may read anything
  const shaped_base* as_shaped() const override { return this; }
  shared_untyped viewed(const map_change*, const dims& map, const shared_untyped& origin) const override {
    const auto paths = paths_through(map, this->extents());
    return paths ? make_node<computed_view<T, F>>(map.shape(), *paths, origin) : nullptr;
  }

  const F& function() const { return function_; }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    [[maybe_unused]] const call_of<!stateless_function<F>> inside;
    std::array<index_t, rank> here;
    coordinates(this->extents(), start, here.data());
    for (index_t done = 0; done < n;) {
      const index_t length = rank == 0 ? n : std::min(n - done, this->extents()[index_t{rank} - 1] - here[rank - 1]);
      fill_row(here, length, out + done, std::make_index_sequence<rank>{});
      done += length;
      next_row(here);
    }
    return {out, 1};
  }

 private:
  template <std::size_t... K>
  static void check_parameters(const shape& extents, std::index_sequence<K...>) {
    (check_parameter<F, K>(extents[index_t{K}]), ...);
  }
  template <std::size_t... K>
  void fill_row(const std::array<index_t, rank>& here, index_t n, T* out, std::index_sequence<K...>) const {
    compute_row(n, out, [&]([[maybe_unused]] index_t i) -> decltype(auto) {
      return function_(as_parameter<F, K>(K + 1 == rank ? here[K] + i : here[K])...);
    });
  }
  void next_row(std::array<index_t, rank>& here) const {
    if constexpr (rank > 0) here[rank - 1] = 0;
    for (std::size_t k = rank; k-- > 1;) {
      if (++here[k - 1] < this->extents()[static_cast<index_t>(k - 1)]) return;
      here[k - 1] = 0;
    }
  }
  template <std::size_t... K>
  RAVEL_STRICT_LOOP T call(const std::array<index_t, rank>& here, std::index_sequence<K...>) const {
    RAVEL_STRICT_BODY
    return cast_element<cast_mode::checked, T>(function_(as_parameter<F, K>(here[K])...));
  }

  [[no_unique_address]] F function_;
};

// A view: each coordinate is the index on one axis of the view, or constant.
template <class T, class F>
class computed_view final : public node<T>, public shaped_base {
  static constexpr std::size_t rank = coordinates_of<F>();

 public:
  computed_view(const shape& extents, const axis_paths& paths, const shared_untyped& computed)
      : node<T>({.size = extents.elements(), .immutable = computed->immutable()}), shaped_base(extents, computed), paths_(paths) {}

  T at(index_t i) const override {
    [[maybe_unused]] const call_of<!stateless_function<F>> inside;
    T value{};
    call_each(view_row(this->extents(), paths_, i), 1, std::addressof(value), std::make_index_sequence<rank>{});
    return value;
  }
  overlap meets(const target_memory& target) const override { return this->origin()->meets(target); }
  const shaped_base* as_shaped() const override { return this; }
  shared_untyped viewed(const map_change*, const dims& map, const shared_untyped& origin) const override {
    const auto paths = paths_through(map, this->extents());
    return paths ? make_node<computed_view>(map.shape(), joined(paths_, *paths), origin) : nullptr;
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    [[maybe_unused]] const call_of<!stateless_function<F>> inside;
    for (index_t done = 0; done < n;) {
      const view_row row(this->extents(), paths_, start + done);
      const index_t count = std::min(n - done, row.left);
      call_each(row, count, out + done, std::make_index_sequence<rank>{});
      done += count;
    }
    return {out, 1};
  }

 private:
  // Usually one coordinate moves, as along the rows of a transpose. The compiler then computes the part of f that depends on the others
  // once.
  template <std::size_t... K>
  void call_each(const view_row& row, index_t n, T* out, std::index_sequence<K...> axes) const {
    constexpr std::size_t several = rank;
    const std::size_t moving = (0 + ... + (row.step[K] != 0)) == 1 ? (0 + ... + (row.step[K] != 0 ? K : 0)) : several;
    if (!(... || (moving == K && call_row<K>(row, n, out, axes)))) call_row<several>(row, n, out, axes);
  }
  template <std::size_t Moving, std::size_t... K>
  bool call_row(const view_row& row, index_t n, T* out, std::index_sequence<K...>) const {
    const F& f = static_cast<const computed_node<T, F>&>(*this->origin()).function();
    compute_row(n, out, [&]([[maybe_unused]] index_t i) -> decltype(auto) {
      return f(as_parameter<F, K>(Moving == K || Moving == rank ? row.first[K] + i * row.step[K] : row.first[K])...);
    });
    return true;
  }

  axis_paths paths_;
};

using coordinate_span = std::span<const index_t>;

// For a rank that is known only at run time.
template <class T, class F>
class computed_of_span final : public node<T>, public shaped_base {
 public:
  static constexpr bool keeps_handles = may_hold_handles<F>;

  computed_of_span(const shape& extents, F function)
      : node<T>({.size = extents.elements()}), shaped_base(extents, nullptr), function_(std::move(function)) {}

  T at(index_t i) const override {
    T one{};
    fill(i, 1, std::addressof(one));
    return one;
  }
  overlap meets(const target_memory&) const override { return overlap::arbitrary; }  // the function may read anything
  const shaped_base* as_shaped() const override { return this; }
  shared_untyped viewed(const map_change*, const dims&, const shared_untyped&) const override { return nullptr; }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    fill(start, n, out);
    return {out, 1};
  }

 private:
  void fill(index_t start, index_t n, T* out) const {
    const user_call inside;
    const auto rank = static_cast<std::size_t>(this->extents().rank());
    small_vector<index_t, 6> here(rank);
    coordinates(this->extents(), start, here.data());
    for (index_t i = 0; i < n; ++i) {
      compute_row(1, out + i, [&](index_t) -> decltype(auto) { return function_(coordinate_span(here.data(), rank)); });
      for (std::size_t k = rank; k-- > 0 && ++here[k] == this->extents()[static_cast<index_t>(k)];) here[k] = 0;
    }
  }

  [[no_unique_address]] F function_;
};

}  // namespace ravel::detail

namespace ravel {

namespace detail {

RAVEL_API std::vector<index_t> checked_coordinates(const shape& of, index_t position);

template <class F, std::size_t... K>
auto result_at(std::index_sequence<K...>) -> std::remove_cvref_t<std::invoke_result_t<const F&, decltype(index_t(K))...>>;

// (Tested last, because the body of a generic function may not compile for a span.)
template <class F>
concept takes_any_rank = !std::invocable<const F&, index_t> && std::invocable<const F&, coordinate_span>;

template <class F>
auto result_of() {
  if constexpr (takes_any_rank<F>) {
    return std::remove_cvref_t<std::invoke_result_t<const F&, coordinate_span>>();
  } else {
    return decltype(result_at<F>(std::make_index_sequence<coordinates_of<F>()>{}))();
  }
}

}  // namespace detail

// Converts a row-major position to coordinates.
[[nodiscard]] inline std::vector<index_t> coordinates(const shape& of, index_arg position) {
  return detail::checked_coordinates(of, position);
}

template <class T, class F>
tensor<const T> compute(const shape& extents, F f) {
  using node = std::conditional_t<detail::takes_any_rank<F>, detail::computed_of_span<T, F>, detail::computed_node<T, F>>;
  return tensor<const T>(dims::row_major(extents), detail::make_reader<node>(extents, std::move(f)));
}

template <class T, class F>
  requires detail::of_higher_kind<decltype(detail::result_of<F>()), T>
void compute(const shape& extents, F f) = delete;  // what f gives could be cut: let it give a T, cast_value<T>(x) checks

}  // namespace ravel
