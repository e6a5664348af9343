// SPDX-License-Identifier: BSL-1.0
// How the one-dimensional operations work along axes of a tensor: each line is given to them as consecutive elements, so that it has the
// bits of the operation on that line alone. What they give is gathered, one value or one line for each. Parts of the lines may be worked on
// by several threads, each with an evaluation of its own.
#pragma once

#include <ravel/base/detail/no_elements.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/loop/detail/in_src.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/tensor/detail/sparse_lines.hpp>
#include <ravel/tensor/into.hpp>

#include <optional>
#include <utility>

namespace ravel::detail {

RAVEL_API shape with_last(const shape& kept, index_t extent);
// The one axis that is named; the one that there is, where none is.
RAVEL_API index_t one_axis(const char* operation, const ints& axes, index_t rank);
RAVEL_API index_t only_axis(const char* operation, const shape& of);
// The one that is named, which has a key for each place.
RAVEL_API index_t axis_of_keys(const char* operation, index_t keys, const shape& of, const ints& axes);

// work() on lines without elements, whose errors say of which shape they are.
RAVEL_API void with_shape_named(const shape& of, function_ref<void()> work);

template <class T>
using line_taker = function_ref<void(std::span<const T>)>;

// take(line) for every line of so many elements, which are the last axes of the tensor. Memory that has a line as it lies is lent.
template <class T>
void each_line_of(const tensor<const T>& lines, index_t length, line_taker<T> take) {
  const buffer<T> room = make_buffer<T>(length);
  const std::span<const T> own(room.data(), static_cast<std::size_t>(length));
  index_t filled = 0;
  each_piece(lines, [&](block<const T> b, index_t n) {
    while (n > 0) {
      const index_t count = std::min(n, length - filled);
      if (count == length && b.step == 1) {
        take(std::span<const T>(b.data, own.size()));
      } else {
        for (index_t i = 0; i < count; ++i) room.unchecked(filled + i) = b.data[i * b.step];
        filled += count;
        if (filled == length) {
          take(own);
          filled = 0;
        }
      }
      b.data += count * b.step;
      n -= count;
    }
  });
}
// In the order of the kept axes, one after the other.
template <class T>
void each_line(const tensor<const T>& x, const line_plan& plan, line_taker<T> take) {
  if (plan.length > 0) return each_line_of<T>(transpose(x, as_span(plan.order)), plan.length, take);
  with_shape_named(x.shape(), [&] {
    for (index_t i = 0; i < plan.kept.elements(); ++i) take(std::span<const T>());
  });
}

// What goes over the lines of a part and has each of them taken.
template <class T>
using lines_of_part = function_ref<void(line_taker<T>)>;
template <class T>
using part_taker = function_ref<void(index_t first, lines_of_part<T>)>;

// take(part, position of its first element) for parts of a tensor, by several threads where some help. It is cut along so many of its first
// axes that each thread has several places of them.
inline constexpr index_t several_places = 16;
template <class T, class F>
void each_part_of_axes(const tensor<const T>& x, index_t axes, const F& take) {
  index_t axis = 0, places = x.extent(0);
  while (places < several_places && axis + 1 < axes) places *= x.extent(++axis);
  const index_t each = x.size() / std::max<index_t>(1, places), extent = x.extent(axis);
  in_pieces(places, each, [&](index_t begin, index_t end) {
    for (index_t n = 0; begin < end; begin += n) {
      n = std::min(end - begin, extent - begin % extent);
      tensor<const T> part = slice(x, axis, begin % extent, n);
      for (index_t k = axis, left = begin / extent; k-- > 0; left /= x.extent(k)) part = slice(part, k, left % x.extent(k), 1);
      take(part, begin * each);
    }
  });
}

// take(number of the first line, lines) for parts of all lines, by several threads where some help. A part has its own room.
template <class T>
void each_part_of_lines(const tensor<const T>& x, const line_plan& plan, part_taker<T> take) {
  if (!current_executor || plan.length == 0 || plan.kept.rank() == 0)
    return take(0, [&](line_taker<T> line) { each_line<T>(x, plan, line); });
  const tensor<const T> lines = transpose(x, as_span(plan.order));
  each_part_of_axes<T>(lines, plan.kept.rank(), [&](const tensor<const T>& part, index_t first) {
    take(first / plan.length, [&](line_taker<T> line) { each_line_of<T>(part, plan.length, line); });
  });
}

// Compiled once, in src/, for the elements of the closed set.
#define RAVEL_DECLARE(T)                                                                             \
  extern template RAVEL_API void each_line(const tensor<const T>&, const line_plan&, line_taker<T>); \
  extern template RAVEL_API void each_part_of_lines(const tensor<const T>&, const line_plan&, part_taker<T>);
RAVEL_FOR_EACH_HELD(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// A line as a reader, which nobody keeps.
template <class T>
class line_in_memory {
 public:
  explicit line_in_memory(std::span<const T> line) : lent_(line) {}
  reader<T> shown() const { return detail_access::wrap<T>(std::shared_ptr<const node<T>>(std::shared_ptr<void>(), &lent_)); }

 private:
  lent_node<T> lent_;
};

// Which lines are worked on: every one, as a user's function may count them, or of those that are alike one. These are what of a sparse
// tensor has no entries; its lines are sparse then. `each_shared` and `shared` are the same by several threads: no function whose calls a
// user may count has a part in it.
enum class worked_on : unsigned char { each, each_shared, unlike, shared };

template <class R, class T>
using line_work = function_ref<R(const reader<T>&)>;
// What work gave of so many lines from the first.
template <class R>
using line_result = function_ref<void(index_t first, index_t count, const R& result)>;

// "line [2 _]"
RAVEL_API std::string name_of_line(const line_plan& plan, index_t line);

template <class R, class T>
R result_of_line(const line_plan& plan, index_t number, const reader<T>& line, line_work<R, T> work) {
  const bool one_of_several = plan.length > 0 && plan.kept.rank() > 0;
  return one_of_several ? at_place([&] { return name_of_line(plan, number); }, [&] { return work(line); }) : work(line);
}

template <class R, class T>
void work_on_lines(const tensor<const T>& x, const line_plan& plan, worked_on which, line_work<R, T> work, line_result<R> put) {
  const bool in_parts = which == worked_on::each_shared || which == worked_on::shared;
  const bool unlike = which == worked_on::unlike || which == worked_on::shared;
  if (unlike && plan.length > 0 && by_entries<T>(detail_access::node(x))) {
    std::optional<R> empty;
    return each_stored_line<T>(transpose(x, as_span(plan.order)), plan, [&](const reader<T>& line, index_t first, index_t count) {
      if (detail_access::node(line).about_stored() > 0) return put(first, count, result_of_line<R, T>(plan, first, line, work));
      if (!empty) empty.emplace(result_of_line<R, T>(plan, first, line, work));
      put(first, count, *empty);
    });
  }
  const auto work_on = [&](index_t next, lines_of_part<T> lines) {
    lines([&](std::span<const T> line) {
      const line_in_memory<T> here(line);
      put(next, 1, result_of_line<R, T>(plan, next, here.shown(), work));
      ++next;
    });
  };
  if (in_parts) return each_part_of_lines<T>(x, plan, work_on);
  work_on(0, [&](line_taker<T> take) { each_line<T>(x, plan, take); });
}

// A tensor of what work gives of each line, without the worked axes.
template <class R, class T>
tensor<R> reduced_lines_of(const tensor<const T>& x, const axis_list& worked, worked_on which, line_work<R, T> work) {
  const line_plan plan = plan_lines(x.shape(), worked);
  const tensor<R> made = empty_tensor<R>(plan.kept);
  R* const out = tensor_access::data(made);
  work_on_lines<R, T>(x, plan, which, work,
                      [&](index_t first, index_t count, const R& result) { std::fill_n(out + first, count, result); });
  return made;
}

// How long lines of a length become, where there is none to ask.
using changed_length = function_ref<index_t(index_t)>;
inline constexpr auto as_many = [](index_t n) { return n; };

// A tensor of the lines that work gives, which are all of one length; in what is given, if anything is.
template <class R, class T>
tensor<R> changed_lines_of(const tensor<const T>& x, index_t axis, worked_on which, line_work<buffer<R>, T> work, changed_length length,
                           const tensor<R>* given) {
  const line_plan plan = plan_lines(x.shape(), worked_axes(axis, x.rank()));
  std::optional<result_memory<R>> made;
  R* results = nullptr;
  const auto begin = [&](index_t extent) { results = made.emplace(given, with_last(plan.kept, extent), plan.order).data(); };
  work_on_lines<buffer<R>, T>(x, plan, which, work, [&](index_t first, index_t count, const buffer<R>& line) {
    if (first == 0) begin(line.size());
    R* out = results + first * line.size();
    for (; count > 0; --count) out = std::copy_n(line.data(), line.size(), out);
  });
  if (plan.kept.elements() == 0) begin(length(plan.length));
  return made->result();
}

// What lines become most often: like themselves, a measure, positions.
template <class R, class T>
concept made_in_src = in_src<T> && (std::same_as<R, T> || std::same_as<R, double> || std::same_as<R, index_t>);
// Defined in src/.
template <class R, class T>
tensor<R> reduced_lines_in_src(const tensor<const T>& x, const axis_list& worked, worked_on which, line_work<R, T> work);
template <class R, class T>
tensor<R> changed_lines_in_src(const tensor<const T>& x, index_t axis, worked_on which, line_work<buffer<R>, T> work, changed_length length,
                               const tensor<R>* given);

// Where equal lines have equal results.
template <class X, class Work>
auto reduced_lines(const X& x, const axis_list& worked, Work work, worked_on which = worked_on::shared) {
  using T = read_t<X>;
  using R = std::remove_cvref_t<std::invoke_result_t<Work&, const reader<T>&>>;
  if constexpr (made_in_src<R, T>) {
    return reduced_lines_in_src<R, T>(x, worked, which, work);
  } else {
    return reduced_lines_of<R, T>(x, worked, which, work);
  }
}
template <class X, class Work>
auto reduced_each(const X& x, const axis_list& worked, Work work) {
  return reduced_lines(x, worked, work, worked_on::each);
}

template <class X, class Work>
auto changed_lines(const X& x, index_t axis, Work work, changed_length length, worked_on which = worked_on::each) {
  using T = read_t<X>;
  using R = read_t<std::invoke_result_t<Work&, const reader<T>&>>;
  if constexpr (made_in_src<R, T>) {
    return changed_lines_in_src<R, T>(x, axis, which, work, length, target_of_result<R>(x));
  } else {
    return changed_lines_of<R, T>(x, axis, which, work, length, target_of_result<R>(x));
  }
}
template <element To, class X>
tensor<const To> widened_tensor(const X& x) {
  if constexpr (std::same_as<read_t<X>, To>) {
    return as_read_tensor(x);
  } else {
    return map(widened<To>{}, as_read_tensor(x));
  }
}

// Lines of R, all of one length, made of lines of A. begin_part() gives the write(line, out) of a part of them, with rooms of its own.
template <class R, class A, class X, class Begin>
tensor<R> written_parts(const X& t, index_t axis, index_t length, const Begin& begin_part) {
  const line_plan plan = plan_lines(t.shape(), worked_axes(axis, t.rank()));
  const result_memory<R> made(target_of_result<R>(t), with_last(plan.kept, length), plan.order);
  R* const results = made.data();
  each_part_of_lines<A>(widened_tensor<A>(t), plan, [&](index_t first, lines_of_part<A> lines) {
    auto&& write = begin_part();
    std::vector<A> room(std::same_as<R, A> ? 0 : static_cast<std::size_t>(length));
    R* out = results + first * length;
    lines([&](std::span<const A> line) {
      if constexpr (std::same_as<R, A>) {
        write(line, out);
      } else {
        write(line, room.data());
        for (std::size_t i = 0; i < room.size(); ++i) out[i] = static_cast<R>(room[i]);
      }
      out += length;
    });
  });
  return made.result();
}
// write(line, out) has no room that its calls share.
template <class R, class A, class X, class Write>
tensor<R> written_lines(const X& t, index_t axis, index_t length, const Write& write) {
  return written_parts<R, A>(t, axis, length, [&]() -> const Write& { return write; });
}

// As many as work gives of zeros.
template <class X, class Work>
auto changed_lines(const X& x, index_t axis, Work work, worked_on which = worked_on::each) {
  const auto of_zeros = [&](index_t n) { return work(reader<read_t<X>>(make_buffer<read_t<X>>(n))).size(); };
  return changed_lines(x, axis, work, of_zeros, which);
}
// The lines of an operation whose equal lines have equal results. A user's order among the options keeps them on one thread.
template <class X, class... Options>
inline constexpr worked_on lines_in_order = (order_of<Options, X> || ...) ? worked_on::unlike : worked_on::shared;
template <class X, class Work>
auto described_lines(const X& x, index_t axis, Work work, changed_length length, worked_on which = worked_on::shared) {
  return changed_lines(x, axis, work, length, which);
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
  const auto reduce = [&](const axis_list& worked, auto work) { return reduced_lines(x, worked, work, lines_in_order<X, Options...>); };
  return reduced_with_options(x, axes, reduce, verb, options...);
}
template <class X, class Verb, class... Options>
auto reduced_each_by(const X& x, const ints& axes, Verb verb, const Options&... options) {
  const auto reduce = [&](const axis_list& worked, auto work) { return reduced_each(x, worked, work); };
  return reduced_with_options(x, axes, reduce, verb, options...);
}

template <class X>
concept durations_tensor = shaped_reader<X> && durations_reader<X>;
// What is counted in the unit of the durations D.
template <class D, class T>
auto as_durations(const tensor<T>& counted) {
  return clone(from_ticks<counted_in_t<std::remove_const_t<T>, D>>(counted));
}

// What an operation gives of the elements of x in a row, a value for each.
template <class X, class Operation>
auto shaped_like(const X& x, Operation operation) {
  const auto held = borrowed_handle(x);
  const auto values = operation(borrowed_in_row(held));
  return tensor<read_t<decltype(values)>>(dims::row_major(held.shape()), values);
}

}  // namespace ravel::detail
