// SPDX-License-Identifier: BSL-1.0
// The loops of reductions along axes: over lines one after the other, and over bands of lines side by side. A floating sum has the chunks
// and lanes that the sum of its slice alone has. A band of exact results has lanes too, because short rows make poor loops.
#include "op/fold/fold_choice.hpp"

namespace ravel::detail {
namespace {

// Partial results of the current lines. Combines elements only; the result is made elsewhere, so that all reductions that add up share this
// code.
template <class Fold, class T>
class gathering : public element_sink<T> {
 protected:
  using state = typename Fold::state;

  explicit gathering(const line_sizes& of)
      : of_(of),
        chunk_(in_chunks<Fold> ? std::min(chunk_length, of.inner) : of.inner),
        lanes_(of.band == 1 ? 1 : std::min(lanes_for(of.band), of.inner)),
        period_(lanes_ * of.band),
        partial_(std::make_unique_for_overwrite<state[]>(static_cast<std::size_t>(period_))),
        chunks_(of.band) {}

  // Takes the states of so many bands, for each place of a band.
  virtual void put(const state* found, index_t bands) = 0;
  const line_sizes& sizes() const { return of_; }

 public:
  void take(block<const T> b, index_t n) final {
    while (n > 0) {
      const index_t count = of_.band == 1 ? take_of_lines(b, n) : take_of_band(b, n);
      b.data += count * b.step;
      n -= count;
    }
  }

  bool take_rows(const T* rows, index_t apart) final {
    if constexpr (!in_chunks<Fold>) {
      return false;
    } else {
      watched_loop loop;
      for (index_t row = 0; row < of_.inner; row += chunk_length) {
        loop.at(row * of_.band, of_.inner * of_.band);
        const index_t count = std::min(chunk_length, of_.inner - row);
        gather_rows(Fold{}, rows + row * apart, apart, count, of_.band, partial_.get());
        done_ += count * of_.band;
        close_chunk(count);
      }
      return true;
    }
  }

 private:
  using line = std::conditional_t<in_chunks<Fold>, line_total<Fold, T>, exact_line<Fold, T>>;

  // If the order does not matter, short rows still get long loops.
  static index_t lanes_for(index_t band) { return in_chunks<Fold> || band < lanes_of_short_rows ? lanes_of_rows : 1; }
  static constexpr index_t lanes_of_rows = in_chunks<Fold> ? lanes : 32, lanes_of_short_rows = 32;

  index_t take_of_lines(block<const T> b, index_t n) {
    if (done_ == 0 && n >= of_.inner) {
      state found[256];  // enough to make the calls negligible
      const index_t count = std::min<index_t>(n / of_.inner, of_.inner < chunk_length ? std::ssize(found) : 16);
      gather_lines(Fold{}, b.data, b.step, of_.inner, count, found);
      put(found, count);
      return count * of_.inner;
    }
    const index_t count = std::min(n, of_.inner - done_);
    line_.take(b.data, b.step, count);
    done_ += count;
    if (done_ == of_.inner) {
      const state found = line_.finish();
      put(&found, 1);
      done_ = 0;
    }
    return count;
  }

  index_t take_of_band(block<const T> b, index_t n) {
    const index_t in_chunk = done_ % (chunk_ * of_.band), behind = std::min(chunk_, of_.inner - (done_ - in_chunk) / of_.band) * of_.band;
    const index_t count = std::min(n, (in_chunk < period_ ? std::min(period_, behind) : behind) - in_chunk);
    if (in_chunk < period_) {
      start(b, in_chunk, count);
    } else {
      gather(Fold{}, b.data, b.step, count, partial_.get(), in_chunk % period_, period_);
    }
    done_ += count;
    if (in_chunk + count == behind) close_chunk(behind / of_.band);
    return count;
  }
  void start(block<const T> b, index_t at, index_t n) {
    state* __restrict const to = partial_.get() + at;
    if (b.step == 1) {
      for (index_t j = 0; j < n; ++j) to[j] = first_of<Fold>(b.data[j]);
    } else {
      for (index_t j = 0; j < n; ++j) to[j] = first_of<Fold>(b.data[j * b.step]);
    }
  }
  // Ends a chunk of so many rows.
  void close_chunk(index_t rows) {
    join_lanes<Fold>(partial_.get(), std::min(lanes_, rows), of_.band);
    const bool last = done_ == of_.inner * of_.band;
    if (last && of_.inner == rows) {
      put(partial_.get(), 1);
    } else {
      chunks_.push(done_ / of_.band / chunk_length - (rows == chunk_length), partial_.get());
      if (last) put(chunks_.total(), 1);
    }
    if (last) done_ = 0;
  }

  line_sizes of_;
  index_t chunk_;  // rows that are joined before others come
  index_t lanes_;
  index_t period_;
  std::unique_ptr<state[]> partial_;
  tree_of_rows<Fold> chunks_;
  line line_;
  index_t done_ = 0;  // elements of the current lines
};

template <class Op, class Fold, class T>
class reducer final : public gathering<Fold, T> {
  using result = axis_result_t<Op, T>;

 public:
  reducer(const line_sizes& of, result* out) : gathering<Fold, T>(of), out_(out) {}

 private:
  void put(const typename Fold::state* found, index_t bands) override {
    const auto [inner, band, pitch] = this->sizes();
    if (band == 1 && pitch == 1) {
      for (index_t i = 0; i < bands; ++i) out_[i] = finishing<Op, T>::result(found[i], inner);
      out_ += bands;
      return;
    }
    for (; bands > 0; --bands, found += band, out_ += pitch) {
      for (index_t c = 0; c < band; ++c) out_[c] = finishing<Op, T>::result(found[c], inner);
    }
  }

  result* out_;
};

// ---- in passes

template <class T>
class taking_passes final : public element_sink<T> {
 public:
  taking_passes(std::vector<std::unique_ptr<element_sink<T>>> takers, index_t row) : takers_(std::move(takers)), row_(row) {}

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
  return with_fold<Op, T>(
      of.inner, [&](auto how) -> std::unique_ptr<element_sink<T>> { return std::make_unique<reducer<Op, decltype(how), T>>(of, out); });
}

template <class Op, class T>
bool add_up_lines(const node<T>& lines, index_t inner, axis_result_t<Op, T>* out) {
  using line = std::conditional_t<boolean_element<T>, exact_line<integer_sum<T, std::int64_t>, T>, line_total<real_sum<T>, T>>;
  constexpr bool adds = std::same_as<Op, summing> || std::same_as<Op, averaging>;
  if constexpr (adds && may_add_up<line>) {
    constexpr index_t shortest = boolean_element<T> ? 64 : 16 * detail::lanes;  // worth a call
    if (inner < shortest || !lines.single_pass() || lines.memory().data) return false;
    watched_loop loop;
    line total;
    for (index_t start = 0; start < lines.size(); start += inner) {
      loop.at(start, lines.size());
      if (!add_up_directly(lines, start, start + inner, total)) return false;
      *out++ = finishing<Op, T>::result(total.finish(), inner);
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
std::unique_ptr<element_sink<T>> in_passes(std::vector<std::unique_ptr<element_sink<T>>> takers, index_t row) {
  return std::make_unique<taking_passes<T>>(std::move(takers), row);
}
#define RAVEL_INSTANTIATE(T) \
  template RAVEL_API std::unique_ptr<element_sink<T>> in_passes(std::vector<std::unique_ptr<element_sink<T>>>, index_t);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
