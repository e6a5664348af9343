// SPDX-License-Identifier: BSL-1.0
// Reduces sparse lines by their entries. A floating sum has the bits of the dense line. For an exact reduction, fills are counted, or add
// nothing.
//
// The plain algorithm, reduce_lines with entries_of_line or exact_entries:
//
//   for each entry: if it begins another line, finish the line before, and give the lines between the result of a line of fills
//                   add it to the state of its line (take)
//   finish a line: add its fills (a floating sum joins chunks and lanes as the dense line does), and write the result
//
// Lines are short if a block of at most 512 entries has fewer than 4 for each line that it passes. Gains are over the same loop without
// this way, for 1e6 entries. All ways give the same bits.
//
//   way                               when it is taken                                               gain         row of bench/sparse.cpp
//   terms_of_line                     sums of reals, fill 0: leaves out fills and most lanes         5.5 to 48    sum(t, 1)
//   exact_terms                       sums of integers, fill 0: leaves out fills                     2.0 to 2.8   none
//   reduce_bands                      lines side by side (sum(t, 0)), more than 8 entries in each    5.4 to 13    none
//                                     line, or in each chunk of it if they are reals
//   take_short_lines, add_in_order    short lines, the state is the result (double), fill 0          1.0 to 4.0   sum(t, 1)
//   take_short_lines, of_line         short lines, all others                                        0.9 to 3.2   none
//
// Short lines gain most with 1 entry or fewer, and nothing with 3. of_few gains 1.2 to 1.8 over take for floats, 0.9 to 1.4 for extremes.
#include <ravel/base/divider.hpp>
#include "op/fold/entries_of_line.hpp"
#include "op/fold/fold_choice.hpp"

#include <memory>
#include <utility>

namespace ravel::detail {
namespace {

template <class Fold, class T>
bool fills_add_nothing(const T& fill) {
  if constexpr (requires { typename Fold::adds; }) return fill == T{};
  return false;
}

// Reduces one line, in any order.
template <class Fold, class T>
class exact_entries {
 public:
  using state = typename Fold::state;

  exact_entries(const T& fill, index_t inner) : fill_(fill), inner_(inner) {}

  void take(index_t, T value) { found_ = stored_++ == 0 ? Fold::first(value) : Fold::next(found_, value); }
  // Ends the line; the next one begins.
  state finish() {
    const index_t stored = std::exchange(stored_, 0);
    return with_fills<Fold, T>(found_, stored, inner_ - stored, fill_);
  }
  static constexpr bool adds_where_results_stand = false;
  static constexpr index_t few = 2;
  state of_few(const entry_block<T>& b, index_t at, index_t count, index_t) const {
    const state one = Fold::first(b.values[at]), found[] = {one, Fold::next(one, b.values[std::min(at + 1, b.count - 1)])};
    return with_fills<Fold, T>(found[count > 1], count, inner_ - count, fill_);
  }

 private:
  T fill_;
  index_t inner_;
  state found_{};
  index_t stored_ = 0;
};

// The same for fills that add nothing.
template <class Fold, class T>
class exact_terms {
 public:
  using state = typename Fold::state;

  exact_terms(const T&, index_t) {}

  void take(index_t, T value) { found_ = Fold::next(found_, value); }
  state finish() { return std::exchange(found_, {}); }
  static constexpr bool adds_where_results_stand = true;

 private:
  state found_{};
};

// Reduces a band of lines side by side, in any order.
template <class Fold, class T>
class exact_band {
  using state = typename Fold::state;

 public:
  exact_band(const T& fill, index_t inner, index_t band)
      : row_(band),
        fill_(fill),
        inner_(inner),
        counts_(!fills_add_nothing<Fold>(fill)),
        found_(band),
        stored_(counts_ ? static_cast<std::size_t>(band) : 0) {
    begin();
  }

  // Offsets rise, so most are in the same row as the one before.
  void take(index_t offset, T value) {
    if (offset >= row_end_) row_end_ = (row_.divide(offset) + 1) * row_.by();
    const index_t at = offset - (row_end_ - row_.by());
    const bool first = counts_ && stored_[static_cast<std::size_t>(at)]++ == 0;
    found_[at] = first ? Fold::first(value) : Fold::next(found_[at], value);
  }
  // Calls put(line, result) for each line.
  template <class Put>
  void finish(Put put) {
    for (index_t line = 0; line < row_.by(); ++line) {
      const index_t stored = counts_ ? stored_[static_cast<std::size_t>(line)] : 0;
      put(line, counts_ ? with_fills<Fold, T>(found_[line], stored, inner_ - stored, fill_) : found_[line]);
    }
    begin();
  }

 private:
  void begin() {
    std::fill_n(found_.get(), row_.by(), Fold::first(T{}));
    std::ranges::fill(stored_, 0);
    row_end_ = 0;
  }

  divider row_;
  index_t row_end_ = 0;
  T fill_;
  index_t inner_;
  bool counts_;
  owned_elements<state> found_;
  std::vector<index_t> stored_;  // for each line; not counted if fills add nothing
};

// The same by chunks and lanes, for fills that add nothing. The layout is lane after lane, each with all lines.
template <class Fold, class T>
class band_of_terms {
  using state = typename Fold::state;

 public:
  band_of_terms(const T&, index_t inner, index_t band) : row_(band), lanes_(std::min(lanes, inner)), found_(lanes_ * band), chunks_(band) {
    begin_chunk();
  }

  void take(index_t offset, T value) {
    if (offset >= row_end_) enter_row(row_.divide(offset));
    const index_t at = offset + cell_;
    found_[at] = Fold::next(found_[at], value);
  }
  template <class Put>
  void finish(Put put) {
    close_chunk();
    chunk_ = row_end_ = 0;
    const state* const found = chunks_.total();
    for (index_t line = 0; line < row_.by(); ++line) put(line, found ? found[line] : Fold::none());
  }

 private:
  void begin_chunk() { std::fill_n(found_.get(), lanes_ * row_.by(), Fold::none()); }
  void enter_row(index_t row) {
    if (row / chunk_length != chunk_) {
      close_chunk();
      chunk_ = row / chunk_length;
    }
    row_end_ = (row + 1) * row_.by();
    cell_ = (row % lanes - row) * row_.by();
  }
  void close_chunk() {
    if (row_end_ == 0) return;  // nothing was taken
    join_lanes<Fold>(found_.get(), lanes_, row_.by());
    chunks_.push(chunk_, found_.get());
    begin_chunk();
  }

  divider row_;
  index_t row_end_ = 0;
  index_t cell_ = 0;  // the cell of an element of this row, minus its offset
  index_t lanes_;
  index_t chunk_ = 0;  // the chunk of the row
  owned_elements<state> found_;
  tree_of_rows<Fold> chunks_;
};

// Writes the results of lines or bands in order. All lines without an entry share one result. It is computed only if there is such a line,
// because it may overflow an integer.
template <class Result>
class results_in_order {
 public:
  explicit results_in_order(Result* out, index_t band) : out_(out), band_(band) {}

  Result* at(index_t k) const { return out_ + k * band_; }
  // Lines before `end` that were not passed have no entries.
  template <class OfNone>
  void leave_out(index_t end, OfNone of_none) {
    if (next_ < end) fill(next_, end, of_none);
    next_ = end;
  }
  template <class OfNone>
  void fill(index_t begin, index_t end, OfNone of_none) {
    if (!std::exchange(knows_of_fills_, true)) of_fills_ = of_none();
    std::fill(at(begin), at(end), of_fills_);
  }
  void pass(index_t end) { next_ = end; }

 private:
  Result* out_;
  index_t band_;
  index_t next_ = 0;
  bool knows_of_fills_ = false;
  Result of_fills_{};
};

template <class Op, class T, class Fold, class Line>
class line_reduction {
  using state = typename Fold::state;
  using result = axis_result_t<Op, T>;

 public:
  line_reduction(const T& fill, index_t inner, result* out) : inner_(inner), results_(out, 1), line_(fill, inner) {}

  // A line may continue in the next block.
  void take(const entry_block<T>& b) {
    for (index_t i = 0; i < b.count;) {
      for (const index_t start = behind_ - inner_.by(); i < b.count && b.positions[i] < behind_; ++i)
        line_.take(b.positions[i] - start, b.values[i]);
      if (i < b.count) i += begin(b.from(i).first(std::min(b.count - i, piece)));
    }
  }
  void finish(index_t lines) {
    close();
    leave_out(lines);
  }

 private:
  static constexpr index_t piece = 512;     // entries that are looked at together
  static constexpr index_t short_line = 4;  // entries in a short line

  // Ends the current line and begins another: the first that the entries meet, or the last if lines are short. Gives the number of entries
  // that are done.
  index_t begin(const entry_block<T>& b) {
    close();
    const index_t first = inner_.divide(b.positions[0]), last = inner_.divide(b.positions[b.count - 1]);
    const bool apart = b.count < short_line * (last - first);
    open_ = apart ? last : first;
    behind_ = (open_ + 1) * inner_.by();
    leave_out(first);
    const index_t done = apart ? b.find(behind_ - inner_.by()) : 0;
    if (apart) take_short_lines(b.first(done), first);
    results_.pass(open_ + 1);
    return done;
  }
  // Takes whole lines. The first entry of a line cannot be predicted, so nothing branches on it.
  void take_short_lines(const entry_block<T>& b, index_t first_line) {
    if constexpr (Line::adds_where_results_stand && std::same_as<state, result>) return add_short_lines(b, first_line);
    for (index_t i = 0; i < b.count; ++i) line_at_[i] = inner_.divide(b.positions[i]);
    index_t lines = 0, before = -1;
    for (index_t i = 0; i < b.count; ++i) {
      begin_[lines] = i;
      lines += line_at_[i] != before;
      before = line_at_[i];
    }
    begin_[lines] = b.count;
    if (lines < open_ - first_line) results_.fill(first_line, open_, [&] { return of_none(); });
    for (index_t k = 0; k < lines; ++k) {
      const index_t line = line_at_[begin_[k]];
      const state found = of_line(b, begin_[k], begin_[k + 1] - begin_[k], line * inner_.by());
      *results_.at(line) = finishing<Op, T>::result(found, inner_.by());
    }
  }
  // Adds up to two entries of a line straight to its result, as they come. Only longer lines need an order.
  void add_short_lines(const entry_block<T>& b, index_t first_line) {
    result* const out = results_.at(0);
    std::fill(out + first_line, out + open_, result{});
    const index_t longer = add_in_order(b, out);
    for (index_t k = 0; k < longer; ++k) {
      const index_t line = inner_.divide(b.positions[begin_[k]]);
      out[line] = of_longer(b.from(begin_[k]), line);
    }
    if constexpr (!std::same_as<Op, summing>) {
      for (index_t line = first_line; line < open_; ++line) out[line] = finishing<Op, T>::result(out[line], inner_.by());
    }
  }
  // Gives the number of longer lines; begin_ lists where they begin. A separate loop, because it needs all registers.
  [[gnu::noinline]] index_t add_in_order(const entry_block<T> b, result* out) {
    const divider by_length = inner_;
    index_t longer = 0, before = -1, second = -1, third = -1;
    for (index_t i = 0; i < b.count; ++i) {
      const index_t line = by_length.divide(b.positions[i]);
      out[line] = Fold::next(out[line], b.values[i]);
      begin_[longer] = i - 2;
      longer += (line == second) & (line != third);
      third = second, second = before, before = line;
    }
    return longer;
  }
  state of_longer(const entry_block<T>& rest, index_t line) {
    const index_t start = line * inner_.by();
    index_t count = 3;
    while (count < rest.count && rest.positions[count] < start + inner_.by()) ++count;
    return of_line(rest, 0, count, start);
  }
  // The state of `count` entries of a block.
  state of_line(const entry_block<T>& b, index_t at, index_t count, index_t start) {
    if constexpr (requires { Line::few; }) {
      if (count <= Line::few) return line_.of_few(b, at, count, start);
    }
    for (index_t i = at; i < at + count; ++i) line_.take(b.positions[i] - start, b.values[i]);
    return line_.finish();
  }
  void close() {
    if (open_ >= 0) *results_.at(open_) = finishing<Op, T>::result(line_.finish(), inner_.by());
    open_ = -1;
  }
  // The result of a line without entries.
  result of_none() { return finishing<Op, T>::result(line_.finish(), inner_.by()); }
  void leave_out(index_t end) {
    results_.leave_out(end, [&] { return of_none(); });
  }

  divider inner_;
  results_in_order<result> results_;
  Line line_;
  index_t open_ = -1, behind_ = 0;  // the current line, and its end
  index_t line_at_[piece];          // of each entry
  index_t begin_[piece + 1];        // the first entry of each line with entries, and one past the last
};

template <class Op, class T, class Fold, class Line>
void reduce_lines(const node<T>& rows, index_t inner, axis_result_t<Op, T>* out) {
  line_reduction<Op, T, Fold, Line> reduction(*rows.fill(), inner, out);
  for (entry_blocks<T> blocks(rows); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    reduction.take(b);
  }
  reduction.finish(rows.size() / inner);
}

template <class Op, class T, class Band>
void reduce_bands(const node<T>& rows, index_t inner, index_t band, axis_result_t<Op, T>* out) {
  using result = axis_result_t<Op, T>;
  Band gathered(*rows.fill(), inner, band);
  results_in_order<result> results(out, band);
  const divider size(inner * band);
  index_t begun = -1, behind = 0;  // the current band, and its end
  const auto put = [&](result* to) {
    gathered.finish([&](index_t line, const auto& found) { to[line] = finishing<Op, T>::result(found, inner); });
  };
  const auto close = [&](index_t next) {
    if (begun >= 0) put(results.at(begun));
    results.leave_out(next, [&] {
      const auto of_band = std::make_unique<result[]>(static_cast<std::size_t>(band));
      put(of_band.get());
      return of_band[0];
    });
    results.pass(next + 1);
  };
  for (entry_blocks<T> blocks(rows); blocks.next();) {
    const entry_block<T> b = blocks.at_hand();
    for (index_t i = 0; i < b.count; ++i) {
      if (b.positions[i] >= behind) {
        const index_t next = size.divide(b.positions[i]);
        close(next);
        begun = next;
        behind = (begun + 1) * size.by();
      }
      gathered.take(b.positions[i] - (behind - size.by()), b.values[i]);
    }
  }
  close(rows.size() / size.by());
}

}  // namespace

template <class Op, class T>
bool bands_pay(const T& fill, index_t inner, index_t entries) {
  constexpr index_t of_chunk = 8;  // entries that are worth a partial result
  return with_fold<Op, T>(inner, [&](auto how) {
    using Fold = decltype(how);
    if (!in_chunks<Fold>) return entries > of_chunk;
    return fills_add_nothing<Fold>(fill) && entries > of_chunk * chunk_count(inner);
  });
}

template <class Op, class T>
void reduce_entries(const node<T>& rows, index_t inner, index_t band, axis_result_t<Op, T>* out) {
  with_fold<Op, T>(inner, [&](auto how) {
    using Fold = decltype(how);
    constexpr bool chunks = in_chunks<Fold>, adds = requires { typename Fold::adds; };
    using bands = std::conditional_t<chunks, band_of_terms<Fold, T>, exact_band<Fold, T>>;
    using terms = std::conditional_t<chunks, terms_of_line<Fold, T>, exact_terms<Fold, T>>;
    using entries = std::conditional_t<chunks, entries_of_line<Fold, T>, exact_entries<Fold, T>>;
    if constexpr (adds || !chunks) {
      if (band > 1) return reduce_bands<Op, T, bands>(rows, inner, band, out);
    }
    if constexpr (adds) {
      if (fills_add_nothing<Fold>(*rows.fill())) return reduce_lines<Op, T, Fold, terms>(rows, inner, out);
    }
    reduce_lines<Op, T, Fold, entries>(rows, inner, out);
  });
}

#define RAVEL_INSTANTIATE(Op, T)                                        \
  template RAVEL_API bool bands_pay<Op, T>(const T&, index_t, index_t); \
  template RAVEL_API void reduce_entries<Op, T>(const node<T>&, index_t, index_t, axis_result_t<Op, T>*);
RAVEL_INSTANTIATE_ENTRY_REDUCTIONS
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
