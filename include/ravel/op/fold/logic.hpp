// SPDX-License-Identifier: BSL-1.0
// all_of, any_of, none_of and count: of bools, or of the elements that a predicate holds for; along axes too. The first three stop at the
// deciding block, and call a predicate only up to the deciding element. With several threads they may call it for some elements behind.
#pragma once

#include <ravel/exec/detail/tasks.hpp>
#include <ravel/op/fold/sum.hpp>

#include <functional>

namespace ravel {

namespace detail {

RAVEL_API bool all_true(const node<bool>& mask);
RAVEL_API bool any_true(const node<bool>& mask);

// True if the predicate gives `wanted` for some element.
template <class R, class P>
bool any_is(const R& r, P& holds, bool wanted) {
  using T = read_t<R>;
  auto&& values = node_for_call(r);
  const node<T>& source = values;
  [[maybe_unused]] const sharing_for<P, const T&> rule;
  const auto search = [&](index_t begin, index_t end) -> index_t {
    for (source_blocks<T> blocks(source, begin, end - begin); blocks.next();) {
      const auto [b, at, n] = blocks.at_hand();
      for (index_t i = 0; i < n; ++i) {
        if (static_cast<bool>(holds(b.data[i * b.step])) == wanted) return begin;
      }
    }
    return -1;
  };
  return first_in_pieces(source.size(), search) >= 0;
}

// The number of true elements decides everything about bools.
using decision = bool (*)(index_t found, index_t of);
RAVEL_API tensor<bool> decided(const tensor<const bool>& mask, const ints& axes, decision decide, bool keeps);

}  // namespace detail

// True if all are true, or no element is there.
template <detail::mask R>
[[nodiscard]] bool all_of(const R& r) {
  auto&& source = detail::node_for_call(r);
  return detail::all_true(source);
}
// True if one is true.
template <detail::mask R>
[[nodiscard]] bool any_of(const R& r) {
  auto&& source = detail::node_for_call(r);
  return detail::any_true(source);
}
// True if none is true.
template <detail::mask R>
[[nodiscard]] bool none_of(const R& r) {
  return !any_of(r);
}
// The number of those that are true.
template <detail::mask R>
[[nodiscard]] index_t count(const R& r) {
  return detail::total(r);
}

template <detail::input R, detail::predicate_on<detail::element_ref<R>> P>
[[nodiscard]] bool all_of(const R& r, P holds) {
  return !detail::any_is(r, holds, false);
}
template <detail::input R, detail::predicate_on<detail::element_ref<R>> P>
[[nodiscard]] bool none_of(const R& r, P holds) {
  return !detail::any_is(r, holds, true);
}
template <detail::input R, detail::predicate_on<detail::element_ref<R>> P>
[[nodiscard]] bool any_of(const R& r, P holds) {
  return !none_of(r, std::move(holds));
}
template <detail::input R, detail::predicate_on<detail::element_ref<R>> P>
[[nodiscard]] index_t count(const R& r, P holds) {
  using T = detail::read_t<R>;
  auto&& values = detail::node_for_call(r);
  const detail::node<T>& source = values;
  [[maybe_unused]] const detail::sharing_for<P, const T&> rule;
  const auto count_of = [&](index_t begin, index_t end) {
    index_t found = 0;
    for (detail::source_blocks<T> blocks(source, begin, end - begin); blocks.next();) {
      const auto [b, at, n] = blocks.at_hand();
      for (index_t i = 0; i < n; ++i) found += static_cast<bool>(holds(b.data[i * b.step]));
    }
    return found;
  };
  if (!detail::current_executor) return count_of(0, source.size());
  index_t total = 0;
  for (const index_t found : detail::made_in_pieces(source.size(), 1, count_of)) total += found;
  return total;
}

template <detail::shaped_reader X, detail::among<keep_t>... Options>
  requires detail::mask<X>
tensor<index_t> count(const X& t, const ints& axes, Options... options) {
  return detail::reduced<detail::summing>(t, axes, options...);
}

#define RAVEL_AXIS_DECISION(name, decision)                                                                                  \
  template <detail::shaped_reader X, detail::among<keep_t>... Options>                                                       \
    requires detail::mask<X>                                                                                                 \
  tensor<bool> name(const X& t, const ints& axes, Options...) {                                                              \
    return detail::decided(                                                                                                  \
        t, axes, [](index_t found, [[maybe_unused]] index_t of) { return decision; }, detail::is_given<keep_t, Options...>); \
  }

RAVEL_AXIS_DECISION(all_of, found == of)
RAVEL_AXIS_DECISION(any_of, found > 0)
RAVEL_AXIS_DECISION(none_of, found == 0)
#undef RAVEL_AXIS_DECISION

// Counts elements for which a predicate holds.
#define RAVEL_AXIS_PREDICATE(name)                                                                                     \
  template <detail::shaped_reader X, detail::predicate_on<detail::element_ref<X>> P, detail::among<keep_t>... Options> \
  [[nodiscard]] auto name(const X& t, P holds, const ints& axes, Options... options) {                                 \
    return detail::reduced_each_by(                                                                                    \
        t, axes, [&](const auto& line) { return ravel::name(line, std::ref(holds)); }, options...);                    \
  }

RAVEL_AXIS_PREDICATE(all_of)
RAVEL_AXIS_PREDICATE(any_of)
RAVEL_AXIS_PREDICATE(none_of)
RAVEL_AXIS_PREDICATE(count)
#undef RAVEL_AXIS_PREDICATE

RAVEL_FACES(all_of)   // of bools: all_of(x != 0), or by a predicate: all_of(x, holds); a tensor has axes: all_of(x != 0, axes, keep)
RAVEL_FACES(any_of)   // of bools: any_of(x != 0), or by a predicate: any_of(x, holds); a tensor has axes: any_of(x != 0, axes, keep)
RAVEL_FACES(none_of)  // of bools: none_of(x != 0), or by a predicate: none_of(x, holds); a tensor has axes: none_of(x != 0, axes, keep)
RAVEL_FACES(count)    // of bools: count(x != 0), or by a predicate: count(x, holds); a tensor has axes: count(x != 0, axes, keep)

RAVEL_REFUSES_AXES(all_of, mask)   // the elements are no bools: all_of(x != 0, axes)
RAVEL_REFUSES_AXES(any_of, mask)   // the elements are no bools: any_of(x != 0, axes)
RAVEL_REFUSES_AXES(none_of, mask)  // the elements are no bools: none_of(x != 0, axes)
RAVEL_REFUSES_AXES(count, mask)    // the elements are no bools: count(x != 0, axes)

}  // namespace ravel
