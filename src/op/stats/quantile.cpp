// SPDX-License-Identifier: BSL-1.0
// Selects the elements that quantiles need, for every ordered element type; distances from the median, and fences around the quartiles.
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/fold/detail/ordered.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/op/stats/quantile.hpp>
#include "op/order/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ravel::detail {

namespace {

// Definition 3: the element nearest to n q, counted from 1; half way between two it is the even one.
index_t closest(index_t n, double q) {
  const double place = static_cast<double>(n) * q - 0.5, below = std::floor(place);
  const bool even = std::fmod(below, 2) == 0;
  return static_cast<index_t>(place == below && even ? below : below + 1) - 1;
}

// The place of a share q by definitions 4 to 9, counted from 0.
double place_of(index_t n, double q, quantile_rule rule) {
  const auto size = static_cast<double>(n);
  // Rounded as in NumPy. Both parameters of Hyndman and Fan are equal except for definition 4.
  const auto by = [&](double alpha, double beta) { return size * q + (alpha + q * (1 - alpha - beta)) - 1; };
  switch (rule) {
    case quantile_rule::interpolated_inverted_cdf:
      return by(0, 1);
    case quantile_rule::hazen:
      return by(0.5, 0.5);
    case quantile_rule::weibull:
      return by(0, 0);
    case quantile_rule::median_unbiased:
      return by(1.0 / 3, 1.0 / 3);
    case quantile_rule::normal_unbiased:
      return by(3.0 / 8, 3.0 / 8);
    default:
      return static_cast<double>(n - 1) * q;
  }
}

// Numbers by their place in order: the stored ones in memory after selection, with the fills between those below the fill and the others.
template <class T>
class ordered_numbers {
 public:
  ordered_numbers(std::span<T> stored, const equal_elements<T>& fills) : data_(stored.data()), n_(std::ssize(stored)), fills_(fills) {
    if (fills.times > 0) below_ = partition(data_, 0, n_, [&](T value) { return value < fills_.value; });
  }

  index_t size() const { return n_ + fills_.times; }
  // The ranks ascend without duplicates.
  void select(std::span<const index_t> ranks) {
    std::vector<index_t> below, above;
    for (const index_t rank : ranks) {
      if (rank < below_) below.push_back(rank);
      if (rank >= below_ + fills_.times) above.push_back(rank - fills_.times);
    }
    select_ranks(data_, 0, below_, below);
    select_ranks(data_, below_, n_, above);
  }
  T operator[](index_t rank) const {
    if (rank < below_) return data_[rank];
    return rank < below_ + fills_.times ? fills_.value : data_[rank - fills_.times];
  }

 private:
  T* data_;
  index_t n_;
  equal_elements<T> fills_;
  index_t below_ = 0;
};

// The ranks of the elements that some quantiles of n elements need.
std::vector<index_t> ranks_of(index_t n, std::span<const double> q, quantile_rule rule) {
  std::vector<index_t> ranks;
  for (const double share : q) {
    const standing at = stand(n, share, rule);
    ranks.push_back(at.rank);
    if (at.beyond > 0) ranks.push_back(at.rank + 1);
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

// The quantiles of n elements of which number_at gives those of their ranks. A zero among these counts as the positive zero.
template <class At>
void quantiles_of(index_t n, std::span<const double> q, quantile_rule rule, const At& number_at, double* out) {
  const auto number = [&](index_t rank) { return without_sign_of_zero(static_cast<double>(number_at(rank))); };
  for (const double share : q) {
    const standing at = stand(n, share, rule);
    const double found = number(at.rank);
    *out++ = at.beyond > 0 ? between_two(found, number(at.rank + 1), at.beyond) : found;
  }
}

template <class T>
void select_in_place(ordered_numbers<T> numbers, std::span<const double> q, quantile_rule rule, double* out) {
  numbers.select(ranks_of(numbers.size(), q, rule));
  quantiles_of(
      numbers.size(), q, rule, [&](index_t rank) { return numbers[rank]; }, out);
}

// Gives the number of numbers. The quantiles are right if that is n, the number that is expected.
template <class T>
index_t select_by_reading(const node<T>& memory, index_t n, std::span<const double> q, quantile_rule rule, double* out) {
  const std::vector<index_t> ranks = ranks_of(n, q, rule);
  const buffer<T> found = make_buffer<T>(std::ssize(ranks));
  const index_t numbers = read_ranks<T>(memory, n, ranks, found.data());
  if (numbers != n) return numbers;
  const auto number_at = [&](index_t rank) { return found[std::ranges::lower_bound(ranks, rank) - ranks.begin()]; };
  quantiles_of(n, q, rule, number_at, out);
  return n;
}

}  // namespace

standing stand(index_t n, double q, quantile_rule rule) {
  const auto on = [n](index_t rank) { return standing{std::clamp<index_t>(rank, 0, n - 1), 0}; };
  const double share = static_cast<double>(n) * q;
  if (rule == quantile_rule::inverted_cdf) return on(static_cast<index_t>(std::ceil(share)) - 1);
  if (rule == quantile_rule::closest_observation) return on(closest(n, q));
  if (rule == quantile_rule::averaged_inverted_cdf) {
    const auto rank = static_cast<index_t>(std::ceil(share)) - 1;
    if (share != std::floor(share) || rank < 0 || rank >= n - 1) return on(rank);
    return {rank, 0.5};
  }
  const double place = place_of(n, q, rule);
  if (place <= 0) return on(0);
  const auto rank = std::min(static_cast<index_t>(place), n - 1);
  return {rank, rank == n - 1 ? 0 : place - static_cast<double>(rank)};
}

// Computes from the nearer end, or by weights if the distance overflows.
double between_two(double a, double b, double part) {
  if (part == 0 || a == b) return a;
  const double distance = b - a;
  if (!std::isfinite(distance)) return a * (1 - part) + b * part;
  return part < 0.5 ? a + distance * part : b - distance * (1 - part);
}

void check_quantiles(std::span<const double> q) {
  for (const double share : q) {
    if (!(0 <= share && share <= 1)) throw value_error(text() << "quantile " << share << " lies outside [0, 1]");
  }
}

namespace {

// True if a NaN among n elements makes all quantiles NaN. Throws if there are no numbers.
bool is_settled(const char* operation, index_t numbers, index_t n, nan_policy policy, std::span<double> quantiles) {
  const bool settled = numbers < n && policy == nan_policy::keep;
  if (settled) std::ranges::fill(quantiles, std::nan(""));
  if (!settled && numbers == 0) throw_no_elements(operation);
  return settled;
}

template <class T>
void select_among(const char* operation, const own_elements<T>& elements, std::span<const double> q, quantile_rule rule, nan_policy policy,
                  double* out) {
  std::span<T> numbers = elements.stored.span();
  equal_elements<T> fills = elements.fills;
  if constexpr (real_element<T>) {
    numbers = numbers_of(numbers);
    if (fills.value != fills.value) fills = {};
  }
  if (is_settled(operation, std::ssize(numbers) + fills.times, elements.size(), policy, {out, q.size()})) return;
  select_in_place<T>({numbers, fills}, q, rule, out);
}

// Expects numbers only, and starts anew with their number if there are others.
template <class T>
void select_in_memory(const char* operation, const node<T>& memory, std::span<const double> q, quantile_rule rule, nan_policy policy,
                      double* out) {
  const index_t n = memory.size(), numbers = select_by_reading(memory, n, q, rule, out);
  if (numbers == n || is_settled(operation, numbers, n, policy, {out, q.size()})) return;
  select_by_reading(memory, numbers, q, rule, out);
}

constexpr index_t few_elements = 24;  // sort_elements inserts them one by one

// Sorts few elements, without an allocation.
template <class T>
void select_among_few(const char* operation, const node<T>& source, std::span<const double> q, quantile_rule rule, nan_policy policy,
                      double* out) {
  T sorted[few_elements];
  index_t numbers = source.size();
  read_into(source, 0, numbers, sorted);
  sort_elements(sorted, numbers);
  while (numbers > 0 && sorted[numbers - 1] != sorted[numbers - 1]) --numbers;
  if (is_settled(operation, numbers, source.size(), policy, {out, q.size()})) return;
  quantiles_of(
      numbers, q, rule, [&](index_t rank) { return sorted[rank]; }, out);
}

}  // namespace

template <class T>
void select_quantiles(const char* operation, const node<T>& source, std::span<const double> q, quantile_rule rule, nan_policy policy,
                      double* out) {
  if (source.size() <= few_elements) return select_among_few(operation, source, q, rule, policy, out);
  if (by_entries(source) || !ranks_by_reading(source.size(), q.size()))
    return select_among(operation, own_elements_of(source), q, rule, policy, out);
  in_memory(source, [&](const node<T>& memory) { select_in_memory(operation, memory, q, rule, policy, out); });
}

#define RAVEL_INSTANTIATE(T) \
  template RAVEL_API void select_quantiles(const char*, const node<T>&, std::span<const double>, quantile_rule, nan_policy, double*);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

namespace {

const char* name(quantile_rule rule) {
  static constexpr const char* names[] = {
      "linear", "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf",
      "hazen",  "weibull",      "median_unbiased",       "normal_unbiased"};
  const auto place = static_cast<std::size_t>(rule);
  return place < std::size(names) ? names[place] : "an unknown rule";
}

// Equal values share the mean of their weights, so that their order does not matter.
void share_weights(std::span<weighted_value> sorted) {
  for (std::size_t first = 0, end = 0; first < sorted.size(); first = end) {
    double together = 0;
    for (; end < sorted.size() && sorted[end].value == sorted[first].value; ++end) together += sorted[end].weight;
    for (std::size_t i = first; i < end; ++i) sorted[i].weight = together / static_cast<double>(end - first);
  }
}

// Values in ascending order, with the place of each weight among all.
struct placed_values {
  std::vector<double> value, place;

  // For ends, all of a weight lies at or below its place; for middles, half of it.
  placed_values(std::vector<weighted_value> all, quantile_rule rule) {
    std::sort(all.begin(), all.end(), [](const weighted_value& a, const weighted_value& b) { return a.value < b.value; });
    if (rule == quantile_rule::linear) share_weights(all);
    double below = 0;
    for (const auto& [each, weight] : all) {
      value.push_back(each);
      place.push_back(rule == quantile_rule::linear ? below + weight / 2 : below + weight);
      below += weight;
    }
  }

  double first_at(double wanted) const {
    const auto found = std::lower_bound(place.begin(), place.end() - 1, wanted);
    return value[static_cast<std::size_t>(found - place.begin())];
  }
  double across(double share) const {
    const double wanted = between_two(place.front(), place.back(), share);
    const auto above = static_cast<std::size_t>(std::upper_bound(place.begin(), place.end(), wanted) - place.begin());
    if (above == place.size()) return value.back();
    return between_two(value[above - 1], value[above], (wanted - place[above - 1]) / (place[above] - place[above - 1]));
  }
};

}  // namespace

void weighted_quantiles(const char* operation, const node<double>& values, const weights& given, std::span<const double> q,
                        quantile_rule rule, nan_policy policy, double* out) {
  if (rule != quantile_rule::linear && rule != quantile_rule::inverted_cdf) {
    throw value_error(text() << operation << " with weights is linear or inverted_cdf, not " << name(rule));
  }
  std::vector<weighted_value> all = weigh(operation, values, given, policy);
  if (std::any_of(all.begin(), all.end(), [](const weighted_value& one) { return std::isnan(one.value); })) {
    std::fill_n(out, q.size(), std::nan(""));
    return;
  }
  const placed_values placed(std::move(all), rule);
  for (std::size_t i = 0; i < q.size(); ++i) {
    out[i] = rule == quantile_rule::linear ? placed.across(q[i]) : placed.first_at(q[i] * placed.place.back());
  }
}

namespace {

// An infinite centre has distance 0 from itself.
struct distance_from {
  using is_pure = void;
  double centre;
  double operator()(double value) const { return value == centre ? 0 : std::abs(value - centre); }
};

}  // namespace

double median_deviation(const reader<double>& values, deviation_scale scale, nan_policy policy) {
  if (!(scale.value > 0) || std::isinf(scale.value)) {
    throw value_error(text() << "median_absolute_deviation with a scale of " << scale.value << ": it must be positive and finite");
  }
  if (policy == nan_policy::refuse) refuse_nan_in_any("median_absolute_deviation", detail_access::node(values));
  if (values.size() == 0) throw_no_elements("median_absolute_deviation");
  const auto median_of = [&](const reader<double>& each) { return one_quantile("median_absolute_deviation", each, 0.5, policy); };
  const double centre = median_of(values);
  return std::isnan(centre) ? centre : scale.value * median_of(map(distance_from{centre}, values));
}

index_set outliers_of(const reader<double>& values, fence_factor factor, quantile_rule rule, nan_policy policy) {
  if (!(factor.value >= 0)) throw value_error(text() << "arg_outliers with a factor of " << factor.value << ": it must not be negative");
  if (policy == nan_policy::refuse) refuse_nan_in_any("arg_outliers", detail_access::node(values));
  if (values.size() == 0) throw_no_elements("arg_outliers");
  static constexpr double shares[] = {0.25, 0.75};
  double quartile[2];
  quantiles_into("arg_outliers", values, shares, quartile, rule, nan_policy::skip);
  const double reach = factor.value * (quartile[1] - quartile[0]), low = quartile[0] - reach, high = quartile[1] + reach;
  return index_set(argfilter(values, [=](double value) { return value < low || value > high; }));
}

}  // namespace ravel::detail
