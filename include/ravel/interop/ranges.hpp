// SPDX-License-Identifier: BSL-1.0
// Sized random-access ranges of the standard library and of range-v3, as readers. (A reader already is a range of both: it has
// random-access iterators and owns its source.) Owns the range: a view, or a container passed as an rvalue.
#pragma once

#include <ravel/reader/foreign.hpp>

#include <iterator>
#include <ranges>
#include <utility>

namespace ravel {

namespace detail {

template <class R>
concept element_range = std::ranges::random_access_range<const R> && std::ranges::sized_range<const R> &&
                        std::semiregular<std::remove_cvref_t<std::ranges::range_reference_t<const R>>>;
// A view of a container does not own its elements. The user must keep them alive, as for std::span.
template <class R>
concept ownable_range =
    element_range<std::remove_cvref_t<R>> && (!std::is_lvalue_reference_v<R> || std::ranges::view<std::remove_cvref_t<R>>);

}  // namespace detail

namespace adl_barrier {

template <class R>
class range_reader : public reader_base {
 public:
  explicit range_reader(R range) : range_(std::move(range)) {}

  index_t size() const { return detail::given_size(std::ranges::size(range_)); }
  auto operator[](index_t i) const -> std::remove_cvref_t<std::ranges::range_reference_t<const R>> {
    return std::ranges::begin(range_)[static_cast<std::ranges::range_difference_t<const R>>(i)];
  }
  // Makes one iterator per block, so that its cost is paid once.
  template <class T>
  void read(index_t start, std::span<T> out) const {
    auto at = std::ranges::begin(range_) + static_cast<std::ranges::range_difference_t<const R>>(start);
    for (T& value : out) {
      value = *at;
      ++at;
    }
  }

 private:
  R range_;
};

}  // namespace adl_barrier

// reader<T> of the values of a range: from_range(std::views::iota(0, 10) | std::views::transform(f)). As with map, f may be called never,
// once or often for a position, in any order. The range's size is read once.
template <detail::ownable_range R>
  requires(!readable<R>)
[[nodiscard]] auto from_range(R&& range) {
  using X = adl_barrier::range_reader<std::remove_cvref_t<R>>;
  return reader<value_t<X>>(X(std::forward<R>(range)));
}

template <class R>
  requires(!detail::ownable_range<R> && !readable<R>)
void from_range(R&& range) = delete;  // a random-access range of known size, given away with std::move, or a view of one

}  // namespace ravel
