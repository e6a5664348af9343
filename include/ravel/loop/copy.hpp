// SPDX-License-Identifier: BSL-1.0
// copy and fill: the bulk writes. If source and target overlap, the result is as if the source had been read first: addresses of memory are
// compared, and a source that may read anything goes through a temporary. If reading throws, what was written stays, the current block (up
// to 8 KiB) is unspecified, and the rest is untouched; a sparse target keeps its old elements. Threads may write different elements.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/element/promote.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/exec/serial.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/for_each.hpp>
#include <ravel/storage/buffer.hpp>

namespace ravel {

namespace detail {

[[noreturn]] RAVEL_API void throw_copy_sizes(index_t source, index_t target);

// The memory that a write to a target may modify; everything, if the target exposes none.
RAVEL_API target_memory target_of(const untyped_node& target);
// Copies to a target of the same size and element type that is not sparse.
RAVEL_API void copy_all(const untyped_node& source, const untyped_node& target);

template <class T>
void copy_nodes(const node<T>& source, const node<T>& target) {
  if (source.size() != target.size()) throw_copy_sizes(source.size(), target.size());
  if (!store_entries(source, target)) copy_all(source, target);
}

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
  requires(!detail::widens_to<detail::read_t<R>, T>)
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
