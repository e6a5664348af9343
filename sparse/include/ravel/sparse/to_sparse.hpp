// SPDX-License-Identifier: BSL-1.0
// Makes sparse data. to_sparse copies any elements: a sparse source with the same fill is read by its entries; a sparse buffer shares its
// entries until one of the two is written; all other sources are read block by block. one_hot and sparse_mask make it of codes and of index
// sets. Threads share the work. Eager; the result owns its data.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/element/promote.hpp>
#include <ravel/index/index_set.hpp>
#include <ravel/lazy/cast.hpp>
#include <ravel/lazy/detail/function_node.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/sparse/detail/sparse_node.hpp>
#include <ravel/sparse/tensor.hpp>
#include <ravel/tensor/map.hpp>

#include <algorithm>
#include <span>
#include <utility>

namespace ravel::detail {

// Collects all entries of a node. Threads share this if each can begin a stream of its own in little time: over stored entries, and over
// functions of them that read them in order. All others are read by one stream. One evaluation.

// A node whose elements from `first` on are those of another one.
struct node_part {
  const untyped_node* node;
  index_t first;
};
// The node below the maps of a tensor, as far as they keep the order of its elements.
RAVEL_API node_part below_maps(const untyped_node& source);

// The entries of a source. If it reads a function's leaves, from `first` on, they are given.
RAVEL_API entry_list all_entries_of(const untyped_node& source, const node_part& below, const leaf_list* leaves);
// Lists the entries that take(block, list) puts into the list of a part. It is called for all blocks.
using entry_taker = function_ref<void(const raw_entry_block& block, entry_list& list)>;
RAVEL_API entry_list all_entries_of(const untyped_node& source, const node_part& below, const leaf_list* leaves, entry_taker take);

template <class T, class... Take>
entry_array<T> entries_collected(const node<T>& source, const Take&... take) {
  const node_part below = below_maps(source);
  const auto* const function = dynamic_cast<const function_node<T>*>(below.node);
  return entry_array<T>(all_entries_of(source, below, function ? &function->leaves() : nullptr, take...));
}

// Lists of entries that several threads collect piece by piece. The lists are joined in order into one that the caller owns. Each list
// belongs to the thread that fills it until all are full.

// Calls add(begin, end, list) for intervals between cuts, as tasks, or once for all of them if no thread helps. A list gets the entries of
// its interval. Gives all entries in order. `total` counts the elements of all intervals, for watches. Memory is made for `about` entries.
RAVEL_API entry_list entries_from_pieces(const element_room& kind, std::span<const index_t> cuts, index_t total, index_t about,
                                         function_ref<void(index_t begin, index_t end, entry_list& list)> add);

// The same for [0, size), cut evenly.
RAVEL_API entry_list entries_from_even_pieces(const element_room& kind, index_t size, index_t about,
                                              function_ref<void(index_t begin, index_t end, entry_list& list)> add);
// The same for positions that rise by an order, cut between different ones.
RAVEL_API entry_list entries_from_ordered_pieces(const element_room& kind, const index_t* positions, index_t count,
                                                 const position_order& order,
                                                 function_ref<void(index_t begin, index_t end, entry_list& list)> add);

}  // namespace ravel::detail

namespace ravel {

namespace detail {

// Appends the elements of [begin, end) that differ from the fill.
template <class T>
void add_compressed(const node<T>& source, index_t begin, index_t end, const T& fill, entry_array<T>& made) {
  for (source_blocks<T> blocks(source, begin, end - begin); blocks.next();) {
    const auto [b, position, n] = blocks.at_hand();
    for (index_t done = 0; done < n; done += entry_block_length) {
      const index_t part = std::min(n - done, entry_block_length);
      const T* const from = b.data + done * b.step;
      append_unless_fill(
          part, fill, made, [=](index_t i) { return position + done + i; }, [=](index_t i) -> const T& { return from[i * b.step]; });
    }
  }
}

template <class T>
entry_array<T> compressed(const node<T>& source, const T& fill) {
  const auto add = [&](index_t begin, index_t end, entry_list& list) {
    entry_array<T> made(std::move(list));
    add_compressed(source, begin, end, fill, made);
    list = std::move(made);
  };
  return entry_array<T>(entries_from_even_pieces(element_room_of<T>, source.size(), 0, add));
}

template <class T>
sparse_buffer<T> sparse_copy(const node<T>& source, const T& fill) {
  if (!source.fill() || !is_fill(*source.fill(), fill)) return sparse_buffer_of<T>(source.size(), fill, compressed(source, fill));
  if (const auto* const same = dynamic_cast<const sparse_node<T>*>(&source)) {
    return detail_access::wrap<sparse_buffer<T>>(make_node<sparse_node<T>>(source.size(), fill, same->whole()));
  }
  return sparse_buffer_of<T>(source.size(), fill, entries_collected(source));
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API sparse_buffer<T> sparse_copy(const node<T>&, const T&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

template <class X>
auto sparse_as(const X& x, const read_t<X>* fill) {
  using T = read_t<X>;
  if constexpr (shaped<X>) {
    const tensor<const T> whole = as_read_tensor(x);
    const auto& node = tensor_node_of<T>(whole);
    const T none = T();
    return tensor_over(whole.shape(), sparse_copy<T>(node, fill ? *fill : node.fill() ? *node.fill() : none));
  } else {
    auto&& peeked = node_for_call(x);
    const node<T>& source = peeked;
    const T none = T();
    return sparse_copy<T>(source, fill ? *fill : source.fill() ? *source.fill() : none);
  }
}

}  // namespace detail

// Uses the fill of x, or zero.
template <detail::input X>
[[nodiscard]] auto to_sparse(const X& x) {
  return detail::sparse_as(x, nullptr);
}
template <detail::input X>
[[nodiscard]] auto to_sparse(const X& x, detail::value_for<detail::read_t<X>> fill) {
  const detail::read_t<X>& rest = fill;
  return detail::sparse_as(x, &rest);
}

namespace detail {

[[noreturn]] RAVEL_API void throw_no_level(index_t code, index_t place, index_t levels);

}  // namespace detail

// Codes as a sparse matrix whose rows have a single 1, in the column of the code. The cost depends on the number of codes, not of levels.
// One column per level. The code no_position, -1, gives a row without a 1.
template <element T = double, detail::input R>
  requires detail::whole_element<detail::read_t<R>>
tensor<T> one_hot(const R& codes, index_arg levels) {
  const index_t width = detail::check_size(levels, "number of levels"), n = detail::size_of(codes);
  const index_t size = detail::mul_index(n, width);
  const auto wide = cast<index_t>(detail::borrowed_in_row(codes));
  const detail::node<index_t>& source = detail_access::node(wide);
  const auto add = [&](index_t begin, index_t end, detail::entry_list& list) {
    detail::entry_array<T> made(std::move(list));
    detail::each_span(source, begin, end - begin, [&](std::span<const index_t> block, index_t row) {
      made.make_room(std::ssize(block));
      index_t* const positions = made.positions() + made.size();
      index_t ones = 0;
      for (const index_t code : block) {
        if (code < -1 || code >= width) detail::throw_no_level(code, row, width);
        positions[ones] = row * width + code;
        ones += code >= 0;
        ++row;
      }
      std::fill_n(made.values() + made.size(), ones, T{1});
      made.grow_by(ones);
    });
    list = std::move(made);
  };
  auto entries = detail::entries_from_even_pieces(detail::element_room_of<T>, n, n, add);
  return detail::tensor_over(shape{n, width}, detail::sparse_buffer_of<T>(size, T{}, detail::entry_array<T>(std::move(entries))));
}

// n bools: true for the members of the set, which all lie in [0, n). Shares the set, without further memory; index_set(mask) converts back.
RAVEL_API reader<bool> sparse_mask(const index_set& members, index_arg n);

}  // namespace ravel
