// SPDX-License-Identifier: BSL-1.0
// Reductions of sparse lines by what is stored: entries go to the lanes that they would go to among all elements, and the fills between
// them are counted, or add nothing.
#include <ravel/base/divider.hpp>
#include "op/reduction_way.hpp"

#include <bit>
#include <memory>
#include <utility>

namespace ravel::detail {
namespace {

// What stands in a lane, where so many of its elements are stored and the rest are fills.
template <class How, class T>
typename How::state with_fills(const typename How::state& found, index_t stored, index_t fills, const T& fill) {
  if (fills == 0) return stored == 0 ? How::first(T{}) : found;
  const auto repeated = gathered_times<How>(fill, fills);
  return stored == 0 ? repeated : How::joined(found, repeated);
}

template <class How, class T>
class gathered_entries {
 protected:
  using state = typename How::state;

  gathered_entries(const T& fill, index_t inner) : fill_(fill), inner_(inner), lanes_(How::lanes == lanes ? std::min(lanes, inner) : 1) {
    if constexpr (requires { typename How::adds; }) fill_adds_nothing_ = fill == T{};
  }
  // Where there are fewer lanes, there are as few elements.
  index_t lane_of(index_t element) const { return lanes_ == 1 ? 0 : element % lanes; }
  state with_fills_of(index_t lane, const state& found, index_t stored) const {
    return with_fills<How, T>(found, stored, (inner_ - lane + lanes_ - 1) / lanes_ - stored, fill_);
  }

  T fill_;
  index_t inner_;
  index_t lanes_;  // those of the entries are those that they would go to among all elements
  bool fill_adds_nothing_ = false;
};

// Of one line.
template <class How, class T>
class line_of_entries : gathered_entries<How, T> {
  using base = gathered_entries<How, T>;
  using typename base::state;

 public:
  line_of_entries(const T& fill, index_t inner) : base(fill, inner) {}

  void take(index_t element, T value) {
    const auto at = static_cast<std::size_t>(this->lane_of(element));
    found_[at] = stored_[at]++ == 0 ? How::first(value) : How::next(found_[at], value);
  }
  // The next line begins.
  state finish() {
    for (index_t at = 0; at < this->lanes_; ++at) {
      const auto lane = static_cast<std::size_t>(at);
      found_[lane] = this->with_fills_of(at, found_[lane], std::exchange(stored_[lane], 0));
    }
    join_lanes<How>(found_, this->lanes_, 1);
    return found_[0];
  }
  state of_several(const entry_block<T>& its, index_t start) {
    for (index_t i = 0; i < its.count; ++i) take(its.positions[i] - start, its.values[i]);
    return finish();
  }
  // So few of a line can be told without lanes, and without a branch on how many they are: entry `at` of a block and those behind it.
  static constexpr bool starts_at_zero = false;
  static constexpr index_t few = How::lanes == 1 ? 2 : 0;
  state of_few(const entry_block<T>& b, index_t at, index_t count, index_t) const {
    const state one = How::first(b.values[at]), found[] = {one, How::next(one, b.values[std::min(at + 1, b.count - 1)])};
    return this->with_fills_of(0, found[count > 1], count);
  }

 private:
  state found_[static_cast<std::size_t>(lanes)] = {};
  index_t stored_[static_cast<std::size_t>(lanes)] = {};
};

// Of one line, where what is not stored adds nothing: the lanes are zero until an entry comes, and up to three entries need none.
template <class How, class T>
class line_of_terms {
  using state = typename How::state;

 public:
  void take(index_t element, T value) {
    state& to = found_[static_cast<std::size_t>(element) % used];
    to = How::next(to, value);
  }
  state finish() {
    const state all = total();
    std::fill_n(found_, used, state{});
    return all;
  }
  // A whole line; what it has touched is zero again.
  state of_several(const entry_block<T>& its, index_t start) {
    for (index_t i = 0; i < its.count; ++i) take(its.positions[i] - start, its.values[i]);
    const state all = total();
    for (index_t i = 0; i < its.count; ++i) found_[static_cast<std::size_t>(its.positions[i] - start) % used] = state{};
    return all;
  }
  static constexpr bool starts_at_zero = true;
  static constexpr index_t few = 3;
  state of_few(const entry_block<T>& b, index_t at, index_t count, index_t start) const {
    const state x = How::first(b.values[at]), y = How::first(b.values[std::min(at + 1, b.count - 1)]), xy = How::joined(x, y);
    if (count < 3) {  // as most are
      const state sums[] = {x, xy};
      return sums[count - 1];
    }
    const state z = How::first(b.values[at + 2]);
    const state sums[] = {How::joined(xy, z), How::joined(x, How::joined(y, z)), How::joined(How::joined(x, z), y)};
    return sums[joined_first(b.positions[at] - start, b.positions[at + 1] - start, b.positions[at + 2] - start)];
  }

 private:
  // Lanes are joined that agree in more and more of their lowest bits, and those that agree in most of them first: 0 for p and q, 1 for q
  // and r, 2 for p and r.
  static index_t joined_first(index_t p, index_t q, index_t r) {
    const auto agree = [](index_t a, index_t b) { return std::countr_zero(static_cast<std::uint64_t>((a ^ b) | lanes)); };
    const int pq = agree(p, q), qr = agree(q, r), pr = agree(p, r);
    return (pq < std::max(qr, pr)) * (1 + (pr > qr));
  }

  // As join_lanes, by loops whose length the compiler knows.
  state total() const {
    state lane[used];
    std::copy_n(found_, used, lane);
    return joined_halves<used>(lane);
  }
  template <std::size_t Width>
  [[gnu::always_inline]] static state joined_halves(state* lane) {
    if constexpr (Width > 1) {
      for (std::size_t at = 0; at < Width / 2; ++at) lane[at] = How::joined(lane[at], lane[at + Width / 2]);
      return joined_halves<Width / 2>(lane);
    }
    return lane[0];
  }

  static constexpr std::size_t used = How::lanes == lanes ? static_cast<std::size_t>(lanes) : 1;
  state found_[used] = {};
};

// Of a strip of lines side by side: lane after lane, in each the lines.
template <class How, class T>
class strip_of_entries : gathered_entries<How, T> {
  using base = gathered_entries<How, T>;
  using typename base::state;

 public:
  strip_of_entries(const T& fill, index_t inner, index_t strip)
      : base(fill, inner),
        row_(strip),
        found_(this->lanes_ * strip),
        stored_(this->fill_adds_nothing_ ? 0 : static_cast<std::size_t>(this->lanes_ * strip)) {
    begin();
  }

  // Offsets rise, so that most stand in the row of the one before.
  void take(index_t offset, T value) {
    if (offset >= row_end_) enter_row(row_.divide(offset));
    const index_t at = offset + cell_;
    const bool first = !this->fill_adds_nothing_ && stored_[static_cast<std::size_t>(at)]++ == 0;
    found_[at] = first ? How::first(value) : How::next(found_[at], value);
  }
  template <class Put>
  void finish(Put put) {
    const index_t strip = row_.by();
    for (index_t at = 0; at < std::ssize(stored_); ++at) {
      found_[at] = this->with_fills_of(at / strip, found_[at], std::exchange(stored_[static_cast<std::size_t>(at)], 0));
    }
    join_lanes<How>(found_.get(), this->lanes_, strip);
    for (index_t line = 0; line < strip; ++line) put(line, found_[line]);
    begin();
  }

 private:
  void begin() {
    std::fill_n(found_.get(), this->lanes_ * row_.by(), How::first(T{}));
    row_end_ = 0;
  }
  void enter_row(index_t element) {
    row_end_ = (element + 1) * row_.by();
    cell_ = (this->lane_of(element) - element) * row_.by();
  }

  divider row_;
  index_t row_end_ = 0;
  index_t cell_ = 0;  // of an element of this row, less its offset
  owned_elements<state> found_;
  std::vector<index_t> stored_;  // of each cell; not counted where fills add nothing
};

// The results of lines or strips, one after the other. Those without an entry have all one result, which is asked for only if there are
// any: it may be more than an integer takes.
template <class Result>
class results_in_order {
 public:
  explicit results_in_order(Result* out, index_t strip) : out_(out), strip_(strip) {}

  Result* at(index_t k) const { return out_ + k * strip_; }
  // Those before `end` that were not passed have no entries.
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
  index_t strip_;
  index_t next_ = 0;
  bool knows_of_fills_ = false;
  Result of_fills_{};
};

template <class Op, class T, class How, class Line>
class line_reduction {
  using state = typename How::state;
  using result = axis_result_t<Op, T>;

 public:
  line_reduction(index_t inner, result* out, Line line) : inner_(inner), results_(out, 1), line_(std::move(line)) {}

  // A line may go on in the next block.
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
  static constexpr index_t short_line = 4;  // entries of it

  // Entries of other lines than the one at hand: how many are done with. The last line that they meet is begun.
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
  // Whole lines. Which entry begins one cannot be guessed, so that nothing branches there.
  void take_short_lines(const entry_block<T>& b, index_t first_line) {
    if constexpr (Line::starts_at_zero && std::same_as<state, result>) return add_short_lines(b, first_line);
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
  // Up to two entries of a line are added where its result stands, as they come: only of longer lines it matters which go first.
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
  // How many lines are longer; begin_ lists where. A loop of its own, as it needs all registers.
  [[gnu::noinline]] index_t add_in_order(const entry_block<T> b, result* out) {
    const divider by_length = inner_;
    index_t longer = 0, before = -1, second = -1, third = -1;
    for (index_t i = 0; i < b.count; ++i) {
      const index_t line = by_length.divide(b.positions[i]);
      out[line] = How::next(out[line], b.values[i]);
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
  // Of so many entries of a block.
  state of_line(const entry_block<T>& b, index_t at, index_t count, index_t start) {
    return count <= Line::few ? line_.of_few(b, at, count, start) : line_.of_several(b.from(at).first(count), start);
  }
  void close() {
    if (open_ >= 0) *results_.at(open_) = finishing<Op, T>::result(line_.finish(), inner_.by());
    open_ = -1;
  }
  // Nothing was taken of a line.
  result of_none() { return finishing<Op, T>::result(line_.finish(), inner_.by()); }
  void leave_out(index_t end) {
    results_.leave_out(end, [&] { return of_none(); });
  }

  divider inner_;
  results_in_order<result> results_;
  Line line_;
  index_t open_ = -1, behind_ = 0;  // the line at hand, and where it ends
  index_t line_at_[piece];          // of each entry
  index_t begin_[piece + 1];        // the first entry of each line that has some, and behind the last
};

template <class Op, class T, class How, class Line>
void reduce_lines(const node<T>& rows, index_t inner, axis_result_t<Op, T>* out, Line line) {
  line_reduction<Op, T, How, Line> reduction(inner, out, std::move(line));
  each_entry_block(rows, [&](const entry_block<T>& b) { reduction.take(b); });
  reduction.finish(rows.size() / inner);
}

template <class Op, class T, class How>
void reduce_strips(const node<T>& rows, index_t inner, index_t strip, axis_result_t<Op, T>* out) {
  using result = axis_result_t<Op, T>;
  strip_of_entries<How, T> gathered(*rows.fill(), inner, strip);
  results_in_order<result> results(out, strip);
  const divider size(inner * strip);
  index_t begun = -1, behind = 0;  // the strip at hand, and where it ends
  const auto put = [&](result* to) {
    gathered.finish([&](index_t line, const auto& found) { to[line] = finishing<Op, T>::result(found, inner); });
  };
  const auto close = [&](index_t next) {
    if (begun >= 0) put(results.at(begun));
    results.leave_out(next, [&] {
      const auto of_strip = std::make_unique<result[]>(static_cast<std::size_t>(strip));
      put(of_strip.get());
      return of_strip[0];
    });
    results.pass(next + 1);
  };
  each_entry_block(rows, [&](const entry_block<T>& b) {
    for (index_t i = 0; i < b.count; ++i) {
      if (b.positions[i] >= behind) {
        const index_t next = size.divide(b.positions[i]);
        close(next);
        begun = next;
        behind = (begun + 1) * size.by();
      }
      gathered.take(b.positions[i] - (behind - size.by()), b.values[i]);
    }
  });
  close(rows.size() / size.by());
}

}  // namespace

template <class Op, class T>
void reduce_entries(const node<T>& rows, index_t inner, index_t strip, axis_result_t<Op, T>* out) {
  with_way<Op, T>(inner, [&](auto how) {
    using How = decltype(how);
    if (strip > 1) return reduce_strips<Op, T, How>(rows, inner, strip, out);
    if constexpr (requires { typename How::adds; }) {
      if (*rows.fill() == T{}) return reduce_lines<Op, T, How>(rows, inner, out, line_of_terms<How, T>());
    }
    reduce_lines<Op, T, How>(rows, inner, out, line_of_entries<How, T>(*rows.fill(), inner));
  });
}

#define RAVEL_INSTANTIATE(Op, T) template RAVEL_API void reduce_entries<Op, T>(const node<T>&, index_t, index_t, axis_result_t<Op, T>*);
RAVEL_INSTANTIATE_ENTRY_REDUCTIONS
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
