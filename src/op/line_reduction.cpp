// SPDX-License-Identifier: BSL-1.0
// The loops of reductions along axes. With a strip of S results side by side, element p of its lines goes to partial result p mod (lanes *
// S): consecutive elements meet consecutive partial results, whatever the shape, and a floating sum has the lanes that the sum of its slice
// alone has.
#include "op/reduction_way.hpp"

namespace ravel::detail {
namespace {

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

  bool of_short_lines() const { return of_.inner < lanes; }
  index_t whole_lines(index_t n) const { return of_.strip == 1 && done_ == 0 && (How::lanes != 0 || of_short_lines()) ? n / of_.inner : 0; }
  index_t take_lines(block<const T> b, index_t lines) {
    state found[256];  // enough for the calls not to count
    const index_t count = std::min<index_t>(lines, of_short_lines() ? std::size(found) : 16);
    of_short_lines() ? gather_short_lines(How{}, b.data, b.step, of_.inner, count, found)
                     : gather_lines(How{}, b.data, b.step, of_.inner, count, found);
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
    if (strip == 1 && pitch == 1) {
      for (index_t i = 0; i < strips; ++i) out_[i] = finishing<Op, T>::result(found[i], inner);
      out_ += strips;
      return;
    }
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

}  // namespace

template <class Op, class T>
std::unique_ptr<element_sink<T>> reducing(const line_sizes& of, axis_result_t<Op, T>* out) {
  return with_way<Op, T>(
      of.inner, [&](auto how) -> std::unique_ptr<element_sink<T>> { return std::make_unique<reducer<Op, decltype(how), T>>(of, out); });
}

template <class Op, class T>
bool add_up_lines(const node<T>& lines, index_t inner, axis_result_t<Op, T>* out) {
  constexpr bool real = real_element<T>, adds = std::same_as<Op, summing> || std::same_as<Op, averaging>;
  if constexpr (adds && (real || boolean_element<T>)) {
    constexpr index_t shortest = real ? 4 * lanes : 1;  // worth the partial sums of its own
    if (inner < shortest || !lines.direct() || lines.memory().data) return false;
    arena none({}, 0);
    watched_loop loop;
    for (index_t start = 0; start < lines.size(); start += inner) {
      loop.at(start, lines.size());
      lane_t<T> partial[real ? static_cast<std::size_t>(lanes) : 1] = {};
      if (!add_directly(lines, start, inner, partial, none)) return false;
      if constexpr (real) join_lanes<real_sum<T>>(partial, lanes, 1);
      *out++ = finishing<Op, T>::result(*partial, inner);
    }
    return true;
  }
  return false;
}

#define RAVEL_INSTANTIATE(Op, T)                                                                                 \
  template RAVEL_API std::unique_ptr<element_sink<T>> reducing<Op, T>(const line_sizes&, axis_result_t<Op, T>*); \
  template RAVEL_API bool add_up_lines<Op, T>(const node<T>&, index_t, axis_result_t<Op, T>*);
RAVEL_INSTANTIATE_REDUCTIONS
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
