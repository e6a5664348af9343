// SPDX-License-Identifier: BSL-1.0
// Running totals and extremes of every line along an axis, with the bits of the scan of that line alone. Eager: the results are fresh
// memory, or that of into{t}. One thread.
#pragma once

#include <ravel/op/fold/detail/running.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <memory>

namespace ravel::detail {

// The next element of n lines beside each other, of which each has come to what stands in `before`.
template <class How, class T, class Before, class Out>
void carry_across(How, block<const T> b, index_t n, Before* before, Out* out) {
  for (index_t j = 0; j < n; ++j) {
    auto now = How::step(before[j], b.data[j * b.step]);
    if constexpr (!std::is_const_v<Before>) before[j] = now;
    out[j] = static_cast<Out>(now);
  }
}

// Lines of a sparse view, each of them one piece; those without entries are alike.
template <class How, class T>
void running_lines_by_entries(const tensor<const T>& view, const axis_plan& plan, typename How::out* out) {
  each_stored_line<T>(view, {plan.order, {plan.outer}, plan.inner}, [&](const reader<T>& line, index_t first, index_t count) {
    auto* const at = out + first * plan.inner;
    carry_on_by_entries<How, T>(detail_access::node(line), at);
    for (index_t k = 1; k < count; ++k) std::copy_n(at, plan.inner, at + k * plan.inner);
  });
}

// Every line as the scan of it alone. What lines beside each other have come to is the row before in the result, or is kept beside where it
// is more precise than that.
template <class How, class T>
tensor<typename How::out> running_lines(const tensor<const T>& x, index_t axis, const tensor<typename How::out>* given) {
  using carried = std::invoke_result_t<decltype(How::begin), const T&>;
  constexpr bool in_result = std::same_as<carried, typename How::out>;
  const axis_plan plan = plan_axes(x.shape(), worked_axes(axis, x.rank()), memory_order_of(x), index_limit);
  const tensor<const T> view = in_order_of(x, plan);
  const result_memory<typename How::out> made(given, view.shape(), plan.order);
  auto* out = made.data();
  if constexpr (element<T>) {
    constexpr index_t worth_a_call = 256;  // a line as long
    if (plan.strip == 1 && plan.inner >= worth_a_call && few_entries<T>(detail_access::node(view))) {
      running_lines_by_entries<How>(view, plan, out);
      return made.result();
    }
  }
  const auto carry = std::make_unique<carried[]>(static_cast<std::size_t>(std::max<index_t>(in_result ? 1 : plan.strip, 1)));
  row_cut rows(plan);
  each_piece(view, [&](block<const T> b, index_t n) {
    rows.take(b, n, [&](block<const T> part, index_t row, index_t column, index_t count) {
      if (plan.strip == 1) {
        carry_on(row == 0, carry[0], part, count, out, How::begin, How::step);
      } else if (row == 0) {
        for (index_t j = 0; j < count; ++j) {
          const carried first = How::begin(part.data[j * part.step]);
          if constexpr (!in_result) carry[static_cast<std::size_t>(column + j)] = first;
          out[j] = static_cast<typename How::out>(first);
        }
      } else if constexpr (in_result) {
        carry_across(How{}, part, count, static_cast<const carried*>(out) - plan.strip, out);
      } else {
        carry_across(How{}, part, count, carry.get() + column, out);
      }
      out += count;
    });
  });
  return made.result();
}

template <class How, class T>
tensor<typename How::out> running_in_src(const tensor<const T>& x, index_t axis, const tensor<typename How::out>* given);  // in src/

template <class How, class X>
tensor<typename How::out> running_along(const X& x, index_t axis) {
  using T = read_t<X>;
  const auto* const given = target_of_result<typename How::out>(x);
  if constexpr (in_src<T>) {
    return running_in_src<How, T>(x, axis, given);
  } else {
    return running_lines<How, T>(x, axis, given);
  }
}

}  // namespace ravel::detail
