// SPDX-License-Identifier: BSL-1.0
// Gives the elements of a tensor to work along axes: piece by piece, in the order of a view. Memory is read in memory order; expressions
// are computed in their own order. One evaluation on one thread.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/dims/dims.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/views.hpp>
#include <ravel/walk/axis_plan.hpp>
#include <ravel/walk/node.hpp>

#include <span>

namespace ravel::detail {

// Slabs of tensors: parts cut along the first axes, small enough to stay in the cache. One thread.

inline constexpr index_t slab_elements = index_t{1} << 17;

// Calls f with the same part of each tensor, for parts of at most `most` elements, in row-major order. All tensors have one shape.
using tensor_parts = std::span<const shared_untyped>;
RAVEL_API void each_slab(index_t most, tensor_parts tensors, function_ref<void(tensor_parts)> f);

RAVEL_API memory_order memory_order_by(function_ref<void(std::vector<laid_map>&)> add_maps);
template <class T>
memory_order memory_order_of(const tensor<T>& x) {
  const auto add_maps = [&](std::vector<laid_map>& maps) { tensor_node_of<std::remove_const_t<T>>(x).add_maps(maps); };
  return memory_order_by(add_maps);
}
#define RAVEL_DECLARE(T)                                                    \
  extern template RAVEL_API memory_order memory_order_of(const tensor<T>&); \
  extern template RAVEL_API memory_order memory_order_of(const tensor<const T>&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class T>
tensor<const T> in_order_of(const tensor<const T>& x, const axis_plan& plan) {
  return plan.keeps_order() ? x : transpose(x, as_span(plan.order));
}

template <class T>
using piece_taker = function_ref<void(block<const T>, index_t)>;

// Calls f(block, count) for all elements in row-major order. Lends runs of memory if they are long enough to be worth a call.
template <class T>
void each_piece_in_order(const tensor<const T>& x, piece_taker<T> f) {
  const tensor_node<T>& node = tensor_node_of<T>(x);
  const auto& memory = node.base_memory();
  const shape& of = node.extents();
  if (memory.data && !node.memory().data && node.facts().affine && of.rank() > 0 && of[of.rank() - 1] >= 16) {
    watched_loop loop;
    node.map().each_run([&](const run& r) {
      loop.at(r.position, node.size());
      f(block<const T>{memory.data + r.address * memory.step, r.step * memory.step}, r.count);
    });
  } else {
    for (source_blocks<T> blocks(node); blocks.next();) {
      const auto [b, at, n] = blocks.at_hand();
      f(b, n);
    }
  }
}

template <class T>
void each_piece(const tensor<const T>& x, std::type_identity_t<piece_taker<T>> f) {
  if constexpr (element<T>) {
    if (memory_order_of(x).jumps(x.shape())) {  // copies a slab in memory order before reading it
      const buffer<T> room = unfilled_buffer<T>(std::min(x.size(), slab_elements));
      const tensor_node<T>& node = tensor_node_of<T>(x);
      if (const walked_operand memory = walked(node); slab_moves::possible(memory)) {
        const slab_moves moves(memory, slab_elements);
        watched_loop loop;
        for (index_t position = 0, n = 0; position < x.size(); position += n) {
          loop.at(position, x.size());
          n = moves.size_at(position);
          moves.fetch(reinterpret_cast<std::byte*>(room.data()), position, memory.at(node.address(position)));
          f(block<const T>{room.data(), 1}, n);
        }
        return;
      }
      const shared_untyped whole = detail_access::shared<T>(x);
      return each_slab(room.size(), {&whole, 1}, [&](tensor_parts parts) {
        const untyped_tensor& part = *parts.front()->as_tensor();
        const tensor<T> slab(dims::row_major(part.extents()), room);
        copy_tensor(part, tensor_node_of<T>(slab), target_is::fresh);
        f(block<const T>{room.data(), 1}, slab.size());
      });
    }
  }
  each_piece_in_order<T>(x, f);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API void each_piece<T>(const tensor<const T>&, std::type_identity_t<piece_taker<T>>);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class R>
tensor<R> keeping_axes(const tensor<R>& results, const axis_list& worked) {
  return viewed(results, [&](const dims& map) { return with_axes_kept(map, worked); });
}

// All axes in order, with the given one moved to the end.
RAVEL_API axis_list with_axis_last(index_t axis, index_t rank);
// The view of one line: `line` is its position among the other axes.
RAVEL_API dims line_of(const dims& map, index_t axis, index_t line);
RAVEL_API shape without_axis(const shape& of, index_t axis);

}  // namespace ravel::detail
