// SPDX-License-Identifier: BSL-1.0
// all_of, any_of, none_of and count: of a reader of bool, or of the elements that a predicate holds for. The first three stop at the block
// that decides, and call a predicate up to the element that decides; several threads, also for some behind it.
#pragma once

#include <ravel/exec/detail/pieces.hpp>
#include <ravel/op/fold/sum.hpp>

namespace ravel {

namespace detail {

RAVEL_API bool all_true(const node<bool>& mask);
RAVEL_API bool any_true(const node<bool>& mask);

template <class R>
concept mask = input<R> && boolean_element<read_t<R>>;

template <class P, class R>
concept predicate_of = input<R> && predicate_on<P, element_ref<R>>;

// Is there an element for which the predicate says so?
template <class R, class P>
bool any_is(const R& r, P& holds, bool wanted) {
  using T = read_t<R>;
  auto&& values = peek(r);
  const node<T>& source = values;
  [[maybe_unused]] const sharing_for<P, const T&> rule;
  const auto search = [&](index_t begin, index_t end) -> index_t {
    const auto goes_on = [&](block<const T> b, index_t, index_t n) {
      for (index_t i = 0; i < n; ++i) {
        if (static_cast<bool>(holds(b.data[i * b.step])) == wanted) return false;
      }
      return true;
    };
    return each_block(source, begin, end - begin, goes_on) ? -1 : begin;
  };
  return first_in_pieces(source.size(), search) >= 0;
}

template <class R>
concept no_mask = input<R> && !mask<R>;

}  // namespace detail

template <detail::mask R>
[[nodiscard]] bool all_of(const R& r) {
  auto&& source = detail::peek(r);
  return detail::all_true(source);
}
template <detail::mask R>
[[nodiscard]] bool any_of(const R& r) {
  auto&& source = detail::peek(r);
  return detail::any_true(source);
}
template <detail::mask R>
[[nodiscard]] bool none_of(const R& r) {
  return !any_of(r);
}
template <detail::mask R>
[[nodiscard]] index_t count(const R& r) {
  return detail::total(r);
}

template <detail::no_mask R>
bool all_of(const R& r) = delete;  // the elements are no bools: all_of(x != 0), or all_of(x, predicate)
template <detail::no_mask R>
bool any_of(const R& r) = delete;  // the elements are no bools: any_of(x != 0), or any_of(x, predicate)
template <detail::no_mask R>
bool none_of(const R& r) = delete;  // the elements are no bools: none_of(x != 0), or none_of(x, predicate)
template <detail::no_mask R>
index_t count(const R& r) = delete;  // the elements are no bools: count(x != 0), or count(x, predicate); their number is x.size()

template <detail::input R, detail::predicate_of<R> P>
[[nodiscard]] bool all_of(const R& r, P holds) {
  return !detail::any_is(r, holds, false);
}
template <detail::input R, detail::predicate_of<R> P>
[[nodiscard]] bool none_of(const R& r, P holds) {
  return !detail::any_is(r, holds, true);
}
template <detail::input R, detail::predicate_of<R> P>
[[nodiscard]] bool any_of(const R& r, P holds) {
  return !none_of(r, std::move(holds));
}
template <detail::input R, detail::predicate_of<R> P>
[[nodiscard]] index_t count(const R& r, P holds) {
  using T = detail::read_t<R>;
  auto&& values = detail::peek(r);
  const detail::node<T>& source = values;
  [[maybe_unused]] const detail::sharing_for<P, const T&> rule;
  const auto count_of = [&](index_t begin, index_t end) {
    index_t found = 0;
    detail::each_block(source, begin, end - begin, [&](block<const T> b, index_t, index_t n) {
      for (index_t i = 0; i < n; ++i) found += static_cast<bool>(holds(b.data[i * b.step]));
    });
    return found;
  };
  if (!detail::current_executor) return count_of(0, source.size());
  index_t total = 0;
  for (const index_t found : detail::made_in_pieces(source.size(), 1, count_of)) total += found;
  return total;
}

}  // namespace ravel
