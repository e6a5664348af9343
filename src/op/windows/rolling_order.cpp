// SPDX-License-Identifier: BSL-1.0
// Quantiles, ranks and the most common values of windows, by sets that each step of a window changes by one element.
#include <ravel/base/error.hpp>
#include <ravel/op/windows/rolling_order.hpp>
#include "op/windows/ordered_sets.hpp"

#include <cmath>

namespace ravel::detail {

namespace {

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
  // Equal elements of a window count only if they were passed already.
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
