// SPDX-License-Identifier: BSL-1.0
// to_sparse: copies any elements to sparse data. A sparse source with the same fill is read by its entries; a sparse buffer shares its
// entries until one of the two is written; all other sources are read block by block. Threads share the work. Eager; the result owns its
// data.
#pragma once

#include <ravel/sparse/detail/entry_pieces.hpp>
#include <ravel/sparse/detail/shared_entries.hpp>
#include <ravel/sparse/tensor.hpp>
#include <ravel/tensor/lazy_tensor.hpp>

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
  return entry_array<T>(entries_from_even_pieces(element_room_of<T>, source.size(), add));
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

}  // namespace ravel
