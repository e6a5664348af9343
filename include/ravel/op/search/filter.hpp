// SPDX-License-Identifier: BSL-1.0
// filter and compress: the elements that a predicate or a mask keeps, in order, as a new buffer; compress along an axis of a tensor too.
// argfilter: their positions, ascending; a range if they follow in equal steps. nonzero: the coordinates of a mask. Eager: a predicate is
// called once for each element, in order. If several threads help, each takes a piece, and the pieces are joined.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/index/detail/marks.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/storage/list.hpp>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_mask_changed();
RAVEL_API void check_line_mask(index_t mask, const shape& of, index_t axis);

template <class T>
buffer<T> kept_by_several(const node<T>& source, const node<bool>& chosen) {
  const auto kept_of = [&](index_t begin, index_t end) {
    list<T> kept;
    const auto take = [&](index_t, index_t n, block<const T> b, block<const bool> flag) {
      for (index_t i = 0; i < n; ++i) {
        if (flag.data[i * flag.step]) kept.push_back(b.data[i * b.step]);
      }
      return true;
    };
    each_block_together(begin, end - begin, take, source, chosen);
    return kept;
  };
  return joined_lists(made_in_pieces(source.size(), 1, kept_of));
}

}  // namespace detail

template <detail::input R, detail::predicate_on<detail::element_ref<R>> P>
buffer<detail::read_t<R>> filter(const R& r, P keeps) {
  using T = detail::read_t<R>;
  auto&& values = detail::node_for_call(r);
  const detail::node<T>& source = values;
  [[maybe_unused]] const detail::sharing_for<P, const T&> rule;
  const auto kept_of = [&](index_t begin, index_t end) {
    list<T> kept;
    for (detail::source_blocks<T> blocks(source, begin, end - begin); blocks.next();) {
      const auto [b, at, n] = blocks.at_hand();
      for (index_t i = 0; i < n; ++i) {
        if (keeps(b.data[i * b.step])) kept.push_back(b.data[i * b.step]);
      }
    }
    return kept;
  };
  if (!detail::current_executor) return kept_of(0, source.size()).take();
  return detail::joined_lists(detail::made_in_pieces(source.size(), 1, kept_of));
}

void filter(...) = delete;  // the condition takes one element of the reader: [](double x) { return x > 0; }; by a mask: compress(r, mask)

// One thread reads the mask twice, so that it can allocate the result at its final size.
template <detail::input R, detail::mask M>
buffer<detail::read_t<R>> compress(const R& r, const M& mask) {
  using T = detail::read_t<R>;
  detail::check_one_shape("compress", r, mask);
  auto&& values = detail::node_for_call(r);
  auto&& flags = detail::node_for_call(mask);
  const detail::node<T>& source = values;
  const detail::node<bool>& chosen = flags;
  if (source.size() != chosen.size()) detail::throw_sizes_differ("compress", source.size(), chosen.size());
  if (detail::current_executor) return detail::kept_by_several(source, chosen);
  const buffer<T> result = detail::unfilled_buffer<T>(detail::total_of(chosen));
  T* out = result.data();
  T* const end = out + result.size();
  const auto take = [&](index_t, index_t n, block<const T> b, block<const bool> flag) {
    for (index_t i = 0; i < n; ++i) {
      if (!flag.data[i * flag.step]) continue;
      if (out == end) detail::throw_mask_changed();
      *out++ = b.data[i * b.step];
    }
    return true;
  };
  detail::each_block_together(0, source.size(), take, source, chosen);
  if (out != end) detail::throw_mask_changed();
  return result;
}

// The positions along an axis where a mask is true. The mask has one element for each.
template <detail::shaped_reader X, readable M>
  requires boolean_element<detail::read_t<M>>
[[nodiscard]] auto compress(const X& t, const M& mask, index_arg axis) {
  const auto held = detail::borrowed_handle(t);
  detail::check_list("compress along an axis", "flags", mask);
  detail::check_line_mask(mask.size(), held.shape(), axis);
  return clone(take(held, axis, detail::true_positions(detail::node_for_call(mask))));
}

RAVEL_FACES(compress)  // by a mask, which has as many bools: compress(x, x > 0); along one axis: compress(t, mask, axis)

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

void argfilter(...) = delete;  // the elements are no bools: argfilter(x != 0), or argfilter(x, predicate)

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

void nonzero(...) = delete;  // coordinates in a tensor of bools: nonzero(x != 0); positions of a reader are argfilter(mask)

}  // namespace ravel
