// SPDX-License-Identifier: BSL-1.0
// pad: a tensor with margins. They show one value, the edge elements, the mirrored tensor, or its other end. A read-only view, which copies
// nothing and owns the tensor. Any thread may read.
#pragma once

#include <ravel/loop/copy.hpp>
#include <ravel/tensor/pieces.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel {

// The number of positions before the first and after the last of an axis. One number sets both.
struct margin {
  index_t before;
  index_t after;

  template <detail::integer Int>
  margin(Int both) : margin(both, both) {}
  template <detail::integer Int, detail::integer J>
  margin(Int first, J second) : before(detail::to_index(first)), after(detail::to_index(second)) {}
};

// A margin for each axis; a single one stands for every axis.
class margins {
 public:
  template <detail::integer Int>
  margins(Int everywhere) : each_{everywhere} {}
  margins(std::initializer_list<margin> each) : each_(each) {}
  template <std::ranges::contiguous_range R>
    requires std::same_as<std::ranges::range_value_t<R>, margin>
  margins(const R& each) : each_(std::ranges::begin(each), std::ranges::end(each)) {}

  RAVEL_API std::vector<margin> of(const shape& extents) const;  // checked

 private:
  std::vector<margin> each_;
};

// The source of the values in a margin: the nearest element, the tensor mirrored at its first and last element, or its other end.
enum class pad_mode : unsigned char { edge, reflect, wrap };

namespace detail {

RAVEL_API shape padded_shape(const shape& extents, const margins& widths);
RAVEL_API dims padded(const dims& map, const margins& widths, pad_mode mode);
// The node of a tensor with margins that show a constant.
RAVEL_API shared_untyped padded_node(const shared_untyped& tensor, const margins& widths, const shared_untyped& value);

}  // namespace detail

template <detail::viewable X>
[[nodiscard]] auto pad(const X& t, const margins& widths, pad_mode mode) {
  return detail::view_maker<X>::to_read(t, [&](const dims& map) { return detail::padded(map, widths, mode); });
}

template <detail::shaped_reader X>
[[nodiscard]] auto pad(const X& t, const margins& widths, detail::value_for<detail::read_t<X>> value = {}) {
  using T = detail::read_t<X>;
  const tensor<const T> inside = t;
  const reader<T> outside = constant<T>(1, value);
  return detail_access::wrap<tensor<const T>>(
      detail::padded_node(detail_access::shared<T>(inside), widths, detail_access::shared(outside)));
}

}  // namespace ravel
