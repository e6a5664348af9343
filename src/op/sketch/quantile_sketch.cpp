// SPDX-License-Identifier: BSL-1.0
// Elements come into a chunk. A full chunk is sorted and thinned in 8 lanes side by side, as far as the stated error allows for so many
// elements, and its runs go to the level of their weight. A full level is merged, and every other element moves to the next level.
//
// The plain algorithm:
//
//   collect a chunk, sort it, and move every other element to level 1
//   a level that is full: sort it, and move every other element to the next level; an element of level k stands for 2^k
//   a quantile: sort all elements with their weights, and add up weights until the share is reached
//
// Gains are for whole sketches of 1e5 to 1e7 doubles, or for merging 100 sketches. All rows are "quantile_sketch(0.001) 1e7" of
// bench/statistics.cpp; it has none for merging.
//
//   way               when it is taken                                                    gain         over
//   coarsest          a full chunk: halves it several times, as early as may be           0.9 to 3.3   halving it once, all sorted
//   thin_lanes        a full chunk: sorts and thins lanes side by side                    1.4 to 10    one lane after the other
//   merge_runs        a full level: merges runs                                           0.8 to 1.7   std::sort of the level
//   merge_alike<1>    two runs of one length: merges from both ends                       1.0 to 3.0   merge_runs
//   merge_alike<2>    four runs of one length, as in merged sketches                      1.0 to 1.4   merge_alike<1>
#include <ravel/base/error.hpp>
#include <ravel/op/sketch/sketches.hpp>
#include "op/sketch/thin_lanes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace ravel {

namespace {

// With c = 8.2 / e elements, the error of rank exceeds e n with a chance below 2 exp(-(e n)^2 / (2 s)); s is the variance of all thinning,
// and up to 2 (n / c)^2 the chance is 1e-7. A level is halved at 2 c elements, so that levels use a quarter of it.
constexpr double elements_over_error = 8.2;
constexpr double share_of_thinning = 1.5;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// No branch depends on an element.
void merge_runs(const double* left, const double* middle, const double* end, double* out) {
  const double* right = middle;
  while (left < middle && right < end) {
    const bool from_right = *right < *left;
    *out++ = from_right ? *right : *left;
    right += from_right;
    left += !from_right;
  }
  std::copy(right, end, std::copy(left, middle, out));
}

// Merges two runs of n each, the smaller half from the front and the larger from the back; neither end can leave a run. Several pairs go
// side by side, so that no step waits for the last comparison.
template <std::size_t Pairs>
void merge_alike(const double* from, std::ptrdiff_t n, double* out) {
  std::array<std::ptrdiff_t, Pairs> from_right{}, from_left{};
  for (std::ptrdiff_t i = 0; i < n; ++i) {
#pragma GCC unroll 2
    for (std::size_t p = 0; p < Pairs; ++p) {
      const auto before = 2 * n * static_cast<std::ptrdiff_t>(p);
      const double *const left = from + before, *const right = left + n;
      double* const to = out + before;
      const double a = left[i - from_right[p]], b = right[from_right[p]];
      const double y = left[n - 1 - from_left[p]], z = right[n - 1 - i + from_left[p]];
      to[i] = b < a ? b : a;
      to[2 * n - 1 - i] = z < y ? y : z;
      from_right[p] += b < a;
      from_left[p] += z < y;
    }
  }
}

// True if so many runs have one length.
bool alike(const std::vector<std::size_t>& run_ends, std::size_t run, std::size_t runs, std::size_t start) {
  if (run + runs > run_ends.size()) return false;
  const std::size_t n = run_ends[run] - start;
  for (std::size_t k = 0; k < runs; ++k) {
    if (run_ends[run + k] != start + (k + 1) * n) return false;
  }
  return true;
}

// Merges the runs of `from` in pairs.
void merge_two_by_two(const double* from, const std::vector<std::size_t>& run_ends, double* to, std::vector<std::size_t>& ends) {
  std::size_t start = 0;
  const auto end_of = [&](std::size_t run) { return run_ends[std::min(run, run_ends.size() - 1)]; };
  for (std::size_t run = 0; run < run_ends.size();) {
    const std::size_t n = run_ends[run] - start;
    const auto each = static_cast<std::ptrdiff_t>(n);
    if (alike(run_ends, run, 4, start)) {
      merge_alike<2>(from + start, each, to + start);
      ends.push_back(start + 2 * n);
      ends.push_back(start = end_of(run + 3));
      run += 4;
      continue;
    }
    const std::size_t middle = end_of(run), end = end_of(run + 1);
    alike(run_ends, run, 2, start) ? merge_alike<1>(from + start, each, to + start)
                                   : merge_runs(from + start, from + middle, from + end, to + start);
    ends.push_back(start = end);
    run += 2;
  }
}

// Chooses the least work that the variance allows: little sorting before the first halving, and few elements after the last.
detail::thinning coarsest(int rows_log, double spread) {
  for (int first = detail::thinning::least; first <= rows_log; ++first) {
    const int most = std::min(2, rows_log - (rows_log - first) / 2 - 1);
    for (int again = most; again >= 0; --again) {
      const detail::thinning how{first, rows_log, again};
      if (how.spread() <= spread) return how;
    }
  }
  return {rows_log, rows_log};
}

// Random coins, all equally likely.
class coin_stream {
 public:
  explicit coin_stream(random_engine& engine) : engine_(engine) {}

  std::uint8_t next() {
    constexpr std::uint64_t fair = (1 << 16) / detail::lane_coins * detail::lane_coins;
    while (true) {
      if (left_ == 0) bits_ = engine_.bits(), left_ = 4;
      const std::uint64_t drawn = bits_ & 0xffff;
      bits_ >>= 16, --left_;
      if (drawn < fair) return static_cast<std::uint8_t>(drawn % detail::lane_coins);
    }
  }

 private:
  random_engine& engine_;
  std::uint64_t bits_ = 0;
  int left_ = 0;
};

}  // namespace

quantile_sketch::quantile_sketch(double rank_error, seed_arg seed, seed_arg stream)
    : rank_error_(rank_error), capacity_(0), coins_(seed, stream) {
  if (!(rank_error >= 1e-6 && rank_error < 1)) {
    throw value_error(detail::text() << "quantile_sketch with a rank error of " << rank_error << ": it must lie in [1e-6, 1)");
  }
  capacity_ = 2 * static_cast<std::size_t>(std::ceil(elements_over_error / rank_error));
}

// At least the exact part, in whole rows of lanes, and enough that sorting it is never too much.
std::size_t quantile_sketch::chunk() const { return std::bit_ceil(std::max<std::size_t>(128, 2 * capacity_)); }

void quantile_sketch::add(std::span<const double> values) {
  detail::add_index(count_, std::ssize(values));  // throws before any change
  if (count_ == 0) forget();
  if (!detail::widen_limits(values.data(), std::ssize(values), low_, high_)) return take(values);
  std::vector<double> numbers(values.begin(), values.end());
  numbers.erase(std::remove_if(numbers.begin(), numbers.end(), [](double v) { return v != v; }), numbers.end());
  nan_ += std::ssize(values) - std::ssize(numbers);
  take(numbers);
}

void quantile_sketch::merge(const quantile_sketch& other) {
  if (&other == this) return merge(quantile_sketch(other));
  detail::add_index(count_, other.count_);  // throws before any change
  nan_ += other.nan_;
  rank_error_ = std::max(rank_error_, other.rank_error_);
  capacity_ = std::min(capacity_, other.capacity_);
  if (count_ == 0) forget();
  while (raw_.size() >= chunk()) thin_raw();
  if (other.count_ == 0) return;
  low_ = std::min(low_, other.low_);
  high_ = std::max(high_, other.high_);
  spent_ += other.spent_;
  count_ += other.count_ - std::ssize(other.raw_);
  if (levels_.size() < other.levels_.size()) levels_.resize(other.levels_.size());
  for (std::size_t at = 0; at < other.levels_.size(); ++at) {
    level& here = levels_[at];
    const std::size_t before = here.values.size();
    here.values.insert(here.values.end(), other.levels_[at].values.begin(), other.levels_[at].values.end());
    for (const std::size_t end : other.levels_[at].run_ends) here.run_ends.push_back(before + end);
  }
  compact();
  take(other.raw_);
}

// Resets members that do not become empty by being moved from.
void quantile_sketch::forget() {
  low_ = std::numeric_limits<double>::infinity();
  high_ = -low_;
  spent_ = 0;
}

void quantile_sketch::take(std::span<const double> numbers) {
  while (!numbers.empty()) {
    const std::span<const double> next = numbers.first(std::min(numbers.size(), chunk() - raw_.size()));
    raw_.insert(raw_.end(), next.begin(), next.end());
    count_ += std::ssize(next);
    if (raw_.size() == chunk()) thin_raw();
    numbers = numbers.subspan(next.size());
  }
}

// Thins the last chunk.
void quantile_sketch::thin_raw() {
  const double over_capacity = static_cast<double>(count_) / static_cast<double>(capacity_);
  const auto rows_log = static_cast<int>(std::bit_width(chunk() / detail::row_lanes)) - 1;
  const detail::thinning how = coarsest(rows_log, share_of_thinning * 4 * over_capacity * over_capacity - spent_);
  const auto at = static_cast<std::size_t>(how.halvings());
  const std::size_t kept = chunk() >> at, of_lane = kept / detail::row_lanes;
  if (levels_.size() <= at) levels_.resize(at + 1);
  level& next = levels_[at];
  next.values.reserve(next.values.size() + kept);
  next.run_ends.reserve(next.run_ends.size() + detail::row_lanes);
  std::vector<std::uint8_t> drawn(static_cast<std::size_t>(how.coins()));
  coin_stream coins(coins_);
  for (std::uint8_t& coin : drawn) coin = coins.next();

  // Nothing can throw from here on.
  double* const rows = raw_.data() + raw_.size() - chunk();
  detail::thin_lanes(rows, how, drawn.data());
  spent_ += how.spread();
  for (std::size_t lane = 0; lane < detail::row_lanes; ++lane) {
    const std::size_t before = next.values.size();
    next.values.resize(before + of_lane);
    for (std::size_t i = 0; i < of_lane; ++i) next.values[before + i] = rows[i * detail::row_lanes + lane];
    next.run_ends.push_back(before + of_lane);
  }
  raw_.resize(raw_.size() - chunk());
  compact();
}

void quantile_sketch::compact() {
  for (std::size_t at = 0; at < levels_.size(); ++at) {
    if (levels_[at].values.size() >= capacity_) halve(at);
  }
}

void quantile_sketch::sort_level(std::size_t at) {
  level& here = levels_[at];
  std::vector<double> merged(here.values.size());
  while (here.run_ends.size() > 1) {
    std::vector<std::size_t> ends;
    merge_two_by_two(here.values.data(), here.run_ends, merged.data(), ends);
    here.values.swap(merged);
    here.run_ends.swap(ends);
  }
}

void quantile_sketch::halve(std::size_t at) {
  sort_level(at);
  if (at + 1 == levels_.size()) levels_.emplace_back();
  std::vector<double>& from = levels_[at].values;
  level& next = levels_[at + 1];
  const std::size_t even = from.size() - from.size() % 2;
  const std::size_t odd = coins_.bits() >> 63;
  const std::size_t before = next.values.size();
  next.run_ends.reserve(next.run_ends.size() + 1);
  next.values.resize(before + even / 2);
  for (std::size_t i = 0; i < even / 2; ++i) next.values[before + i] = from[2 * i + odd];
  next.run_ends.push_back(next.values.size());
  from.erase(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(even));  // one may be left
  levels_[at].run_ends.clear();
  if (!from.empty()) levels_[at].run_ends.push_back(1);
}

double quantile_sketch::quantile(double q) const {
  if (!(0 <= q && q <= 1)) throw value_error(detail::text() << "quantile " << q << " lies outside [0, 1]");
  if (nan_ > 0) return no_number;
  if (count_ == 0) detail::throw_no_elements("quantile_sketch");
  if (q == 0) return low_;
  if (q == 1) return high_;
  struct weighted {
    double value;
    index_t weight;
  };
  std::vector<weighted> taken;
  for (const double value : raw_) taken.push_back({value, 1});
  for (std::size_t at = 0; at < levels_.size(); ++at) {
    for (const double value : levels_[at].values) taken.push_back({value, index_t{1} << at});
  }
  std::sort(taken.begin(), taken.end(), [](const weighted& a, const weighted& b) { return a.value < b.value; });
  const double wanted = q * static_cast<double>(count_);
  index_t up_to = 0;
  for (const weighted& one : taken) {
    up_to += one.weight;
    if (static_cast<double>(up_to) >= wanted) return one.value;
  }
  return high_;
}

double quantile_sketch::share(double value) const {
  if (nan_ > 0 || value != value) return no_number;
  if (count_ == 0) detail::throw_no_elements("quantile_sketch");
  const auto up_to = [=](std::span<const double> values) {
    return std::count_if(values.begin(), values.end(), [=](double each) { return each <= value; });
  };
  index_t below = up_to(raw_);
  for (std::size_t at = 0; at < levels_.size(); ++at) below += up_to(levels_[at].values) << at;
  return static_cast<double>(below) / static_cast<double>(count_);
}

index_t quantile_sketch::kept() const {
  auto found = std::ssize(raw_);
  for (const level& each : levels_) found += static_cast<index_t>(each.values.size());
  return found;
}

}  // namespace ravel
