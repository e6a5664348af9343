// SPDX-License-Identifier: BSL-1.0
// copy and fill: the bulk writes. If source and target overlap, the result is as if the source had been read first: addresses of memory are
// compared, and a source that may read anything goes through a temporary. If reading throws, what was written stays, the current block (up
// to 8 KiB) is unspecified, and the rest is untouched; a sparse target keeps its old elements. Threads may write different elements.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/element/detail/widen.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/serial.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/loop/refused.hpp>
#include <ravel/storage/buffer.hpp>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_copy_sizes(index_t source, index_t target);

// The memory that a write to a target may modify; everything, if the target exposes none.
template <class T>
target_memory target_of(const node<T>& target) {
  const auto& memory = target.memory();
  if (!memory.data) return {reinterpret_cast<const std::byte*>(1), 1, index_limit, 1};
  return {reinterpret_cast<const std::byte*>(memory.data), memory.step * index_t{sizeof(T)}, target.size(), sizeof(T)};
}

// Writes straight to the target, unless a node could use it as room for an operand before another operand has read it.
template <class T>
void copy_in_order(const node<T>& source, const node<T>& target, overlap how) {
  const auto& memory = target.memory();
  if (memory.data && memory.step == 1 && (how == overlap::none || source.single_pass() || source.memory().data)) {
    read_into(source, 0, source.size(), const_cast<T*>(memory.data));
    return;
  }
  const auto store = [&](std::span<const T> part, index_t position) { target.store(position, std::ssize(part), part.data()); };
  if (!memory.data) return each_span(source, store);  // the target knows how to write itself
  in_pieces(source.size(), 1, [&](index_t begin, index_t end) { each_span(source, begin, end - begin, store); });
}

// True if one memmove copies all. It is correct under overlap if addresses show the overlap, which they do not in two mappings of one file.
template <class T>
bool moves_as_bytes(const node<T>& source, const node<T>& target) {
  const auto &from = source.memory(), &to = target.memory();
  return std::is_trivially_copyable_v<T> && from.data && to.data && from.step == 1 && to.step == 1 && from.data < to.data + target.size() &&
         to.data < from.data + source.size();
}

template <class T>
void copy_nodes(const node<T>& source, const node<T>& target) {
  if (source.size() != target.size()) throw_copy_sizes(source.size(), target.size());
  if (store_entries(source, target)) return;
  const overlap how = source.meets(target_of(target));
  if (how != overlap::arbitrary || moves_as_bytes(source, target)) {
    copy_in_order(source, target, how);
  } else {
    const buffer<T> read_first = unfilled_buffer<T>(source.size());
    read_into(source, 0, source.size(), read_first.data());
    target.store(0, source.size(), read_first.data());
  }
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T) extern template RAVEL_API void copy_nodes(const node<T>&, const node<T>&);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

template <detail::input R, class T>
  requires detail::widens_to<detail::read_t<R>, T>
void copy(const R& source, const writer<T>& target) {
  if constexpr (std::same_as<detail::read_t<R>, T>) {
    auto&& from = detail::node_for_call(source);
    detail::copy_nodes<T>(from, detail::hold_node(target));
  } else {
    copy(map(detail::widened<T>{}, detail::borrowed_handle(source)), target);
  }
}

template <detail::input R, class T>
  requires detail::narrows_to<detail::read_t<R>, T>
void copy(const R& source, const writer<T>& target) = delete;  // the elements could lose their value: copy(cast<T>(source), target) checks

template <class T>
void fill(const writer<T>& target, detail::value_for<T> value) {
  const auto to = detail::hold_node(target);
  detail::copy_nodes<T>(detail::constant_node<T>(to.source->size(), value), to);
}

template <detail::input R, class T>
void copy(serial_executor, const R& source, const writer<T>& target) {
  const detail::serial_scope alone;
  copy(source, target);
}
template <class T>
void fill(serial_executor, const writer<T>& target, detail::value_for<T> value) {
  const detail::serial_scope alone;
  fill(target, value);
}

}  // namespace ravel
