// SPDX-License-Identifier: BSL-1.0
// Shared code of readers that rearrange elements. They take any reader without a shape, own it through its node, and return a reader, or a
// writer if they were given one.
#pragma once

#include <ravel/lazy/refused.hpp>

#include <vector>

namespace ravel::detail {

template <class T>
using source = std::shared_ptr<const node<T>>;

// For a tensor these verbs take an axis; this form takes none.
template <class R>
concept rearrangeable = readable<R> && !foreign_lvalue<R> && !shaped<std::remove_cvref_t<R>>;

template <rearrangeable R>
auto owned_source(R&& r) {  // gives a source<read_t<R>>
  return detail_access::shared(reader<read_t<R>>(std::forward<R>(r)));
}

// The type of a view of R: a writer if R can be written, else a reader.
template <class R>
using view_of = std::conditional_t<writable<R>, writer<read_t<R>>, reader<read_t<R>>>;

template <class R>
view_of<R> make_view(shared_untyped n) {
  return detail_access::wrap<view_of<R>>(std::move(n));
}

// A reader without elements if the node is null.
template <class T>
reader<T> reader_of(shared_untyped n) {
  return detail_access::wrap<reader<T>>(n ? std::move(n) : shared_untyped(make_node<nothing_node<T>>()));
}

// Several readers of one element type, as arguments or as a vector, a span or an array of handles.
template <class R, class... Rs>
concept alike = rearrangeable<R> && (rearrangeable<Rs> && ...) && (std::same_as<read_t<R>, read_t<Rs>> && ...);

template <class Parts>
concept handle_range = contiguous<const Parts> && !readable<Parts> && rearrangeable<std::ranges::range_value_t<const Parts>> &&
                       handle<std::ranges::range_value_t<const Parts>>;

template <handle_range Parts>
using part_element_t = read_t<std::ranges::range_value_t<const Parts>>;

// The nodes of the parts, as Nodes.
template <class Node, handle_range Parts>
std::vector<std::shared_ptr<const Node>> own_each(const Parts& parts) {
  std::vector<std::shared_ptr<const Node>> owned;
  owned.reserve(std::ranges::size(parts));
  for (const auto& part : parts) owned.push_back(owned_source(part));
  return owned;
}

}  // namespace ravel::detail
