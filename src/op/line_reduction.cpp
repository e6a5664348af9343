// SPDX-License-Identifier: BSL-1.0
// The loops of reductions along axes. With a strip of S results side by side, element p of its lines goes to partial result p mod (lanes *
// S): consecutive elements meet consecutive partial results, whatever the shape, and a floating sum has the lanes that the sum of its slice
// alone has.
#include <ravel/base/divider.hpp>
#include <ravel/op/detail/gathering.hpp>
#include <ravel/op/detail/line_reduction.hpp>

#include <bit>
#include <utility>

namespace ravel::detail {
namespace {

template <class Op>
concept any_order = std::same_as<Op, least> || std::same_as<Op, greatest>;

// ---- what becomes of what was gathered

template <class Op, class T>
struct finishing;
template <class T>
struct finishing<summing, T> {
  template <class Total>
  static sum_t<T> result(Total total, index_t) {
    if constexpr (real_or_complex<T>) {
      return static_cast<T>(total);
    } else {
      return in_64_bits<sum_t<T>>(total, "the sum of the integers");
    }
  }
};
template <class T>
struct finishing<multiplying, T> {
  static sum_t<T> result(const integer_factors& found, index_t) { return found.result<sum_t<T>>(); }
  static T result(double product, index_t) { return static_cast<T>(product); }
  static T result(std::complex<double> product, index_t) { return static_cast<T>(product); }
};
template <class Mean, class T>
  requires std::same_as<Mean, averaging>
struct finishing<Mean, T> {
  using R = axis_result_t<Mean, T>;
  template <class Total>
  static R result(Total total, index_t n) {
    if constexpr (std::same_as<Total, std::complex<double>>) {
      return static_cast<R>(total / static_cast<double>(n));
    } else {
      return static_cast<R>(static_cast<double>(total) / static_cast<double>(n));
    }
  }
};
template <class Before, class T>
  requires any_order<Before>
struct finishing<Before, T> {
  static T result(T found, index_t) { return without_sign_of_zero(found); }
};

// ---- the sink

// Partial results of the lines at hand. Knows how elements go together, not what becomes of them: reductions that add up share it.
template <class How, class T>
class gathering : public element_sink<T> {
 protected:
  using state = typename How::state;

  explicit gathering(const line_sizes& of)
      : of_(of),
        lanes_(std::min(lanes_for(of.strip), of.inner)),
        period_(lanes_ * of.strip),
        partial_(std::make_unique_for_overwrite<state[]>(static_cast<std::size_t>(period_))) {}

  // What has come together in so many strips, for each place of the strip.
  virtual void put(const state* found, index_t strips) = 0;
  const line_sizes& sizes() const { return of_; }

 public:
  void take(block<const T> b, index_t n) final {
    const index_t whole = of_.inner * of_.strip;
    while (n > 0) {
      const index_t lines = whole_lines(n);
      const index_t count = lines > 0         ? take_lines(b, lines)
                            : done_ < period_ ? start(b, std::min(n, period_ - done_))
                                              : go_on(b, std::min(n, whole - done_));
      b.data += count * b.step;
      n -= count;
      if (done_ == whole) finish();
    }
  }

 private:
  // Where the order does not matter, short rows still have long loops.
  static index_t lanes_for(index_t strip) {
    if constexpr (How::lanes == 0) return 1;
    return How::lanes == 1 && (strip == 1 || strip >= lanes) ? 1 : lanes;
  }

  index_t whole_lines(index_t n) const { return How::lanes != 0 && of_.strip == 1 && done_ == 0 && of_.inner >= lanes ? n / of_.inner : 0; }
  index_t take_lines(block<const T> b, index_t lines) {
    state found[16];
    const index_t count = std::min<index_t>(lines, std::size(found));
    gather_lines(How{}, b.data, b.step, of_.inner, count, found);
    put(found, count);
    return count * of_.inner;
  }
  index_t start(block<const T> b, index_t n) {
    state* __restrict const to = partial_.get() + done_;
    if (b.step == 1) {
      for (index_t j = 0; j < n; ++j) to[j] = How::first(b.data[j]);
    } else {
      for (index_t j = 0; j < n; ++j) to[j] = How::first(b.data[j * b.step]);
    }
    done_ += n;
    return n;
  }
  index_t go_on(block<const T> b, index_t n) {
    gather(How{}, b.data, b.step, n, partial_.get(), done_ % period_, period_);
    done_ += n;
    return n;
  }
  void finish() {
    if (lanes_ == lanes && of_.strip == 1) {
      join_lanes<How>(partial_.get(), lanes, 1);  // unrolled
    } else {
      join_lanes<How>(partial_.get(), lanes_, of_.strip);
    }
    put(partial_.get(), 1);
    done_ = 0;
  }

  line_sizes of_;
  index_t lanes_;
  index_t period_;
  std::unique_ptr<state[]> partial_;
  index_t done_ = 0;  // elements of the lines at hand
};

template <class Op, class How, class T>
class reducer final : public gathering<How, T> {
  using result = axis_result_t<Op, T>;

 public:
  reducer(const line_sizes& of, result* out) : gathering<How, T>(of), out_(out) {}

 private:
  void put(const typename How::state* found, index_t strips) override {
    const auto [inner, strip, pitch] = this->sizes();
    for (; strips > 0; --strips, found += strip, out_ += pitch) {
      for (index_t c = 0; c < strip; ++c) out_[c] = finishing<Op, T>::result(found[c], inner);
    }
  }

  result* out_;
};

// ---- in rounds

template <class T>
class taking_rounds final : public element_sink<T> {
 public:
  taking_rounds(std::vector<std::unique_ptr<element_sink<T>>> takers, index_t row) : takers_(std::move(takers)), row_(row) {}

  void take(block<const T> b, index_t n) override {
    while (n > 0) {
      const index_t count = std::min(n, row_ - done_);
      takers_[now_]->take(b, count);
      b.data += count * b.step;
      n -= count;
      done_ += count;
      if (done_ < row_) continue;
      done_ = 0;
      if (++now_ == takers_.size()) now_ = 0;
    }
  }

 private:
  std::vector<std::unique_ptr<element_sink<T>>> takers_;
  std::size_t now_ = 0;
  index_t row_, done_ = 0;
};

// ---- which way

// Fewer elements than this cannot take a sum of integers below 64 bits out of 64.
constexpr index_t narrow_limit = index_t{1} << 30;

template <class Op, class T, class F>
auto with_way(index_t inner, F make) {
  if constexpr (any_order<Op>) {
    return make(picked<Op, T>{});
  } else if constexpr (std::same_as<Op, multiplying>) {
    if constexpr (complex_element<T>)
      return make(complex_product<T>{});
    else if constexpr (real_element<T>)
      return make(real_product<T>{});
    else
      return make(integer_product<T>{});
  } else if constexpr (complex_element<T>) {
    return make(complex_sum<T>{});
  } else if constexpr (real_element<T>) {
    return make(real_sum<T>{});
  } else {
    if constexpr (sizeof(T) < 8) {
      if (inner < narrow_limit) return make(integer_sum<T, std::int64_t>{});
    }
    return make(integer_sum<T, int128>{});
  }
}

// ---- of sparse lines

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

  void take(index_t offset, T value) {
    const auto [element, line] = row_.divmod(offset);
    const index_t at = this->lane_of(element) * row_.by() + line;
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
  void begin() { std::fill_n(found_.get(), this->lanes_ * row_.by(), How::first(T{})); }

  divider row_;
  owned_elements<state> found_;
  std::vector<index_t> stored_;  // of each cell; not counted where fills add nothing
};

// One line or strip after the other. Those without an entry have all one result.
template <class Op, class T, class Gathered>
void reduce_one_by_one(const node<T>& rows, index_t inner, index_t strip, axis_result_t<Op, T>* out, Gathered gathered) {
  const auto put = [&](index_t k) {
    gathered.finish([&](index_t line, const auto& found) { out[k * strip + line] = finishing<Op, T>::result(found, inner); });
  };
  put(0);
  const axis_result_t<Op, T> of_fills = out[0];
  const divider size(inner * strip);
  index_t at = 0, begun = -1, behind = 0;  // the next without a result; the one at hand, and where it ends
  const auto leave_out = [&](index_t end) { std::fill(out + at * strip, out + end * strip, of_fills); };
  each_entry_block(rows, [&](const entry_block<T>& b) {
    for (index_t i = 0; i < b.count; ++i) {
      if (b.positions[i] >= behind) {
        if (begun >= 0) put(begun);
        begun = size.divide(b.positions[i]);
        behind = (begun + 1) * size.by();
        if (at < begun) leave_out(begun);
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

template <class Op, class T>
std::unique_ptr<element_sink<T>> reducing(const line_sizes& of, axis_result_t<Op, T>* out) {
  return with_way<Op, T>(
      of.inner, [&](auto how) -> std::unique_ptr<element_sink<T>> { return std::make_unique<reducer<Op, decltype(how), T>>(of, out); });
}

#define RAVEL_INSTANTIATE(Op, T)                                                                                 \
  template RAVEL_API std::unique_ptr<element_sink<T>> reducing<Op, T>(const line_sizes&, axis_result_t<Op, T>*); \
  template RAVEL_API void reduce_entries<Op, T>(const node<T>&, index_t, index_t, axis_result_t<Op, T>*);
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

template <class T>
std::unique_ptr<element_sink<T>> in_rounds(std::vector<std::unique_ptr<element_sink<T>>> takers, index_t row) {
  return std::make_unique<taking_rounds<T>>(std::move(takers), row);
}
#define RAVEL_INSTANTIATE(T) \
  template RAVEL_API std::unique_ptr<element_sink<T>> in_rounds(std::vector<std::unique_ptr<element_sink<T>>>, index_t);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
