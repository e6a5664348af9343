// SPDX-License-Identifier: BSL-1.0
// Loops over the elements of sparse nodes without visiting all positions: the entries of several nodes, block after block, with the number
// of positions between them; or the elements of one node in any order. Belongs to one call.
#pragma once

#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/loop/for_each.hpp>

namespace ravel::detail {

// True if several nodes should be read by entries: all are sparse, and not all are constants.
template <class... Ts>
bool all_by_entries(const node<Ts>&... sources) {
  return (sources.fill() && ...) && (by_entries(sources) || ...);
}

// Calls f(count, values of the first, …) for the positions that any of several sparse nodes of one size stores, in ascending order. Returns
// the number of these positions. f returns false to stop; the result is then -1.
template <class F, class... Ts>
index_t each_stored_together(F&& f, const node<Ts>&... sources) {
  entry_pass pass;
  operand_list operands;
  (operands.push_back(joined_leaf<Ts>(sources, pass)), ...);
  position_merge merge(std::move(operands), sizeof...(Ts));
  index_t stored = 0;
  while (const index_t n = merge.next()) {
    const void* const* values = merge.values();
    const auto call = [&]<std::size_t... K>(std::index_sequence<K...>) { return f(n, static_cast<const Ts*>(values[K])...); };
    if constexpr (std::is_same_v<decltype(call(std::index_sequence_for<Ts...>{})), bool>) {
      if (!call(std::index_sequence_for<Ts...>{})) return -1;
    } else {
      call(std::index_sequence_for<Ts...>{});
    }
    stored += n;
  }
  return stored;
}

// Calls f(values) for the entries of one node, block after block. Returns the number of positions without an entry.
template <class T, class F>
index_t each_stored_span(const node<T>& source, F&& f) {
  index_t fills = source.size();
  for (entry_blocks<T> blocks(source); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    f(std::span<const T>(b.values, static_cast<std::size_t>(b.count)));
    fills -= b.count;
  }
  return fills;
}

// For one node; nothing needs merging.
template <class F, class T>
index_t each_stored_together(F&& f, const node<T>& source) {
  return source.size() - each_stored_span(source, [&](std::span<const T> values) { f(std::ssize(values), values.data()); });
}

// Calls f(value, number of its positions) for all elements, in any order, until f returns false.
template <input R, class F>
void each_counted(const R& r, F&& f) {
  using T = read_t<R>;
  auto&& source = node_for_call(r);
  const node<T>& of = source;
  if (!by_entries(of)) {
    each_element(r, [&](const T& value) { return static_cast<bool>(f(value, index_t{1})); });
    return;
  }
  index_t fills = of.size();
  for (entry_blocks<T> blocks(of); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    fills -= b.count;
    for (index_t i = 0; i < b.count; ++i) {
      if (!f(b.values[i], index_t{1})) return;
    }
  }
  if (fills > 0) f(*of.fill(), fills);
}

}  // namespace ravel::detail
