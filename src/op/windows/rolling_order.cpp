// SPDX-License-Identifier: BSL-1.0
// Structures for ordered windows: a set of ranks as bits, with a place that follows a quantile, or a few sorted numbers; a Fenwick tree of
// counts for ranks; a tournament of counts for the most common value. Each belongs to one call.
#include <ravel/base/error.hpp>
#include <ravel/op/search/detail/between.hpp>
#include <ravel/op/windows/rolling_order.hpp>

#include <bit>
#include <cmath>

namespace ravel::detail {

namespace {

// Numbers below n as bits. A bit of a higher level says that a word of the level below is not empty.
class bit_tree {
 public:
  explicit bit_tree(std::size_t n) {
    do {
      n = (n + 63) / 64;
      levels_.emplace_back(n);
    } while (n > 1);
  }
  void insert(std::size_t i) {
    for (auto& level : levels_) {
      std::uint64_t& word = level[i / 64];
      const bool was_empty = word == 0;
      word |= std::uint64_t{1} << i % 64;
      if (!was_empty) return;
      i /= 64;
    }
  }
  void erase(std::size_t i) {
    for (auto& level : levels_) {
      std::uint64_t& word = level[i / 64];
      word &= ~(std::uint64_t{1} << i % 64);
      if (word != 0) return;
      i /= 64;
    }
  }
  // The least member above i, or the greatest below it; none if there is none.
  std::size_t next(std::size_t i) const {
    for (std::size_t k = 0; k < levels_.size(); ++k, i /= 64) {
      if (i % 64 == 63) continue;
      const std::uint64_t above = levels_[k][i / 64] >> (i % 64 + 1);
      if (above != 0)
        return down(k, i + 1 + static_cast<std::size_t>(std::countr_zero(above)), [](std::uint64_t w) { return std::countr_zero(w); });
    }
    return none;
  }
  std::size_t previous(std::size_t i) const {
    for (std::size_t k = 0; k < levels_.size(); ++k, i /= 64) {
      const std::uint64_t below = levels_[k][i / 64] & ((std::uint64_t{1} << i % 64) - 1);
      if (below != 0) return down(k, i / 64 * 64 + last(below), [](std::uint64_t w) { return static_cast<int>(last(w)); });
    }
    return none;
  }
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

 private:
  static std::size_t last(std::uint64_t word) { return static_cast<std::size_t>(63 - std::countl_zero(word)); }
  template <class Pick>
  std::size_t down(std::size_t level, std::size_t i, Pick pick) const {
    while (level-- > 0) i = i * 64 + static_cast<std::size_t>(pick(levels_[level][i]));
    return i;
  }
  std::vector<std::vector<std::uint64_t>> levels_;
};

// A set of numbers and its member at a rank. Adding or removing a number moves that member by at most one.
class ranked_set {
 public:
  explicit ranked_set(std::size_t n) : members_(n) {}

  index_t size() const { return size_; }
  void insert(std::size_t i) {
    members_.insert(i);
    if (size_++ == 0) {
      at_ = i;
      below_ = 0;
    } else if (i < at_) {
      ++below_;
    }
  }
  void erase(std::size_t i) {
    members_.erase(i);
    if (--size_ == 0) return;
    if (i < at_) --below_;
    if (i != at_) return;
    at_ = members_.next(i);
    if (at_ != bit_tree::none) return;
    at_ = members_.previous(i);
    --below_;
  }
  std::size_t member(index_t rank) {
    for (; below_ < rank; ++below_) at_ = members_.next(at_);
    for (; below_ > rank; --below_) at_ = members_.previous(at_);
    return at_;
  }
  std::size_t after(std::size_t member) const { return members_.next(member); }

 private:
  bit_tree members_;
  index_t size_ = 0;
  std::size_t at_ = 0;
  index_t below_ = 0;  // the number of members before it
};

// For each window in turn, calls come(i) for the element that enters, tell(i) once window i is complete, and go(i) for the element that
// leaves.
template <class Come, class Tell, class Go>
void slide(const equal_windows& windows, Come come, Tell tell, Go go) {
  for (index_t i = 0; i + 1 < windows.width; ++i) come(i);
  watched_loop loop;
  for (index_t i = 0; i < windows.count; ++i) {
    loop.at(i, windows.count);
    come(i + windows.width - 1);
    tell(i);
    go(i);
  }
}

// The elements at places of windows far wider than the data.
class far_places {
 public:
  explicit far_places(const far_windows& windows) : n_(windows.count), edge_(windows.edge) {}

  // The element at a place; n if it is the zero behind the last.
  index_t element(index_t place) const {
    if (place >= 0 && place < n_) return place;
    switch (edge_) {
      case edge_mode::zero:
        return n_;
      case edge_mode::wrap:
        return place_in_period(place, n_);
      case edge_mode::reflect:
        return mirrored(place_in_period(place, 2 * n_));
      default:
        return place < 0 ? 0 : n_ - 1;
    }
  }
  // Calls f(element, count) for the elements at `count` places. An element may come several times.
  template <class F>
  void each(index_t first, index_t count, F f) const {
    const index_t period = edge_ == edge_mode::wrap ? n_ : edge_ == edge_mode::reflect ? 2 * n_ : 0;
    if (period == 0) {
      const index_t end = first + count, from = std::clamp<index_t>(first, 0, n_), to = std::clamp<index_t>(end, from, n_);
      if (const index_t low = std::min<index_t>(end, 0) - first; low > 0) f(element(-1), low);
      for (index_t i = from; i < to; ++i) f(i, 1);
      if (const index_t high = end - std::max(first, n_); high > 0) f(element(n_), high);
      return;
    }
    if (count >= period) {
      for (index_t i = 0; i < n_; ++i) f(i, count / period * (period / n_));
    }
    for (index_t i = 0; i < count % period; ++i) f(element(first + i), 1);
  }

 private:
  index_t mirrored(index_t place) const { return place < n_ ? place : 2 * n_ - 1 - place; }

  index_t n_;
  edge_mode edge_;
};

// As slide, for windows that repeat elements: come(element, times), tell(i), go(element).
template <class Come, class Tell, class Go>
void slide_far(const far_windows& windows, Come come, Tell tell, Go go) {
  const far_places places(windows);
  places.each(-windows.before, windows.width, come);
  watched_loop loop;
  for (index_t i = 0; i < windows.count; ++i) {
    loop.at(i, windows.count);
    tell(i);
    go(places.element(i - windows.before));
    come(places.element(i - windows.before + windows.width), 1);
  }
}

// The count of each number, and of all numbers below one.
template <class Count>
class fenwick_counts {
 public:
  explicit fenwick_counts(index_t n) : tree_(static_cast<std::size_t>(n) + 1) {}
  void add(std::int32_t i, Count times) {
    for (auto k = static_cast<std::size_t>(i) + 1; k < tree_.size(); k += k & (~k + 1)) tree_[k] += times;
  }
  // The number at a rank, counted from 0.
  std::size_t at(index_t rank) const {
    std::size_t k = 0;
    for (std::size_t step = std::bit_floor(tree_.size() - 1); step > 0; step /= 2) {
      if (k + step < tree_.size() && tree_[k + step] <= rank) rank -= tree_[k += step];
    }
    return k;
  }
  index_t below(std::int32_t i) const {
    index_t total = 0;
    for (auto k = static_cast<std::size_t>(i); k > 0; k &= k - 1) total += tree_[k];
    return total;
  }

 private:
  std::vector<Count> tree_;
};

template <class Count>
class rolling_ranks {
 public:
  rolling_ranks(const value_places& places, rank_ties ties)
      : places_(places), ties_(ties), all_(places.numbers), groups_(places.numbers), count_(size()), passed_(size()) {}

  void come(index_t i, Count times) { change(i, times); }
  void go(index_t i) {
    change(i, -1);
    pass(i, -1);
  }
  // Of equal elements in a window, only those already passed count.
  void pass(index_t i, Count times) {
    if (is_number(i)) passed_[static_cast<std::size_t>(place(i))] += times;
  }
  double rank(index_t i) const {
    if (!is_number(i)) return std::nan("");
    const auto at = static_cast<std::size_t>(place(i));
    const index_t less = all_.below(place(i)), group = ties_ == rank_ties::dense ? groups_.below(place(i)) : 0;
    return rank_of(ties_, {less, less + count_[at] - 1, group}, less + passed_[at] - 1);
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(places_.numbers); }
  std::int32_t place(index_t i) const { return places_.of[static_cast<std::size_t>(i)]; }
  bool is_number(index_t i) const { return place(i) < places_.numbers; }
  void change(index_t i, Count times) {
    if (!is_number(i)) return;
    Count& count = count_[static_cast<std::size_t>(place(i))];
    const bool was_there = count > 0;
    count += times;
    all_.add(place(i), times);
    if (ties_ == rank_ties::dense && was_there != (count > 0)) groups_.add(place(i), was_there ? -1 : 1);
  }

  const value_places& places_;
  rank_ties ties_;
  fenwick_counts<Count> all_, groups_;
  std::vector<Count> count_, passed_;
};

// Pairwise matches of counts; the greater wins, of equal ones that of the lesser number.
template <class Count>
class tournament {
 public:
  explicit tournament(index_t n)
      : half_(std::bit_ceil(static_cast<std::size_t>(std::max<index_t>(n, 1)))), count_(half_), winner_(2 * half_) {
    for (std::size_t i = 0; i < half_; ++i) winner_[half_ + i] = static_cast<std::int32_t>(i);
    for (std::size_t i = half_ - 1; i > 0; --i) meet(i);
  }
  void add(std::int32_t i, Count times) {
    count_[static_cast<std::size_t>(i)] += times;
    for (std::size_t k = (half_ + static_cast<std::size_t>(i)) / 2; k > 0; k /= 2) meet(k);
  }
  std::int32_t best() const { return winner_[1]; }

 private:
  void meet(std::size_t k) {
    const std::int32_t a = winner_[2 * k], b = winner_[2 * k + 1];
    winner_[k] = count_[static_cast<std::size_t>(a)] < count_[static_cast<std::size_t>(b)] ? b : a;
  }
  std::size_t half_;
  std::vector<Count> count_;
  std::vector<std::int32_t> winner_;
};

}  // namespace

void check_segment(index_t elements) {
  if (elements > std::numeric_limits<std::int32_t>::max())
    throw overflow_error(text() << "windows in order: " << elements << " elements at once are more than 2^31 - 1");
}

namespace {

// Numbers in ascending order, and the place of each element among them. NaN has no place.
struct sorted_numbers {
  std::vector<double> values;
  std::vector<std::size_t> place;

  sorted_numbers(const double* data, index_t count) : values(static_cast<std::size_t>(count)), place(values.size()) {
    const auto order = argsort(std::span<const double>(data, values.size()));
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto at = static_cast<std::size_t>(order.unchecked(static_cast<index_t>(k)));
      values[k] = data[at];
      place[at] = data[at] == data[at] ? k : bit_tree::none;
    }
  }
  // Calls f(place) for a number.
  template <class F>
  void with_place(index_t i, F f) const {
    if (const std::size_t at = place[static_cast<std::size_t>(i)]; at != bit_tree::none) f(at);
  }
};

// The quantile of windows that have so many numbers each.
class quantile_of_window {
 public:
  quantile_of_window(const rolled_quantile& asked, index_t width, index_t first)
      : asked_(asked), width_(width), first_(first), of_(width), stands_(stand(width, asked.share, asked.rule)) {}

  // at(rank) is the number of a rank, next(rank) the one behind it.
  template <class At, class Next>
  double operator()(index_t i, index_t numbers, At at, Next next) {
    if (numbers < width_ && asked_.policy == nan_policy::keep) return std::nan("");
    if (numbers == 0) return of_none(first_ + i);
    if (of_ != numbers) stands_ = stand(of_ = numbers, asked_.share, asked_.rule);
    const double found = at(stands_.rank);
    return stands_.beyond > 0 ? between_two(found, next(stands_.rank), stands_.beyond) : found;
  }

 private:
  double of_none(index_t window) const {
    if (asked_.told) return *asked_.told;
    if (window % asked_.step > 0) return 0;  // this window is not computed
    at_place([&]() -> std::string { return text() << "window " << window; }, [&] { throw_no_elements(asked_.operation); });
    return 0;
  }

  const rolled_quantile& asked_;
  index_t width_, first_, of_;
  standing stands_;
};

// The numbers of a narrow window in ascending order, equal ones in the order of their positions.
class narrow_window {
 public:
  static constexpr index_t most = 20;  // a set of ranks is as fast for wider ones

  index_t size() const { return size_; }
  double at(index_t rank) const { return numbers_[rank]; }
  void insert(double x) {
    if (x != x) return;
    index_t i = size_++;
    for (; i > 0 && x < numbers_[i - 1]; --i) numbers_[i] = numbers_[i - 1];
    numbers_[i] = x;
  }
  void erase(double x) {  // the first of equal ones
    if (x != x) return;
    double* const end = numbers_ + size_--;
    double* const at = std::find_if(numbers_, end, [x](double other) { return !(other < x); });
    std::copy(at + 1, end, at);
  }

 private:
  double numbers_[most];
  index_t size_ = 0;
};

}  // namespace

void roll_quantiles(const double* data, const equal_windows& windows, index_t first, const rolled_quantile& asked, double* out) {
  quantile_of_window quantile(asked, windows.width, first);
  if (windows.width <= narrow_window::most) {
    narrow_window inside;
    const auto tell = [&](index_t i) {
      out[i] = quantile(
          i, inside.size(), [&](index_t rank) { return inside.at(rank); }, [&](index_t rank) { return inside.at(rank + 1); });
    };
    return slide(
        windows, [&](index_t i) { inside.insert(data[i]); }, tell, [&](index_t i) { inside.erase(data[i]); });
  }
  const sorted_numbers sorted(data, elements_of_windows(windows));
  ranked_set inside(sorted.values.size());
  const auto tell = [&](index_t i) {
    out[i] = quantile(
        i, inside.size(), [&](index_t rank) { return sorted.values[inside.member(rank)]; },
        [&](index_t rank) { return sorted.values[inside.after(inside.member(rank))]; });
  };
  slide(
      windows, [&](index_t i) { sorted.with_place(i, [&](std::size_t at) { inside.insert(at); }); }, tell,
      [&](index_t i) { sorted.with_place(i, [&](std::size_t at) { inside.erase(at); }); });
}

void roll_quantiles(const double* data, const far_windows& windows, index_t first, const rolled_quantile& asked, double* out) {
  const sorted_numbers sorted(data, elements_of_windows(windows));
  check_segment(elements_of_windows(windows));
  fenwick_counts<index_t> inside(elements_of_windows(windows));
  index_t numbers = 0;
  quantile_of_window quantile(asked, windows.width, first);
  const auto come = [&](index_t i, index_t times) {
    sorted.with_place(i, [&](std::size_t at) {
      inside.add(static_cast<std::int32_t>(at), times);
      numbers += times;
    });
  };
  const auto at = [&](index_t rank) { return sorted.values[inside.at(rank)]; };
  const auto tell = [&](index_t i) { out[i] = quantile(i, numbers, at, [&](index_t rank) { return at(rank + 1); }); };
  slide_far(windows, come, tell, [&](index_t i) { come(i, -1); });
}

void roll_ranks(const value_places& places, const equal_windows& windows, index_t at, rank_ties ties, double* out) {
  rolling_ranks<std::int32_t> inside(places, ties);
  for (index_t i = 0; i < at; ++i) inside.pass(i, 1);
  const auto tell = [&](index_t i) {
    inside.pass(i + at, 1);
    out[i] = inside.rank(i + at);
  };
  slide(
      windows, [&](index_t i) { inside.come(i, 1); }, tell, [&](index_t i) { inside.go(i); });
}

void roll_ranks(const value_places& places, const far_windows& windows, index_t at, rank_ties ties, double* out) {
  rolling_ranks<index_t> inside(places, ties);
  far_places(windows).each(-at, at, [&](index_t i, index_t times) { inside.pass(i, times); });
  const auto tell = [&](index_t i) {
    inside.pass(i, 1);
    out[i] = inside.rank(i);
  };
  slide_far(
      windows, [&](index_t i, index_t times) { inside.come(i, times); }, tell, [&](index_t i) { inside.go(i); });
}

void roll_modes(const value_places& places, const equal_windows& windows, std::int32_t* out) {
  tournament<std::int32_t> inside(places.different);
  const auto place = [&](index_t i) { return places.of[static_cast<std::size_t>(i)]; };
  slide(
      windows, [&](index_t i) { inside.add(place(i), 1); }, [&](index_t i) { out[i] = inside.best(); },
      [&](index_t i) { inside.add(place(i), -1); });
}

void roll_modes(const value_places& places, const far_windows& windows, std::int32_t* out) {
  tournament<index_t> inside(places.different);
  const auto add = [&](index_t i, index_t times) { inside.add(places.of[static_cast<std::size_t>(i)], times); };
  slide_far(
      windows, add, [&](index_t i) { out[i] = inside.best(); }, [&](index_t i) { add(i, -1); });
}

}  // namespace ravel::detail
