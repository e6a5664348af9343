// SPDX-License-Identifier: BSL-1.0
// argfilter: the positions where a predicate holds or a mask is true, ascending; a range if they follow in equal steps. It also takes two
// readers of one size. The predicate is called once for each element, in order; several threads may call it if they help. nonzero gives the
// coordinates of a mask.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/index/detail/marks.hpp>
#include <ravel/lazy/fused.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/logic.hpp>

namespace ravel {

template <detail::input R, detail::predicate_on<detail::element_ref<R>> P>
selection argfilter(const R& r, P holds) {
  using T = detail::read_t<R>;
  auto&& source = detail::node_for_call(r);
  const detail::node<T>& node = source;
  [[maybe_unused]] const detail::sharing_for<P, const T&> rule;
  detail::marks found(node.size());
  found.fill_shared(node.size(), [&](detail::mark_writer& piece, index_t begin, index_t end) {
    for (detail::source_blocks<T> blocks(node, begin, end - begin); blocks.next();) {
      const auto [b, at, n] = blocks.at_hand();
      if (b.step == 1) {
        piece.add(n, [&](index_t i) { return static_cast<bool>(holds(b.data[i])); });
      } else {
        piece.add(n, [&](index_t i) { return static_cast<bool>(holds(b.data[i * b.step])); });
      }
    }
  });
  return found.take();
}

template <detail::input A, detail::input B, detail::predicate_on<detail::element_ref<A>, detail::element_ref<B>> P>
selection argfilter(const A& a, const B& b, P holds) {
  using T = detail::read_t<A>;
  using U = detail::read_t<B>;
  detail::check_one_shape("argfilter", a, b);
  auto&& first = detail::node_for_call(a);
  auto&& second = detail::node_for_call(b);
  const detail::node<T>& x = first;
  const detail::node<U>& y = second;
  if (x.size() != y.size()) detail::throw_sizes_differ("argfilter", x.size(), y.size());
  [[maybe_unused]] const detail::sharing_for<P, const T&, const U&> rule;
  detail::marks found(x.size());
  found.fill_shared(x.size(), [&](detail::mark_writer& piece, index_t begin, index_t end) {
    const auto mark = [&](index_t, index_t n, block<const T> p, block<const U> q) {
      piece.add(n, [&](index_t i) { return static_cast<bool>(holds(p.data[i * p.step], q.data[i * q.step])); });
      return true;
    };
    detail::each_block_together(begin, end - begin, mark, x, y);
  });
  return found.take();
}

template <detail::mask M>
selection argfilter(const M& mask) {
  auto&& source = detail::node_for_call(mask);
  const detail::node<bool>& node = source;
  if (detail::by_entries(node) || dynamic_cast<const detail::shows_set*>(&node)) return detail::true_positions(node);
  return argfilter(mask, [](bool holds) { return holds; });
}

template <detail::input R>
  requires(!detail::mask<R>)
void argfilter(const R& r) = delete;  // the elements are no bools: argfilter(x != 0), or argfilter(x, predicate)

namespace detail {

RAVEL_API tensor<index_t> true_places(const node<bool>& mask, const shape& of);

}  // namespace detail

// The places where a mask is true, one row of coordinates for each, in row-major order. Reads the mask twice.
template <detail::shaped_reader X>
  requires detail::mask<X>
tensor<index_t> nonzero(const X& mask) {
  auto&& source = detail::node_for_call(mask);
  return detail::true_places(source, mask.shape());
}

template <detail::shaped_reader X>
  requires(!detail::mask<X>)
void nonzero(const X& t) = delete;  // the elements are no bools: nonzero(x != 0)
template <readable X>
  requires(!shaped<X>)
void nonzero(const X& r) = delete;  // coordinates of a tensor; positions of a reader are argfilter(mask)

}  // namespace ravel
