// SPDX-License-Identifier: BSL-1.0
// Levels of elements; one that is full is sorted, and every other element goes on to the next with twice the weight. A coin says whether
// those in even or in odd places do, so that the errors of rank have no direction.
#include <ravel/base/error.hpp>
#include <ravel/op/quantile_sketch.hpp>
#include <ravel/op/sort.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ravel {

namespace {

// By Hoeffding's inequality the error of rank exceeds e n with a chance below 2 exp(-(e c)^2 / 4), where a level is halved when it has c
// elements: this many over e make that 1e-7.
constexpr double elements_over_error = 8.2;

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

}  // namespace

quantile_sketch::quantile_sketch(double rank_error, seed_arg seed, seed_arg stream)
    : rank_error_(rank_error), capacity_(0), coins_(seed, stream) {
  if (!(rank_error >= 1e-6 && rank_error < 1)) {
    throw value_error(detail::text() << "quantile_sketch with a rank error of " << rank_error << ": it must lie in [1e-6, 1)");
  }
  capacity_ = 2 * static_cast<std::size_t>(std::ceil(elements_over_error / rank_error / 2));
}

void quantile_sketch::add(std::span<const double> values) {
  if (values.empty()) return;
  if (levels_.empty()) levels_.emplace_back();
  std::vector<double>& raw = levels_[0].values;
  double low = values[0], high = values[0];
  const std::size_t before = raw.size();
  raw.insert(raw.end(), values.begin(), values.end());
  bool any_nan = false;
  for (const double value : values) {
    any_nan |= value != value;
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  if (any_nan) {
    const auto end = std::remove_if(raw.begin() + static_cast<std::ptrdiff_t>(before), raw.end(), [](double v) { return v != v; });
    nan_ += raw.end() - end;
    raw.erase(end, raw.end());
    if (raw.size() == before) return;
    const auto [least, greatest] = std::minmax_element(raw.begin() + static_cast<std::ptrdiff_t>(before), raw.end());
    low = *least, high = *greatest;
  }
  low_ = count_ == 0 ? low : std::min(low_, low);
  high_ = count_ == 0 ? high : std::max(high_, high);
  count_ += static_cast<index_t>(raw.size() - before);
  compact();
}

void quantile_sketch::merge(const quantile_sketch& other) {
  if (&other == this) return merge(quantile_sketch(other));
  nan_ += other.nan_;
  rank_error_ = std::max(rank_error_, other.rank_error_);
  capacity_ = std::min(capacity_, other.capacity_);
  if (other.count_ == 0) return;
  low_ = count_ == 0 ? other.low_ : std::min(low_, other.low_);
  high_ = count_ == 0 ? other.high_ : std::max(high_, other.high_);
  count_ += other.count_;
  if (levels_.size() < other.levels_.size()) levels_.resize(other.levels_.size());
  for (std::size_t at = 0; at < other.levels_.size(); ++at) {
    level& here = levels_[at];
    const std::size_t before = here.values.size();
    here.values.insert(here.values.end(), other.levels_[at].values.begin(), other.levels_[at].values.end());
    for (const std::size_t end : other.levels_[at].run_ends) here.run_ends.push_back(before + end);
  }
  compact();
}

void quantile_sketch::compact() {
  for (std::size_t at = 0; at < levels_.size(); ++at) {
    if (levels_[at].values.size() >= capacity_) halve(at);
  }
}

void quantile_sketch::sort_level(std::size_t at) {
  level& here = levels_[at];
  if (at == 0) return detail::sort_elements(here.values.data(), std::ssize(here.values));
  std::vector<double> merged(here.values.size());
  while (here.run_ends.size() > 1) {
    std::vector<std::size_t> ends;
    std::size_t start = 0;
    for (std::size_t run = 0; run < here.run_ends.size(); run += 2) {
      const std::size_t middle = here.run_ends[run], end = here.run_ends[std::min(run + 1, here.run_ends.size() - 1)];
      const double* const from = here.values.data();
      merge_runs(from + start, from + middle, from + end, merged.data() + start);
      ends.push_back(start = end);
    }
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
  for (std::size_t i = 0; i < even; i += 2) next.values.push_back(from[i + odd]);
  next.run_ends.push_back(next.values.size());
  from.erase(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(even));  // one may be left
  levels_[at].run_ends.clear();
  if (!from.empty() && at > 0) levels_[at].run_ends.push_back(1);
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
  std::vector<weighted> all;
  for (std::size_t at = 0; at < levels_.size(); ++at) {
    for (const double value : levels_[at].values) all.push_back({value, index_t{1} << at});
  }
  std::sort(all.begin(), all.end(), [](const weighted& a, const weighted& b) { return a.value < b.value; });
  const double wanted = q * static_cast<double>(count_);
  index_t up_to = 0;
  for (const weighted& one : all) {
    up_to += one.weight;
    if (static_cast<double>(up_to) >= wanted) return one.value;
  }
  return high_;
}

double quantile_sketch::share(double value) const {
  if (nan_ > 0 || value != value) return no_number;
  if (count_ == 0) detail::throw_no_elements("quantile_sketch");
  index_t below = 0;
  for (std::size_t at = 0; at < levels_.size(); ++at) {
    const auto& values = levels_[at].values;
    below += std::count_if(values.begin(), values.end(), [=](double each) { return each <= value; }) << at;
  }
  return static_cast<double>(below) / static_cast<double>(count_);
}

index_t quantile_sketch::kept() const {
  index_t found = 0;
  for (const level& each : levels_) found += static_cast<index_t>(each.values.size());
  return found;
}

}  // namespace ravel
