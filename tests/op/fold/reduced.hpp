// SPDX-License-Identifier: BSL-1.0
// What the tests of reductions along axes share. Each result is compared with the bits of its slice alone.
#pragma once

#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/reducer.hpp>
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/elements.hpp>
#include <support/random.hpp>
#include <support/require_equal.hpp>

#include <cmath>
#include <limits>
#include <numeric>

namespace reduced_tests {

using namespace ravel;

struct cut {
  std::vector<index_t> kept_extents;
  std::vector<index_t> order;  // kept axes, then the others
};

inline cut cut_of(const shape& of, const std::vector<index_t>& axes) {
  cut made;
  const auto chosen = [&](index_t axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); };
  for (index_t axis = 0; axis < of.rank(); ++axis) {
    if (!chosen(axis)) made.order.push_back(axis), made.kept_extents.push_back(of[axis]);
  }
  for (index_t axis = 0; axis < of.rank(); ++axis) {
    if (chosen(axis)) made.order.push_back(axis);
  }
  return made;
}

// whole(slice) for each slice, as a model of the reduction over axes.
template <class T, class Whole>
auto slice_by_slice(const tensor<T>& x, const std::vector<index_t>& axes, Whole whole) {
  const cut at = cut_of(x.shape(), axes);
  const auto moved = transpose(x, at.order);
  std::vector<decltype(whole(moved))> results;
  const index_t kept = shape(at.kept_extents).elements();
  for (index_t o = 0; o < kept; ++o) {
    const auto one = detail::viewed(moved, [&](dims map) {
      index_t left = o;
      for (auto k = static_cast<index_t>(at.kept_extents.size()); k-- > 0;) {
        map = map.select(k, left % at.kept_extents[static_cast<std::size_t>(k)]);
        left /= at.kept_extents[static_cast<std::size_t>(k)];
      }
      return map;
    });
    results.push_back(whole(one));
  }
  return results;
}

// The elements of an expression are those of its clone, bit by bit.
template <class X>
void check_all_forms(const X& x, const std::vector<index_t>& axes) {
  const tensor<detail::read_t<X>> elements = clone(x);
  const auto same_as = [&](const auto& results, auto whole) {
    REQUIRE(results.shape() == shape(cut_of(x.shape(), axes).kept_extents));
    REQUIRE(is_contiguous(results));
    REQUIRE_EQUAL(results, slice_by_slice(elements, axes, whole));
  };
  same_as(sum(x, axes), [](const auto& s) { return sum(s); });
  same_as(product(x, axes), [](const auto& s) { return product(s); });
  if (std::any_of(axes.begin(), axes.end(), [&](index_t axis) { return x.extent(axis) == 0; })) return;
  same_as(mean(x, axes), [](const auto& s) { return mean(s); });
  if constexpr (detail::ordered_reader<X>) {
    same_as(min(x, axes), [](const auto& s) { return min(s); });
    same_as(max(x, axes), [](const auto& s) { return max(s); });
  }
}

template <class T>
tensor<T> values(support::random& r, const shape& of) {
  const buffer<T> made = make_buffer<T>(of.elements());
  for (T& value : made) {
    if constexpr (detail::whole_element<T>) {
      value = T(r.chance(1000) && !std::same_as<T, bool> ? 2 : 1);  // whose product stays small
    } else {
      value = T(static_cast<real_of_t<T>>(r.unit() + 0.5));
    }
  }
  return as_tensor(made, of);
}

inline std::vector<index_t> some_axes(support::random& r, index_t rank) {
  std::vector<index_t> axes;
  for (index_t axis = 0; axis < rank; ++axis) {
    if (r.chance(2)) axes.push_back(axis);
  }
  return axes;
}

inline shape some_shape(support::random& r) {
  std::vector<index_t> extents(static_cast<std::size_t>(r.between(1, 4)));
  for (index_t& extent : extents) extent = r.chance(4) ? r.between(0, 2) : r.between(1, 40);
  while (shape(extents).elements() > 20000) extents[static_cast<std::size_t>(r.below(static_cast<index_t>(extents.size())))] = 3;
  return ints(extents);
}

template <class X, class F>
void with_views(support::random& r, const X& x, F f) {
  f(x);
  std::vector<index_t> order(static_cast<std::size_t>(x.rank()));
  std::iota(order.begin(), order.end(), index_t{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[static_cast<std::size_t>(r.below(static_cast<index_t>(i)))]);
  const auto turned = transpose(x, order);
  f(turned);
  f(flip(turned, 0));
  f(slice(turned, -1, 0, (turned.extent(-1) + 1) / 2, 2));
  f(rotate(turned, std::vector<index_t>(order.size(), 1)));
  f(take(x, 0, x.extent(0) == 0 ? ints({}) : ints({x.extent(0) - 1, 0})));
}

}  // namespace reduced_tests
