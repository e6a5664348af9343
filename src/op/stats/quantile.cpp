// SPDX-License-Identifier: BSL-1.0
// Selects the elements that quantiles need, for every ordered element type.
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/search/detail/between.hpp>
#include <ravel/op/stats/quantile.hpp>

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

// Moves the elements to keep to the front and gives their end. No branch depends on an element.
template <class T, class Keep>
index_t partition(T* data, index_t first, index_t end, Keep keep) {
  index_t next = first;
  for (index_t i = first; i < end; ++i) {
    const T value = data[i];
    data[i] = data[next];
    data[next] = value;
    next += keep(value);
  }
  return next;
}

// Puts the element of a rank where sorting data[first, end) would, with none greater before it and none less behind it, by Floyd and
// Rivest. The pivot comes from a sample around the rank, slightly beyond it, so that one pass leaves little. An unlucky run falls back to
// the standard library.
template <class T>
void select_rank(T* data, index_t first, index_t end, index_t rank) {
  constexpr index_t small = 600;
  for (int passes = 0; end - first > small && passes < 64; ++passes) {
    const auto n = static_cast<double>(end - first), place = static_cast<double>(rank - first) + 1;
    const double size = std::exp(2 * std::log(n) / 3) / 2;
    const double margin = std::sqrt(std::log(n) * size * (n - size) / n) / 2 * (place < n / 2 ? -1 : 1);
    const auto below = static_cast<index_t>(place * size / n - margin), above = static_cast<index_t>((n - place) * size / n + margin);
    select_rank(data, std::max(first, rank - std::max<index_t>(below, 0)), std::min(end, rank + std::max<index_t>(above, 0) + 1), rank);
    const T pivot = data[rank];
    const index_t equal = partition(data, first, end, [pivot](T value) { return value < pivot; });
    if (rank < equal) {
      end = equal;
      continue;
    }
    first = partition(data, equal, end, [pivot](T value) { return value == pivot; });
    if (rank < first) return;
  }
  std::nth_element(data + first, data + rank, data + end);
}

// Puts the elements of the ascending ranks where sorting data[first, end) would; all others lie between them.
template <class T>
void select_ranks(T* data, index_t first, index_t end, std::span<const index_t> ranks) {
  if (ranks.empty()) return;
  const std::size_t middle = ranks.size() / 2;
  const index_t rank = ranks[middle];
  T *const begin = data + first, *const behind = data + end;
  if (rank == first) {
    std::iter_swap(begin, std::min_element(begin, behind));
  } else if (rank == end - 1) {
    std::iter_swap(behind - 1, std::max_element(begin, behind));
  } else {
    select_rank(data, first, end, rank);
  }
  select_ranks(data, first, rank, ranks.first(middle));
  select_ranks(data, rank + 1, end, ranks.subspan(middle + 1));
}

// Moves the numbers to the front.
template <class T>
std::span<T> numbers_of(std::span<T> elements) {
  bool any = false;
  for (const T value : elements) any |= value != value;
  if (!any) return elements;
  const auto end = std::partition(elements.begin(), elements.end(), [](T value) { return value == value; });
  return {elements.begin(), end};
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

template <class T>
void select_numbers(ordered_numbers<T> numbers, std::span<const double> q, quantile_rule rule, double* out) {
  const index_t n = numbers.size();
  std::vector<index_t> ranks;
  for (const double share : q) {
    const standing at = stand(n, share, rule);
    ranks.push_back(at.rank);
    if (at.beyond > 0) ranks.push_back(at.rank + 1);
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  numbers.select(ranks);
  for (std::size_t i = 0; i < q.size(); ++i) {
    const standing at = stand(n, q[i], rule);
    const auto found = static_cast<double>(numbers[at.rank]);
    out[i] = at.beyond > 0 ? between_two(found, static_cast<double>(numbers[at.rank + 1]), at.beyond) : found;
  }
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

template <class T>
void select_quantiles(const char* operation, const own_elements<T>& elements, std::span<const double> q, quantile_rule rule,
                      nan_policy policy, double* out) {
  std::span<T> numbers = elements.stored.span();
  equal_elements<T> fills = elements.fills;
  if constexpr (real_element<T>) {
    numbers = numbers_of(numbers);
    if (fills.value != fills.value) fills = {};
    if (std::ssize(numbers) + fills.times < elements.size() && policy == nan_policy::keep) {
      std::fill_n(out, q.size(), std::nan(""));
      return;
    }
  }
  if (numbers.empty() && fills.times == 0) throw_no_elements(operation);
  select_numbers<T>({numbers, fills}, q, rule, out);
}

#define RAVEL_INSTANTIATE(T)                                                                                                        \
  template RAVEL_API void select_quantiles(const char*, const own_elements<T>&, std::span<const double>, quantile_rule, nan_policy, \
                                           double*);
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

}  // namespace ravel::detail
