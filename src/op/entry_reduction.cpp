// SPDX-License-Identifier: BSL-1.0
// Reductions of sparse lines by what is stored: entries go to the lanes that they would go to among all elements, and the fills between
// them are counted, or add nothing.
#include <ravel/base/divider.hpp>
#include <ravel/op/detail/reduction_way.hpp>

#include <bit>
#include <optional>
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
  line_of_entries(const T& fill, index_t inner, index_t) : base(fill, inner) {}

  void take(index_t element, T value) {
    const index_t at = this->lane_of(element);
    lane& to = lane_[at];
    to.found = to.stored++ == 0 ? How::first(value) : How::next(to.found, value);
    touched_ |= std::uint32_t{1} << at;
  }
  // put(place, result); the next line begins.
  template <class Put>
  void finish(Put put) {
    put(0, this->fill_adds_nothing_ ? joined_touched() : joined());
    for (; touched_ != 0; touched_ &= touched_ - 1) lane_[std::countr_zero(touched_)].stored = 0;
  }

 private:
  struct lane {
    state found{};
    index_t stored = 0;
  };

  // As join_lanes does, where what was not touched is zero.
  state joined_touched() {
    const std::uint32_t others = touched_ & (touched_ - 1);
    if ((others & (others - 1)) == 0) return sum_of_two(others);
    std::uint32_t left = touched_;
    for (auto width = static_cast<std::uint32_t>(lanes) / 2; width > 0; width /= 2) {
      for (std::uint32_t upper = left >> width; upper != 0; upper &= upper - 1) {
        const auto at = static_cast<std::uint32_t>(std::countr_zero(upper));
        state& to = lane_[at].found;
        const state& from = lane_[at + width].found;
        to = (left >> at & 1) != 0 ? How::joined(to, from) : from;
        left |= std::uint32_t{1} << at;
      }
      left &= (std::uint32_t{1} << width) - 1;
    }
    return How::joined(How::first(T{}), lane_[0].found);
  }
  // Among zeros two lanes have one order only.
  state sum_of_two(std::uint32_t others) const {
    state sum = How::first(T{});
    if (touched_ != 0) sum = How::joined(sum, lane_[std::countr_zero(touched_)].found);
    if (others != 0) sum = How::joined(sum, lane_[std::countr_zero(others)].found);
    return sum;
  }
  state joined() const {
    state partial[static_cast<std::size_t>(lanes)];
    for (index_t at = 0; at < this->lanes_; ++at) partial[at] = this->with_fills_of(at, lane_[at].found, lane_[at].stored);
    join_lanes<How>(partial, this->lanes_, 1);
    return partial[0];
  }

  std::uint32_t touched_ = 0;  // lanes that have an entry of this line
  lane lane_[static_cast<std::size_t>(lanes)];
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

// One line or strip after the other. Those without an entry have all one result, which is asked for only if there are any: it may be more
// than an integer takes.
template <class Op, class T, class Gathered>
void reduce_one_by_one(const node<T>& rows, index_t inner, index_t strip, axis_result_t<Op, T>* out, Gathered gathered) {
  const auto put = [&](index_t k) {
    gathered.finish([&](index_t line, const auto& found) { out[k * strip + line] = finishing<Op, T>::result(found, inner); });
  };
  const divider size(inner * strip);
  index_t at = 0, begun = -1, behind = 0;  // the next without a result; the one at hand, and where it ends
  std::optional<axis_result_t<Op, T>> of_fills;
  const auto leave_out = [&](index_t end) {
    if (at == end) return;
    if (!of_fills) {
      put(at);
      of_fills = out[at * strip];
    }
    std::fill(out + at * strip, out + end * strip, *of_fills);
  };
  each_entry_block(rows, [&](const entry_block<T>& b) {
    for (index_t i = 0; i < b.count; ++i) {
      if (b.positions[i] >= behind) {
        if (begun >= 0) put(begun);
        begun = size.divide(b.positions[i]);
        behind = (begun + 1) * size.by();
        leave_out(begun);
        at = begun + 1;
      }
      gathered.take(b.positions[i] - (behind - size.by()), b.values[i]);
    }
  });
  if (begun >= 0) put(begun);
  leave_out(rows.size() / size.by());
}

}  // namespace

template <class Op, class T>
void reduce_entries(const node<T>& rows, index_t inner, index_t strip, axis_result_t<Op, T>* out) {
  with_way<Op, T>(inner, [&](auto how) {
    using How = decltype(how);
    if (strip == 1) {
      reduce_one_by_one<Op, T>(rows, inner, strip, out, line_of_entries<How, T>(*rows.fill(), inner, strip));
    } else {
      reduce_one_by_one<Op, T>(rows, inner, strip, out, strip_of_entries<How, T>(*rows.fill(), inner, strip));
    }
  });
}

#define RAVEL_INSTANTIATE(Op, T) template RAVEL_API void reduce_entries<Op, T>(const node<T>&, index_t, index_t, axis_result_t<Op, T>*);
#define RAVEL_INSTANTIATE_SUMS(T)   \
  RAVEL_INSTANTIATE(summing, T)     \
  RAVEL_INSTANTIATE(multiplying, T) \
  RAVEL_INSTANTIATE(averaging, T)
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE_SUMS)
#define RAVEL_INSTANTIATE_PICKS(T) \
  RAVEL_INSTANTIATE(least, T)      \
  RAVEL_INSTANTIATE(greatest, T)
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE_PICKS)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
