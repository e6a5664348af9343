// SPDX-License-Identifier: BSL-1.0
// Going over the elements of sparse nodes without going over their positions: those that are stored by several nodes, block after block,
// and how often the fill stands between them; or one node's elements where their order does not matter. Belongs to one call.
#pragma once

#include <ravel/lazy/detail/joined_entries.hpp>
#include <ravel/loop/for_each.hpp>

namespace ravel::detail {

// Several are gone over by entries where all are sparse, and not all constants.
template <class... Ts>
bool all_by_entries(const node<Ts>&... sources) {
  return (sources.fill() && ...) && (by_entries(sources) || ...);
}

// f(count, values of the first, …) for the positions that any of some sparse nodes of one size stores, in ascending order. How many they
// are; f may answer false to stop, and then it is -1.
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

// f(values) of the entries of one, block after block; how many positions have none.
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

// Of one nothing has to be merged.
template <class F, class T>
index_t each_stored_together(F&& f, const node<T>& source) {
  return source.size() - each_stored_span(source, [&](std::span<const T> values) { f(std::ssize(values), values.data()); });
}

// f(value, how often it stands there) for all elements, in whatever order, until f answers false.
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
