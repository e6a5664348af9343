// SPDX-License-Identifier: BSL-1.0
// pieces: a tensor made of others. Disjoint boxes of a shape show a tensor each, and all other positions show one value. A read-only view,
// which copies nothing, asks the tensor of each box in runs, and owns the tensors. Any thread may read.
#pragma once

#include <ravel/lazy/constant.hpp>
#include <ravel/tensor/tensor.hpp>
#include <ravel/walk/boxes.hpp>

namespace ravel {

// A tensor and the coordinates of its first position.
template <class T>
struct piece {
  ints at;
  tensor<const T> values;
};

namespace detail {

// Boxes that are being combined, each with its tensor, of one element type.
class RAVEL_API placed_parts {
 public:
  void add(box where, shared_untyped part);
  // Adds a tensor that starts at a position of an axis. One that is made of pieces itself, without gaps, is added by its pieces, so that
  // appending in a loop does not get deeper.
  void add_along(std::size_t axis, index_t start, const shared_untyped& part);
  // All positions in row-major order. Those in no box show a constant.
  shared_untyped put_together(const shape& whole, const shared_untyped& rest) &&;

 private:
  std::vector<box> boxes_;
  std::vector<shared_untyped> parts_;
};

}  // namespace detail

template <class T>
tensor<const T> pieces(const shape& extents, std::span<const piece<T>> parts, detail::value_for<T> rest = T()) {
  detail::placed_parts placed;
  for (const piece<T>& one : parts) placed.add({{one.at.begin(), one.at.end()}, one.values.shape()}, detail_access::shared<T>(one.values));
  const reader<T> everywhere = constant<T>(1, rest);
  const auto made = std::move(placed).put_together(extents, detail_access::shared(everywhere));
  return {dims::row_major(extents), detail_access::wrap<reader<T>>(made)};
}
template <class T>
tensor<const T> pieces(const shape& extents, std::initializer_list<piece<T>> parts, detail::value_for<T> rest = T()) {
  return pieces<T>(extents, std::span<const piece<T>>(parts.begin(), parts.size()), rest);
}

}  // namespace ravel
