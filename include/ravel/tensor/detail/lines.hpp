// SPDX-License-Identifier: BSL-1.0
// How the one-dimensional operations work along axes of a tensor: each line is given to them as consecutive elements, so that it has the
// bits of the operation on that line alone. What they give is gathered, one value or one line for each. One evaluation, one thread.
#pragma once

#include <ravel/op/detail/in_src.hpp>
#include <ravel/op/options.hpp>
#include <ravel/tensor/detail/along.hpp>
#include <ravel/tensor/detail/sparse_lines.hpp>

#include <optional>
#include <utility>

namespace ravel::detail {

RAVEL_API shape with_last(const shape& kept, index_t extent);
// The one axis that is named; the one that there is, where none is.
RAVEL_API index_t one_axis(const char* operation, const ints& axes, index_t rank);
RAVEL_API index_t only_axis(const char* operation, const shape& of);

template <class T>
using line_taker = function_ref<void(std::span<const T>)>;

// take(line) for every line of a view in their order, one after the other. Memory that has a line as it lies is lent.
template <class T>
void each_line_of(const tensor<const T>& lines, const line_plan& plan, line_taker<T> take) {
  const auto length = static_cast<std::size_t>(plan.length);
  if (length == 0) {
    for (index_t i = 0; i < plan.kept.elements(); ++i) take(std::span<const T>());
    return;
  }
  const buffer<T> room = make_buffer<T>(plan.length);
  index_t filled = 0;
  each_piece(lines, [&](block<const T> b, index_t n) {
    while (n > 0) {
      const index_t count = std::min(n, plan.length - filled);
      if (count == plan.length && b.step == 1) {
        take(std::span<const T>(b.data, length));
      } else {
        for (index_t i = 0; i < count; ++i) room.unchecked(filled + i) = b.data[i * b.step];
        filled += count;
        if (filled == plan.length) {
          take(std::span<const T>(room.data(), length));
          filled = 0;
        }
      }
      b.data += count * b.step;
      n -= count;
    }
  });
}
template <class T>
void each_line_in_src(const tensor<const T>& lines, const line_plan& plan, line_taker<T> take);  // defined in src/

// take(line) for every line, in the order of the kept axes.
template <class X, class Take>
void each_line(const X& x, const line_plan& plan, Take take) {
  using T = read_t<X>;
  const tensor<const T> lines = transpose(x, as_span(plan.order));
  if constexpr (in_src<T>) {
    each_line_in_src<T>(lines, plan, take);
  } else {
    each_line_of<T>(lines, plan, take);
  }
}

// A tensor of what work(line) gives, without the worked axes; every line is given, as it may be a user's function that counts them.
template <class X, class Work>
auto reduced_each(const X& x, const axis_list& worked, Work work) {
  using R = std::remove_cvref_t<std::invoke_result_t<Work&, std::span<const read_t<X>>>>;
  const line_plan plan = plan_lines(x.shape(), worked);
  const tensor<R> made = empty_tensor<R>(plan.kept);
  R* out = tensor_access::data(made);
  each_line(x, plan, [&](auto line) { *out++ = work(line); });
  return made;
}

// A line after the other as a reader, in the room of one.
template <class T>
class line_in_memory {
 public:
  const reader<T>& show(std::span<const T> line) {
    lent_.emplace(line);
    if (!reader_) reader_.emplace(detail_access::wrap<T>(std::shared_ptr<const node<T>>(std::shared_ptr<void>(), &*lent_)));
    return *reader_;
  }

 private:
  std::optional<lent_node<T>> lent_;
  std::optional<reader<T>> reader_;
};

// take(line, the first one that is like it, how many there are) for all lines in order. Those of what is sparse are sparse, and come as one
// where they have no entries and stand side by side.
template <class T>
void each_like_line_of(const tensor<const T>& lines, const line_plan& plan, like_line_taker<T> take) {
  if (by_entries<T>(detail_access::node(lines))) return each_stored_line(lines, plan, take);
  line_in_memory<T> here;
  index_t next = 0;
  each_line_of<T>(lines, plan, [&](std::span<const T> line) { take(here.show(line), next++, 1); });
}
template <class T>
void each_like_line_in_src(const tensor<const T>& lines, const line_plan& plan, like_line_taker<T> take);  // defined in src/

// put(first line, how many lines, work(line)) for all lines, of which there is at least one. A line without entries is worked out once.
template <class X, class Work, class Put>
void each_like_line(const X& x, const line_plan& plan, Work work, Put put) {
  using T = read_t<X>;
  std::optional<std::invoke_result_t<Work&, const reader<T>&>> empty;
  const auto take = [&](const reader<T>& line, index_t first, index_t count) {
    const node<T>& of = detail_access::node(line);
    if (!of.fill() || of.about_stored() > 0) return put(first, count, work(line));
    if (!empty) empty.emplace(work(line));
    put(first, count, *empty);
  };
  const tensor<const T> lines = transpose(x, as_span(plan.order));
  if constexpr (in_src<T>) {
    each_like_line_in_src<T>(lines, plan, take);
  } else {
    each_like_line_of<T>(lines, plan, take);
  }
}

// The same where equal lines have equal results.
template <class X, class Work>
auto reduced_lines(const X& x, const axis_list& worked, Work work) {
  using R = std::remove_cvref_t<std::invoke_result_t<Work&, const reader<read_t<X>>&>>;
  const line_plan plan = plan_lines(x.shape(), worked);
  const tensor<R> made = empty_tensor<R>(plan.kept);
  R* const out = tensor_access::data(made);
  each_like_line(x, plan, work, [&](index_t first, index_t count, const R& result) { std::fill_n(out + first, count, result); });
  return made;
}

// reduced(axes, a function of a line) with the options of verb(line, options…), of which keep says what becomes of the axes.
template <class X, class Reduced, class Verb, class... Options>
auto reduced_with_options(const X& x, const ints& axes, Reduced reduced, Verb verb, const Options&... options) {
  const axis_list worked = worked_axes(axes, x.rank());
  const auto made = call_without<keep_t>(
      [&](const auto&... rest) { return reduced(worked, [&](const auto& line) { return verb(line, rest...); }); }, options...);
  if constexpr (is_given<keep_t, Options...>) {
    return keeping_axes(made, worked);
  } else {
    return made;
  }
}

// verb(line, options…) is an operation of the library, or a user's function.
template <class X, class Verb, class... Options>
auto reduced_by(const X& x, const ints& axes, Verb verb, const Options&... options) {
  const auto reduce = [&](const axis_list& worked, auto work) { return reduced_lines(x, worked, work); };
  return reduced_with_options(x, axes, reduce, verb, options...);
}
template <class X, class Verb, class... Options>
auto reduced_each_by(const X& x, const ints& axes, Verb verb, const Options&... options) {
  const auto reduce = [&](const axis_list& worked, auto work) { return reduced_each(x, worked, work); };
  return reduced_with_options(x, axes, reduce, verb, options...);
}

// Tensors made in the order of the view, with the axes of the operand.
template <class R>
tensor<R> in_axis_order_of_view(const tensor<R>& made, const axis_list& order) {
  axis_list back(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) back[static_cast<std::size_t>(order[k])] = static_cast<index_t>(k);
  return in_axis_order(made, back);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API tensor<T> in_axis_order_of_view(const tensor<T>&, const axis_list&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// A tensor of no lines, each as long as like(line of zeros).
template <class R, class X, class Like>
tensor<R> no_lines(const X&, const line_plan& plan, Like like) {
  const auto zeros = make_buffer<read_t<X>>(plan.length);
  const index_t length = size_of(like(std::span<const read_t<X>>(zeros.span())));
  return in_axis_order_of_view(empty_tensor<R>(with_last(plan.kept, length)), plan.order);
}

// A tensor of the lines that work(line) gives, which are all of one length. Where there is no line, like(line of zeros) has that length.
template <class X, class Work, class Like>
auto changed_lines(const X& x, index_t axis, Work work, Like like) {
  using R = read_t<std::invoke_result_t<Work&, std::span<const read_t<X>>>>;
  const line_plan plan = plan_lines(x.shape(), worked_axes(axis, x.rank()));
  if (plan.kept.elements() == 0) return no_lines<R>(x, plan, like);
  tensor<R> made;
  bool is_made = false;
  R* out = nullptr;
  each_line(x, plan, [&](auto line) {
    const auto done = work(line);
    if (!std::exchange(is_made, true)) out = tensor_access::data(made = empty_tensor<R>(with_last(plan.kept, done.size())));
    out = std::copy_n(done.data(), done.size(), out);
  });
  return in_axis_order_of_view(made, plan.order);
}
template <class X, class Work>
auto changed_lines(const X& x, index_t axis, Work work) {
  return changed_lines(x, axis, work, work);
}

// The same where equal lines have equal results.
template <class X, class Work, class Like>
auto described_lines(const X& x, index_t axis, Work work, Like like) {
  using R = read_t<std::invoke_result_t<Work&, const reader<read_t<X>>&>>;
  const line_plan plan = plan_lines(x.shape(), worked_axes(axis, x.rank()));
  if (plan.kept.elements() == 0) return no_lines<R>(x, plan, like);
  tensor<R> made;
  bool is_made = false;
  R* out = nullptr;
  each_like_line(x, plan, work, [&](index_t, index_t count, const buffer<R>& line) {
    if (!std::exchange(is_made, true)) out = tensor_access::data(made = empty_tensor<R>(with_last(plan.kept, line.size())));
    for (; count > 0; --count) out = std::copy_n(line.data(), line.size(), out);
  });
  return in_axis_order_of_view(made, plan.order);
}

// Values at the positions of x.
template <class X, class T>
tensor<T> shaped_like(const X& x, const buffer<T>& values) {
  return tensor<T>(dims::row_major(x.shape()), values);
}

}  // namespace ravel::detail
