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
view_of<R> make_view(source<read_t<R>> n) {
  if constexpr (writable<R>) {
    return detail_access::wrap_writer(std::move(n));
  } else {
    return detail_access::wrap(std::move(n));
  }
}

// The facts of a node that reads others one after the other, straight into its own room.
template <class T>
node_facts facts_through(index_t size, std::span<const source<T>> below) {
  node_facts facts{.size = size, .immutable = true, .never_stores = !below.empty(), .finite = !below.empty()};
  for (const source<T>& one : below) {
    facts.never_stores = facts.never_stores && one->never_stores();
    facts.finite = facts.finite && one->finite();
    facts.depth = std::max(facts.depth, one->depth() + 1);
    facts.need = either(facts.need, one->need());
    facts.immutable = facts.immutable && one->immutable();
  }
  return facts;
}
template <class T>
node_facts facts_through(index_t size, const source<T>& below) {
  return facts_through(size, std::span<const source<T>>(&below, 1));
}

// Several readers of one element type, as arguments or as a vector, a span or an array of handles.
template <class R, class... Rs>
concept alike = rearrangeable<R> && (rearrangeable<Rs> && ...) && (std::same_as<read_t<R>, read_t<Rs>> && ...);

template <class Parts>
concept handle_range = contiguous<const Parts> && !readable<Parts> && rearrangeable<std::ranges::range_value_t<const Parts>> &&
                       handle<std::ranges::range_value_t<const Parts>>;

template <handle_range Parts>
auto own_each(const Parts& parts) {
  std::vector<source<read_t<std::ranges::range_value_t<const Parts>>>> owned;
  owned.reserve(std::ranges::size(parts));
  for (const auto& part : parts) owned.push_back(owned_source(part));
  return owned;
}

// The fill that all parts share; null if there is none.
template <class T>
const T* common_fill(std::span<const source<T>> parts) {
  for (const source<T>& part : parts) {
    if (!part->fill() || !is_fill(*part->fill(), *parts[0]->fill())) return nullptr;
  }
  return parts.empty() ? nullptr : parts[0]->fill();
}
template <class T>
index_t about_stored_in(std::span<const source<T>> parts) {
  index_t sum = 0;
  for (const source<T>& part : parts) sum = about_both(sum, part->about_stored());
  return sum;
}

template <class T>
overlap meets_any(std::span<const source<T>> parts, const target_memory& target) {
  overlap found = overlap::none;
  for (const source<T>& part : parts) found = worst(found, meets_once(*part, target));
  return found;
}

}  // namespace ravel::detail
