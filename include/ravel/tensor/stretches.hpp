// SPDX-License-Identifier: BSL-1.0
// Work along some axes of a tensor or an expression: a view brings the other axes to the front and the worked ones behind them, so that
// each result comes from one stretch of positions. Kept axes that memory has side by side go to the very end instead: a stretch is then
// rows of such a strip, and memory is read along its rows. One evaluation, one thread.
#pragma once

#include <ravel/op/for_each.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/views.hpp>

namespace ravel::detail {

using axis_list = small_vector<index_t, 6>;

// Row i of a stretch holds what inner position i has for each place of the strip.
struct stretches {
  axis_list order;         // the axes of the view: outer, worked, strip
  index_t outer_axes = 0;  // how many are kept and come first
  index_t worked_axes = 0;
  index_t outer = 1, inner = 1, strip = 1;  // positions
  index_t turns = 1;                        // in which all outer positions come by, each with a part of its stretch
  shape results;                            // of the outer and the strip axes, in the order of the view
  axis_list back;                           // brings them to the order that they have in the tensor
};

// The axes that are named, ascending; each may be named once.
RAVEL_API axis_list worked_axes(const ints& axes, index_t rank);
// How far apart memory has neighbours on each axis, as far as the map says; 0 where it does not.
RAVEL_API axis_list apart(const dims& map, index_t step);
// A strip takes in axes as long as it gets no wider, and one more, which is to be cut.
RAVEL_API stretches plan_stretches(const shape& of, const axis_list& worked, std::span<const axis_list> operands, index_t widest);
// Where memory has the outer axes between the worked ones, it is read in its own order: in turns. For those who can.
RAVEL_API void take_turns(stretches& plan, const shape& of, const axis_list& worked, std::span<const axis_list> operands);
// Whether in row-major order an operand jumps about in memory.
RAVEL_API bool jumps(const shape& of, std::span<const axis_list> operands);
RAVEL_API dims with_axes_kept(const dims& map, const axis_list& worked);

RAVEL_API std::vector<axis_list> apart(std::span<const laid_map> maps);

template <class T>
std::vector<axis_list> operands_apart(const tensor<T>& x) {
  std::vector<laid_map> maps;
  tensor_access::node<std::remove_const_t<T>>(x).add_maps(maps);
  return apart(maps);
}
template <class E>
std::vector<axis_list> operands_apart(const lazy_tensor<E>& x) {
  std::vector<laid_map> maps;
  auto add = [&](const auto& leaf) { as_tensor_node(leaf).add_maps(maps); };
  x.values().each_leaf(add);
  return apart(maps);
}

template <shaped_reader X>
auto in_stretches(const X& x, const stretches& plan) {
  return transpose(x, as_span(plan.order));
}

// f(block, count) for all elements in row-major order. Memory is lent in pieces as long as it has them, where these are worth a call.
template <class T, class F>
void each_piece_in_order(const tensor<T>& x, F& f) {
  using V = std::remove_const_t<T>;
  const tensor_node<V>& node = tensor_access::node<V>(x);
  const auto& memory = node.base_memory();
  const shape& of = node.extents();
  if (memory.data && !node.memory().data && node.facts().affine && of.rank() > 0 && of[of.rank() - 1] >= 16) {
    node.map().each_run([&](const run& r) { f(block<const V>{memory.data + r.address * memory.step, r.step * memory.step}, r.count); });
  } else {
    each_block(node, 0, node.size(), [&](block<const V> b, index_t, index_t n) { f(b, n); });
  }
}
template <class E, class F>
void each_piece_in_order(const lazy_tensor<E>& x, F& f) {
  using V = typename E::value_type;
  const auto source = x.values().in_place();
  const node<V>& node = source;
  each_block(node, 0, node.size(), [&](block<const V> b, index_t, index_t n) { f(b, n); });
}

// Elements that are written, in the order that memory likes, before they are read.
inline constexpr index_t slab_elements = index_t{1} << 17;

template <class X, class F>
void each_slab(const X& x, const buffer<read_t<X>>& room, F& f) {
  if (x.size() <= room.size()) {
    const tensor<read_t<X>> slab(dims::row_major(x.shape()), room);
    copy_elements(x, slab, target_is::fresh);
    f(block<const read_t<X>>{room.data(), 1}, x.size());
    return;
  }
  const index_t extent = x.extent(0), count = std::max<index_t>(1, room.size() / (x.size() / extent));
  for (index_t start = 0; start < extent; start += count) {
    if (count == 1) {
      each_slab(select(x, 0, start), room, f);
    } else {
      each_slab(slice(x, 0, start, std::min(count, extent - start)), room, f);
    }
  }
}

template <class X, class F>
void each_piece(const X& x, F f) {
  using V = read_t<X>;
  if constexpr (element<V>) {
    if (jumps(x.shape(), operands_apart(x))) return each_slab(x, unfilled_buffer<V>(std::min(x.size(), slab_elements)), f);
  }
  each_piece_in_order(x, f);
}

// What takes the elements of a view one piece after the other, in row-major order.
template <class T>
class element_sink {
 public:
  virtual ~element_sink() = default;
  virtual void take(block<const T> b, index_t n) = 0;
};

// Gives each its row, one after the other and then from the first again. Defined in src/ for every element type.
template <class T>
std::unique_ptr<element_sink<T>> in_turns(std::vector<std::unique_ptr<element_sink<T>>> takers, index_t row);

// Cuts what comes into parts of a row, or into parts of a line where the strip is one place wide.
class row_cut {
 public:
  explicit row_cut(const stretches& of) : inner_(of.inner), strip_(of.strip) {}

  // part(block, row, column, count): elements of `row` from `column` on, or of column 0 from `row` on.
  template <class T, class F>
  void take(block<const T> b, index_t n, F part) {
    while (n > 0) {
      const bool line = strip_ == 1;
      const index_t count = std::min(n, line ? inner_ - row_ : strip_ - column_);
      part(b, row_, column_, count);
      b.data += count * b.step;
      n -= count;
      (line ? row_ : column_) += count;
      if (column_ == strip_) {
        column_ = 0;
        ++row_;
      }
      if (row_ == inner_) row_ = 0;
    }
  }

 private:
  index_t inner_, strip_;
  index_t row_ = 0, column_ = 0;
};

// Results in the order of the view, as a tensor whose axes are in the order of the operand; row-major again.
template <class R>
tensor<R> in_axis_order(const tensor<R>& results, const axis_list& back) {
  return ravel::contiguous(transpose(results, as_span(back)));
}
template <class R>
tensor<R> keeping_axes(const tensor<R>& results, const axis_list& worked) {
  return viewed(results, [&](const dims& map) { return with_axes_kept(map, worked); });
}

}  // namespace ravel::detail
