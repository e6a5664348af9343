// SPDX-License-Identifier: BSL-1.0
// Running totals and extremes of every line along an axis, with the bits of the scan of that line alone. Eager: the results go to fresh
// memory, or to the memory of into{t}. Threads share lines, columns of a band, chunks of lines side by side, or one long line.
#pragma once

#include <ravel/op/fold/detail/running.hpp>
#include <ravel/tensor/detail/along.hpp>
#include <ravel/tensor/detail/lines.hpp>

#include <algorithm>
#include <memory>

namespace ravel::detail {

// The totals of the chunks of lines side by side, and of all chunks before each. Threads share the chunks. The caller owns the totals.

// Adds up the columns of the rows of one chunk. Integers are added by halves of 32 bits, which cannot overflow.
template <class Fold, class T>
void totals_of_rows(block<const T> b, index_t width, typename Fold::total* totals) {
  if constexpr (std::same_as<typename Fold::total, int128>) {
    const auto halves = std::make_unique<std::int64_t[]>(static_cast<std::size_t>(2 * width));
    std::int64_t *const high = halves.get(), *const low = high + width;
    for (index_t row = 0; row < running_chunk; ++row, b = from(b, width)) {
      for (index_t j = 0; j < width; ++j) {
        const typename Fold::carried value = Fold::begin(b.data[j * b.step]);
        high[j] += static_cast<std::int64_t>(value >> 32);
        low[j] += static_cast<std::uint32_t>(value);
      }
    }
    for (index_t j = 0; j < width; ++j) totals[j] = int128{high[j]} * (int128{1} << 32) + low[j];
  } else {
    for (index_t j = 0; j < width; ++j) totals[j] = Fold::begin(b.data[j * b.step]);
    for (index_t row = 1; row < running_chunk; ++row) {
      b = from(b, width);
      for (index_t j = 0; j < width; ++j) totals[j] = Fold::joined(totals[j], Fold::begin(b.data[j * b.step]));
    }
  }
}

// Adds up `count` chunks of rows. Each has one total for each column. The columns of narrow rows are added up in several chunks at once.
template <class Fold, class T>
void totals_of_columns(block<const T> b, index_t count, index_t width, typename Fold::total* totals) {
  constexpr index_t abreast = 4, narrow = 8;
  for (index_t n = 0; count > 0; count -= n, totals += n * width, b = from(b, n * running_chunk * width)) {
    n = width > narrow ? 1 : std::min(count, abreast);
    if (width > narrow) {
      totals_of_rows<Fold, T>(b, width, totals);
      continue;
    }
    for (index_t k = 0; k < width; ++k) {
      typename Fold::total of_chunks[static_cast<std::size_t>(abreast)];
      totals_of_running_chunks<Fold, T>({b.data + k * b.step, b.step * width}, n, of_chunks);
      for (index_t c = 0; c < n; ++c) totals[c * width + k] = std::move(of_chunks[c]);
    }
  }
}

// The totals up to each but the last of `chunks` chunks in memory.
template <class Fold, class T>
std::unique_ptr<typename Fold::total[]> totals_up_to_chunks(block<const T> b, index_t chunks, index_t width) {
  auto room = std::make_unique<typename Fold::total[]>(static_cast<std::size_t>(chunks * width));
  auto* const totals = room.get();
  in_pieces(chunks - 1, running_chunk * width, [&](index_t begin, index_t end) {
    totals_of_columns<Fold, T>(from(b, begin * running_chunk * width), end - begin, width, totals + begin * width);
  });
  for (index_t i = width; i < (chunks - 1) * width; ++i) totals[i] = Fold::joined(totals[i - width], totals[i]);
  return room;
}

// Takes the next element of n lines side by side; `before` holds the state of each line.
template <class Fold, class T, class Before, class Out>
void carry_across(Fold, block<const T> b, index_t n, Before* before, Out* out) {
  for (index_t j = 0; j < n; ++j) {
    auto now = Fold::step(before[j], b.data[j * b.step]);
    if constexpr (!std::is_const_v<Before>) before[j] = now;
    out[j] = static_cast<Out>(now);
  }
}

// The same for elements behind the first chunk: `now` holds the state of each line's chunk, `before` the total of all chunks before.
template <class Fold, class T, class Carried, class Out>
void carry_across_chunk(Fold, block<const T> b, index_t n, Carried* now, const Carried* before, Out* out) {
  for (index_t j = 0; j < n; ++j) {
    now[j] = Fold::step(now[j], b.data[j * b.step]);
    out[j] = Fold::given(Fold::joined(before[j], now[j]), b.data[j * b.step]);
  }
}

// Lines side by side, whose elements come row by row. The state is the previous row of the results if that is all of it and as precise;
// else it is kept separately.
template <class Fold, class T>
class running_rows {
 public:
  using carried = typename Fold::carried;
  using out = typename Fold::out;

  // Each row of the results begins `apart` from the one before. `behind` has the totals of all rows before, a whole number of chunks, or is
  // null.
  running_rows(index_t length, index_t width, index_t apart, const carried* behind) : apart_(apart), behind_(behind) {
    const auto row_if = [&](bool needed) { return std::make_unique<carried[]>(static_cast<std::size_t>(needed ? width : 0)); };
    const bool several = Fold::by_chunks && (behind || length > running_chunk);
    now_ = row_if(several || !in_result), before_ = row_if(several && !in_result);
  }

  // Takes n elements of a row, beginning at a column.
  void take(block<const T> b, index_t n, index_t row, index_t column, out* results) {
    carried* const now = now_.get() + column;
    if constexpr (Fold::by_chunks) {
      if (behind_ || row >= running_chunk) {
        const index_t at = row % running_chunk;
        const carried* before = before_.get() + column;
        if constexpr (in_result) before = row < running_chunk ? behind_ + column : results - (at + 1) * apart_;
        if (at > 0) return carry_across_chunk(Fold{}, b, n, now, before, results);
        return begin_chunk(b, n, row, column, before, results);
      }
    }
    if (row == 0 && !behind_) {
      for (index_t j = 0; j < n; ++j) {
        const carried first = Fold::begin(b.data[j * b.step]);
        if constexpr (!in_result) now[j] = first;
        results[j] = static_cast<out>(first);
      }
    } else if constexpr (in_result) {
      carry_across(Fold{}, b, n, row == 0 ? behind_ + column : static_cast<const carried*>(results) - apart_, results);
    } else {
      carry_across(Fold{}, b, n, now, results);
    }
  }

 private:
  static constexpr bool in_result = std::same_as<carried, out>;

  void begin_chunk(block<const T> b, index_t n, index_t row, index_t column, const carried* before, out* results) {
    for (index_t j = 0; j < n; ++j) {
      carried& now = now_[static_cast<std::size_t>(column + j)];
      if constexpr (!in_result) {
        carried& total = before_[static_cast<std::size_t>(column + j)];
        total = row == 0 ? behind_[column + j] : row == running_chunk && !behind_ ? now : Fold::joined(total, now);
      }
      now = Fold::begin(b.data[j * b.step]);
      results[j] = static_cast<out>(Fold::joined(before[j], now));
    }
  }

  index_t apart_;
  const carried* behind_;
  std::unique_ptr<carried[]> now_, before_;
};

// Runs the lines of a sparse view, each in one piece. All lines without entries have the same results.
template <class Fold, class T>
void running_lines_by_entries(const tensor<const T>& view, const axis_plan& plan, typename Fold::out* out) {
  each_stored_line<T>(view, {plan.order, {plan.outer}, plan.inner}, [&](const reader<T>& line, index_t first, index_t count) {
    auto* const at = out + first * plan.inner;
    run_by_entries<Fold, T>(detail_access::node(line), at);
    for (index_t k = 1; k < count; ++k) std::copy_n(at, plan.inner, at + k * plan.inner);
  });
}

// Lines that lie apart, or few long ones side by side, are taken one by one.
inline constexpr index_t few_side_by_side = 24;
inline bool taken_apart(const axis_plan& plan) { return plan.band == 1 || (plan.band <= few_side_by_side && plan.inner > running_chunk); }

template <class Fold, class T>
void run_one_by_one(const tensor<const T>& part, const axis_plan& plan, typename Fold::out* out, const typename Fold::carried* behind) {
  constexpr index_t in_cache = 2048;
  const index_t width = plan.band, all = plan.inner * width;
  running_line<Fold> lines[static_cast<std::size_t>(few_side_by_side)];
  index_t at = 0;  // elements of these lines
  each_piece(part, [&](block<const T> b, index_t n) {
    for (index_t count = 0; n > 0; n -= count, b = from(b, count), out += count) {
      if (at == all) at = 0;
      if (at == 0) std::fill_n(lines, width, running_line<Fold>());
      for (index_t k = 0; k < width && at == 0 && behind; ++k) lines[k].begin_behind(behind[k]);
      count = std::min({n, all - at, in_cache});
      for (index_t k = 0; k < std::min(width, count); ++k)
        lines[(at + k) % width].take(block<const T>{b.data + k * b.step, b.step * width}, (count - k - 1) / width + 1, {out + k, width});
      at += count;
    }
  });
}

// Runs the lines of a part of a view; its rows have `apart` results side by side. If it begins behind some chunks of lines side by side,
// `behind` has their totals.
template <class Fold, class T>
void run_lines(const tensor<const T>& part, const axis_plan& plan, index_t apart, typename Fold::out* out,
               const typename Fold::carried* behind = nullptr) {
  if (taken_apart(plan) && plan.band == apart) return run_one_by_one<Fold>(part, plan, out, behind);
  running_rows<Fold, T> band(plan.inner, plan.band, apart, behind);
  row_cut rows(plan);
  each_piece(part, [&](block<const T> b, index_t n) {
    rows.take(b, n, [&](block<const T> piece, index_t row, index_t column, index_t count) {
      band.take(piece, count, row, column, out + column);
      if (column + count == plan.band) out += apart;
    });
  });
}

inline constexpr index_t narrowest = 512;  // columns that are worth a visit of their rows

// Threads share the columns of a band.
template <class Fold, class T>
void run_bands(const tensor<const T>& view, const axis_plan& plan, typename Fold::out* out) {
  const index_t axis = plan.outer_axes + plan.worked_axes, extent = view.extent(axis), rest = plan.band / extent;
  const index_t places = (narrowest - 1) / rest + 1, parts = std::max<index_t>(1, extent / places);
  in_pieces(parts, view.size() / parts, [&](index_t begin, index_t end) {
    const index_t first = begin * places, behind = end == parts ? extent : end * places;
    axis_plan narrow = plan;
    narrow.band = (behind - first) * rest;
    run_lines<Fold, T>(end - begin == parts ? view : slice(view, axis, first, behind - first), narrow, plan.band, out + first * rest);
  });
}

// Threads share the chunks of lines side by side, whose elements are memory in the order of the view.
template <class Fold, class T>
void run_chunks(const tensor<const T>& view, const axis_plan& plan, block<const T> memory, typename Fold::out* out) {
  using carried = typename Fold::carried;
  const index_t axis = plan.outer_axes, width = plan.band, chunks = (plan.inner - 1) / running_chunk + 1;
  const auto totals = totals_up_to_chunks<Fold, T>(memory, chunks, width);
  in_pieces(chunks, running_chunk * width, [&](index_t begin, index_t end) {
    const auto behind = std::make_unique<carried[]>(static_cast<std::size_t>(width));
    for (index_t k = 0; begin > 0 && k < width; ++k) {
      const auto& before = totals[static_cast<std::size_t>((begin - 1) * width + k)];
      if (!fits_carried<Fold>(before)) return;
      behind[static_cast<std::size_t>(k)] = static_cast<carried>(before);
    }
    const index_t first = begin * running_chunk;
    axis_plan part = plan;
    part.inner = std::min(plan.inner, end * running_chunk) - first;
    const tensor<const T> rows = slice(view, axis, first, part.inner);
    const carried* const totals_before = begin > 0 ? behind.get() : nullptr;
    if (taken_apart(plan)) return run_one_by_one<Fold>(rows, part, out + first * width, totals_before);
    run_lines<Fold>(rows, part, width, out + first * width, totals_before);
  });
}

// The same for lines that may be computed, each element once. If an integer does not fit or an element cannot be read, one thread finds
// which comes first.
template <class Fold, class T>
void share_chunks(const tensor<const T>& view, const axis_plan& plan, typename Fold::out* out) {
  const node<T>& source = detail_access::node(view);
  try {
    if (source.lends()) return run_chunks<Fold, T>(view, plan, source.memory(), out);
    buffer<T> apart;
    if constexpr (std::same_as<T, typename Fold::out>) {
      if (taken_apart(plan)) apart = memory_handle(out, view.size(), nullptr);  // lines that are taken one by one run in place
    }
    if (apart.size() == 0) apart = unfilled_buffer<T>(view.size());
    read_into(source, 0, view.size(), apart.data());
    run_chunks<Fold, T>(tensor<const T>(dims::row_major(view.shape()), apart), plan, {apart.data(), 1}, out);
  } catch (...) {
    if constexpr (std::same_as<typename Fold::total, int128>) run_lines<Fold>(view, plan, plan.band, out);
    throw;
  }
}

// The view of one outer position.
template <class T>
tensor<const T> outer_place(tensor<const T> view, const axis_plan& plan, index_t k) {
  for (index_t axis = plan.outer_axes; axis-- > 0;) {
    const index_t extent = view.extent(axis);
    view = slice(view, axis, k % extent, 1);
    k /= extent;
  }
  return view;
}
template <class Fold>
bool chunks_are_shared(const axis_plan& plan) {
  return Fold::splits && plan.band > 1 && plan.band < 2 * narrowest && plan.inner > running_chunk && runs_in_pieces(plan.inner * plan.band);
}

// Runs every line as the scan of it alone. Threads share lines that lie apart, the columns of a band, the chunks of
// lines side by side, or one long line after the other.
template <class Fold, class T>
tensor<typename Fold::out> running_lines(const tensor<const T>& x, index_t axis, const tensor<typename Fold::out>* given) {
  const axis_plan plan = plan_axes(x.shape(), worked_axes(axis, x.rank()), memory_order_of(x), index_limit);
  const tensor<const T> view = in_order_of(x, plan);
  const result_memory<typename Fold::out> made(given, view.shape(), plan.order);
  auto* const out = made.data();
  constexpr index_t worth_a_call = 256;  // the shortest line that is worth a call
  if constexpr (element<T>) {
    if (plan.band == 1 && plan.inner >= worth_a_call && few_entries<T>(detail_access::node(view))) {
      running_lines_by_entries<Fold>(view, plan, out);
      return made.result();
    }
  }
  if (view.size() == 0) return made.result();
  if (current_executor && plan.outer >= several_places) {
    each_part_of_axes<T>(view, plan.outer_axes,
                         [&](const tensor<const T>& part, index_t first) { run_lines<Fold>(part, plan, plan.band, out + first); });
  } else if (chunks_are_shared<Fold>(plan)) {
    if constexpr (Fold::splits) {
      for (index_t k = 0; k < plan.outer; ++k) share_chunks<Fold, T>(outer_place(view, plan, k), plan, out + k * plan.inner * plan.band);
    }
  } else if (plan.band == 1 && runs_in_pieces(plan.inner)) {
    for (index_t k = 0; k < plan.outer; ++k) {
      const tensor<const T> line = viewed(view, [&](const dims& map) { return line_of(map, plan.outer_axes, k); });
      run_line<Fold, T>(detail_access::node(line), out + k * plan.inner);
    }
  } else {
    taken_apart(plan) ? run_lines<Fold>(view, plan, plan.band, out) : run_bands<Fold>(view, plan, out);
  }
  return made.result();
}

template <class Fold, class T>
tensor<typename Fold::out> running_in_src(const tensor<const T>& x, index_t axis, const tensor<typename Fold::out>* given);  // in src/

template <class Fold, class X>
tensor<typename Fold::out> running_along(const X& x, index_t axis) {
  using T = read_t<X>;
  const auto* const given = target_of_result<typename Fold::out>(x);
  if constexpr (in_src<T>) {
    return running_in_src<Fold, T>(x, axis, given);
  } else {
    return running_lines<Fold, T>(x, axis, given);
  }
}

}  // namespace ravel::detail
