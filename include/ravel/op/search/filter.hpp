// SPDX-License-Identifier: BSL-1.0
// filter and compress: the elements that a predicate or a mask keeps, in order, as a new buffer; compress along an axis of a tensor too.
// Eager, so the predicate is called once for each element. If several threads help, each filters a piece, and the pieces are joined.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/lazy/fused.hpp>
#include <ravel/op/detail/faces.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/logic.hpp>
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

template <class R, class F, class... More>
  requires detail::takes_no_element<F, R>
void filter(const R& r, F f, More... more) = delete;  // the condition takes one element of the reader: [](double x) { return x > 0; }
template <detail::input R, readable Mask, class... More>
void filter(const R& r, const Mask& mask, More... more) = delete;  // a condition is wanted; by a mask: compress(r, mask)

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

}  // namespace ravel
