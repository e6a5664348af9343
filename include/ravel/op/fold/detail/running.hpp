// SPDX-License-Identifier: BSL-1.0
// How totals and extremes run along a line: what begins them, what goes on, past NaN, and over the entries of sparse lines. Eager, one
// thread.
#pragma once

#include <ravel/element/detail/arithmetic.hpp>
#include <ravel/loop/detail/in_src.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/detail/ordered.hpp>
#include <ravel/reader/detail/entries.hpp>
#include <ravel/storage/buffer.hpp>

#include <algorithm>
#include <cstring>

namespace ravel::detail {

// The next n elements of a line: out[0] = begin(element 0) of a new one, else step(carried, element 0), and so on; what is carried on may
// be more precise than what is given out.
template <class Out, class T, class Carried, class Begin, class Step>
void carry_on(bool new_line, Carried& carried, block<const T> b, index_t n, Out* out, Begin& begin, Step& step) {
  auto now = new_line ? begin(*b.data) : step(std::move(carried), *b.data);  // a local, so that it can stay in a register
  out[0] = static_cast<Out>(now);
  for (index_t i = 1; i < n; ++i) {
    now = step(std::move(now), b.data[i * b.step]);
    out[i] = static_cast<Out>(now);
  }
  carried = std::move(now);
}

template <class Out, class T, class Begin, class Step>
buffer<Out> running(const node<T>& line, Begin begin, Step step) {
  const buffer<Out> result = unfilled_buffer<Out>(line.size());
  Out* out = result.data();
  std::invoke_result_t<Begin&, const T&> carried{};
  each_block(line, 0, line.size(),
             [&](block<const T> b, index_t position, index_t n) { carry_on(position == 0, carried, b, n, out + position, begin, step); });
  return result;
}

// The same of the numbers alone: NaN gives NaN where it stands, and is not carried on.
template <class Out, class R, class Begin, class Step>
buffer<Out> running_past_nan(const R& r, Begin begin, Step step) {
  using T = read_t<R>;
  auto&& source = peek(r);
  const node<T>& node = source;
  const buffer<Out> result = unfilled_buffer<Out>(node.size());
  Out* out = result.data();
  std::optional<std::invoke_result_t<Begin&, const T&>> carried;
  each_block(node, 0, node.size(), [&](block<const T> b, index_t, index_t n) {
    for (index_t i = 0; i < n; ++i) {
      const T value = b.data[i * b.step];
      const bool number = !is_nan{}(value);
      if (number) carried = carried ? step(*std::move(carried), value) : begin(value);
      *out++ = number ? static_cast<Out>(*carried) : static_cast<Out>(value);
    }
  });
  return result;
}

// What runs along a line: Out, and how it begins and goes on. Sums and products are carried on in the accumulator's type.
template <class Step, class T>
struct running_total {
  template <class U>
  using of = running_total<Step, U>;
  using out = sum_t<T>;
  using carried = accumulator_t<T>;
  static constexpr auto begin = [](const T& first) { return promoted<carried>(first); };
  static constexpr auto step = [](carried total, const T& value) { return Step{}(total, promoted<carried>(value)); };
};
template <class Before, class T>
struct running_extreme {
  using out = T;
  static constexpr auto begin = [](const T& first) { return first; };
  static constexpr auto step = [](T found, const T& value) {
    if constexpr (element<T>) {
      return preferred<Before>(found, value);
    } else {
      return before_others<Before>{}(value, found) ? value : found;
    }
  };
};

// The next n elements of a line, all of them the fill. What is carried on soon stays as it is, to the bit, and then it is written out as it
// is.
template <class How, class T, class Carried>
Carried carry_over_fills(Carried carried, const T& fill, index_t n, typename How::out* out) {
  for (watched_pieces at(n); at.next();) {
    const index_t end = at.done() + at.size();
    for (index_t i = at.done(); i < end; ++i) {
      const Carried before = std::exchange(carried, How::step(carried, fill));
      out[i] = static_cast<typename How::out>(carried);
      if (std::memcmp(&before, &carried, sizeof(Carried)) == 0) {
        std::fill(out + i, out + end, out[i]);
        break;
      }
    }
  }
  return carried;
}

// Pays where few elements are stored.
template <class T>
bool few_entries(const node<T>& line) {
  return element<T> && by_entries(line) && line.about_stored() < line.size() / 32;
}

template <class How, class T>
void carry_on_by_entries(const node<T>& line, typename How::out* out) {
  const T& fill = *line.fill();
  std::invoke_result_t<decltype(How::begin), const T&> carried{};
  index_t done = 0;
  const auto take = [&](const T& value) {
    carried = done == 0 ? How::begin(value) : How::step(carried, value);
    out[done++] = static_cast<typename How::out>(carried);
  };
  const auto fill_up_to = [&](index_t position) {
    if (done == 0 && position > 0) take(fill);
    carried = carry_over_fills<How>(carried, fill, position - done, out + done);
    done = position;
  };
  each_entry_block(line, [&](const entry_block<T>& b) {
    for (index_t i = 0; i < b.count; ++i) {
      fill_up_to(b.positions[i]);
      take(b.values[i]);
    }
  });
  fill_up_to(line.size());
}

template <class How, class T>
buffer<typename How::out> running_by_entries(const node<T>& line) {
  const buffer<typename How::out> result = unfilled_buffer<typename How::out>(line.size());
  carry_on_by_entries<How>(line, result.data());
  return result;
}
template <class How, class T>
buffer<typename How::out> running_by_entries_in_src(const node<T>& line);  // defined in src/

template <class How, class R>
buffer<typename How::out> running_as(const char* operation, const R& r, nan_policy policy) {
  using T = read_t<R>;
  if constexpr (may_be_nan<T>) {
    if (policy == nan_policy::skip) return running_past_nan<typename How::out>(r, How::begin, How::step);
    if (policy == nan_policy::refuse) refuse_nan(r, operation);
  }
  auto&& source = peek(r);
  const node<T>& line = source;
  if constexpr (element<T> && in_src<T>) {
    if (few_entries(line)) return running_by_entries_in_src<How, T>(line);
  } else if constexpr (element<T>) {
    if (few_entries(line)) return running_by_entries<How, T>(line);
  }
  return running<typename How::out>(line, How::begin, How::step);
}

}  // namespace ravel::detail
