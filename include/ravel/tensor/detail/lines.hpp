// SPDX-License-Identifier: BSL-1.0
// Applies one-dimensional operations along axes of a tensor. The operation gets each line as consecutive elements, so the result has the
// bits of the operation on that line alone. The results, a value or a line each, are combined in a tensor. Several threads may work on
// parts of the lines, each with its own evaluation.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/base/divider.hpp>
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/lazy/ticks.hpp>
#include <ravel/loop/detail/stored_blocks.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/tensor/detail/along.hpp>
#include <ravel/tensor/into.hpp>

#include <optional>
#include <utility>

namespace ravel::detail {

// The lines of a sparse tensor as sparse readers, for operations that read entries. Lines with entries are worked on one by one; all others
// share the result of a line without entries. One evaluation on one thread; the lines must not be kept.

// A sparse node over entries that others own, with a fill. It shows one line after the other.
template <class T>
class line_of_stored final : public node<T> {
 public:
  line_of_stored(index_t size, const T& fill) : node<T>({.size = size}, {}, std::addressof(fill)) {}

  void show(const entry_block<T>& stored) { stored_ = stored; }
  T at(index_t i) const override {
    const index_t k = stored_.find(i);
    return k < stored_.count && stored_.positions[k] == i ? stored_.values[k] : *this->fill();
  }
  overlap meets(const target_memory&) const override {
    return overlap::arbitrary;
  }  // only eager operations read it, and they write elsewhere
  owned_stream entries(entry_pass&) const override { return listed(stored_, this->room()); }
  index_t guess_stored() const override { return stored_.count; }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    std::fill_n(out, n, *this->fill());
    const entry_block<T> inside = stored_.from(stored_.find(start));
    for (index_t k = 0; k < inside.count && inside.positions[k] < start + n; ++k) out[inside.positions[k] - start] = inside.values[k];
    return {out, 1};
  }

 private:
  entry_block<T> stored_;
};

// The axes of a view in which every line is a range of positions, and its extents.
struct line_plan {
  axis_list order;  // the kept axes, then the worked ones
  shape kept;
  index_t length = 1;
};
RAVEL_API line_plan plan_lines(const shape& of, const axis_list& worked);
template <class T>
using like_line_taker = function_ref<void(const reader<T>& line, index_t first, index_t count)>;

// Calls take(line, first, count) for all lines in order, where `count` like lines start with line `first`. Neighbouring lines without
// entries come in one call.
template <class T>
void each_stored_line(const tensor<const T>& lines, const line_plan& plan, like_line_taker<T> take) {
  const node<T>& of = detail_access::node(lines);
  entry_pass pass;
  const auto collected = all_entries(of, pass);
  const entry_block<T>& stored = collected.all();
  const auto line = make_node<line_of_stored<T>>(plan.length, *of.fill());
  const reader<T> line_reader = detail_access::wrap<reader<T>>(line);
  index_t next = 0;  // the first line that was not taken
  const auto take_until = [&](index_t end, const entry_block<T>& of_line) {
    if (next == end) return;
    line->show(of_line);
    take(line_reader, next, end - next);
    next = end;
  };
  std::vector<index_t> places;  // of the entries of a line, from its start
  const divider length(std::max<index_t>(1, plan.length));
  for (index_t first = 0, end = 0; first < stored.count; first = end) {
    const index_t place = length.divide(stored.positions[first]), start = place * plan.length;
    take_until(place, {});
    places.clear();
    for (; end < stored.count && stored.positions[end] < start + plan.length; ++end) places.push_back(stored.positions[end] - start);
    take_until(place + 1, {places.data(), stored.values + first, end - first});
  }
  take_until(plan.kept.elements(), {});
}

RAVEL_API shape with_last(const shape& kept, index_t extent);
// The single axis that is named. Any other number of them is an error.
RAVEL_API index_t one_axis(const char* operation, const ints& axes, index_t rank);
RAVEL_API index_t only_axis(const char* operation, const shape& of);
// The single axis that is named, which has one key for each position.
RAVEL_API index_t axis_of_keys(const char* operation, index_t keys, const shape& of, const ints& axes);

// Calls work() on lines without elements, and adds the shape to its errors.
RAVEL_API void with_shape_named(const shape& of, function_ref<void()> work);

template <class T>
using line_taker = function_ref<void(std::span<const T>)>;

// Calls take(line) for every line of `length` elements, which are the last axes of the tensor. Lines that are consecutive in memory are
// lent.
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
// Calls take(line) for every line, in the order of the kept axes.
template <class T>
void each_line(const tensor<const T>& x, const line_plan& plan, line_taker<T> take) {
  if (plan.length > 0) return each_line_of<T>(transpose(x, as_span(plan.order)), plan.length, take);
  with_shape_named(x.shape(), [&] {
    for (index_t i = 0; i < plan.kept.elements(); ++i) take(std::span<const T>());
  });
}

// Visits the lines of a part and passes each to its argument.
template <class T>
using lines_of_part = function_ref<void(line_taker<T>)>;
template <class T>
using part_taker = function_ref<void(index_t first, lines_of_part<T>)>;

// Calls take(part, position of its first element) for parts of a tensor, on several threads if that helps. It cuts along as many leading
// axes as are needed to give each thread several places.
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

// Calls take(number of the first line, lines) for parts of all lines, on several threads if that helps. Each part has its own room.
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

// A line as a temporary reader, which must not be kept.
template <class T>
class line_in_memory {
 public:
  explicit line_in_memory(std::span<const T> line) : lent_(line) {}
  reader<T> shown() const { return detail_access::wrap<reader<T>>(std::shared_ptr<const node<T>>(std::shared_ptr<void>(), &lent_)); }

 private:
  lent_node<T> lent_;
};

// Which lines the work is called for. each: every line, because a user's function may count its calls. unlike: one of several like lines,
// which are the lines of a sparse tensor without entries; its lines are then sparse readers. each_shared and shared do the same on several
// threads, and never call a function whose calls a user may count.
enum class worked_on : unsigned char { each, each_shared, unlike, shared };

template <class R, class T>
using line_work = function_ref<R(const reader<T>&)>;
// Takes the result of work for `count` lines from `first` on.
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

// A tensor of the results of work, one per line, without the worked axes.
template <class R, class T>
tensor<R> reduced_lines_of(const tensor<const T>& x, const axis_list& worked, worked_on which, line_work<R, T> work) {
  const line_plan plan = plan_lines(x.shape(), worked);
  const tensor<R> made = empty_tensor<R>(plan.kept);
  R* const out = tensor_data(made);
  work_on_lines<R, T>(x, plan, which, work,
                      [&](index_t first, index_t count, const R& result) { std::fill_n(out + first, count, result); });
  return made;
}

// The length of a result line for a line length, if there are no lines to work on.
using changed_length = function_ref<index_t(index_t)>;
inline constexpr auto as_many = [](index_t n) { return n; };

// A tensor of the lines that work returns, all of one length. Writes to `given` if it is not null.
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

// The usual types of result lines: that of the operand, double, and positions.
template <class R, class T>
concept made_in_src = in_src<T> && (std::same_as<R, T> || std::same_as<R, double> || std::same_as<R, index_t>);
// Defined in src/.
template <class R, class T>
tensor<R> reduced_lines_in_src(const tensor<const T>& x, const axis_list& worked, worked_on which, line_work<R, T> work);
template <class R, class T>
tensor<R> changed_lines_in_src(const tensor<const T>& x, index_t axis, worked_on which, line_work<buffer<R>, T> work, changed_length length,
                               const tensor<R>* given);

// Only if equal lines have equal results.
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

// Lines of R, all of one length, made from lines of A. begin_part() returns the write(line, out) of one part of the lines, with its own
// rooms.
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
// Only if calls of write(line, out) share no room.
template <class R, class A, class X, class Write>
tensor<R> written_lines(const X& t, index_t axis, index_t length, const Write& write) {
  return written_parts<R, A>(t, axis, length, [&]() -> const Write& { return write; });
}

// Without a length function: the length is that of work on a line of zeros.
template <class X, class Work>
auto changed_lines(const X& x, index_t axis, Work work, worked_on which = worked_on::each) {
  const auto of_zeros = [&](index_t n) { return work(reader<read_t<X>>(make_buffer<read_t<X>>(n))).size(); };
  return changed_lines(x, axis, work, of_zeros, which);
}
// For operations whose equal lines have equal results. A user's order among the options keeps them on one thread.
template <class X, class... Options>
inline constexpr worked_on lines_in_order = (order_of<Options, X> || ...) ? worked_on::unlike : worked_on::shared;
template <class X, class Work>
auto described_lines(const X& x, index_t axis, Work work, changed_length length, worked_on which = worked_on::shared) {
  return changed_lines(x, axis, work, length, which);
}

// Calls reduced(axes, function of a line) for verb(line, options…). The option `keep` keeps the axes.
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

// verb(line, options…) may be an operation of the library or a user's function.
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
concept durations_tensor = shaped_reader<X> && durations_input<X>;
// Converts counts to durations in the unit of D.
template <class D, class T>
auto as_durations(const tensor<T>& counted) {
  return clone(from_ticks<counted_in_t<std::remove_const_t<T>, D>>(counted));
}

// Applies an operation that gives one value per element to the elements of x in row-major order, and restores the shape.
template <class X, class Operation>
auto shaped_like(const X& x, Operation operation) {
  const auto held = borrowed_handle(x);
  const auto values = operation(borrowed_in_row(held));
  return tensor<read_t<decltype(values)>>(dims::row_major(held.shape()), values);
}

}  // namespace ravel::detail
