// SPDX-License-Identifier: BSL-1.0
// All statistics in one pass, ranks, and rank correlations: Spearman's, and Kendall's by Knight's algorithm of 1966, which sorts twice. A
// trimmed mean sorts and adds up the middle, so that the order of the additions depends only on the values.
#include <ravel/base/error.hpp>
#include <ravel/op/fold/compose.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/order/sort.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/op/stats/statistics.hpp>

#include <algorithm>
#include <cmath>

namespace ravel::detail {

namespace {

struct placed_value {
  double value;
  std::size_t place;
};

// Pairs of values; the last pair counts `times` times.
struct value_pairs {
  std::vector<double> a, b;
  index_t times = 1;
};

value_pairs pairs_of(const node<double>& a, const node<double>& b) {
  value_pairs pairs;
  if (all_by_entries(a, b)) {
    const index_t stored = each_stored_together(
        [&](index_t n, const double* of_a, const double* of_b) {
          pairs.a.insert(pairs.a.end(), of_a, of_a + n);
          pairs.b.insert(pairs.b.end(), of_b, of_b + n);
        },
        a, b);
    if (stored == a.size()) return pairs;
    pairs.a.push_back(*a.fill());
    pairs.b.push_back(*b.fill());
    pairs.times = a.size() - stored;
  } else {
    const auto n = static_cast<std::size_t>(a.size());
    pairs.a.resize(n);
    pairs.b.resize(n);
    read_into(a, 0, a.size(), pairs.a.data());
    read_into(b, 0, b.size(), pairs.b.data());
  }
  return pairs;
}

// Replaces the values by their ranks, counted from 1; the last value counts `times` times.
void rank(std::span<double> values, index_t times) {
  std::vector<placed_value> order(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) order[i] = {values[i], i};
  std::sort(order.begin(), order.end(), [](const placed_value& a, const placed_value& b) { return a.value < b.value; });
  index_t before = 0;
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    index_t tied = 0;
    for (; end < order.size() && order[end].value == order[first].value; ++end) tied += order[end].place + 1 == order.size() ? times : 1;
    const double shared = static_cast<double>(2 * before + tied + 1) / 2;
    for (std::size_t i = first; i < end; ++i) values[order[i].place] = shared;
    before += tied;
  }
}

// Moves the pairs of numbers to the front and drops the others. True if any was dropped.
bool drop_nan(value_pairs& pairs) {
  const std::size_t given = pairs.a.size();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < given; ++i) {
    if (std::isnan(pairs.a[i]) || std::isnan(pairs.b[i])) {
      if (i + 1 == given) pairs.times = 1;
      continue;
    }
    pairs.a[kept] = pairs.a[i];
    pairs.b[kept++] = pairs.b[i];
  }
  pairs.a.resize(kept);
  pairs.b.resize(kept);
  return kept < given;
}

comoments comoments_of(const value_pairs& pairs) {
  const std::span<const double> a = pairs.a, b = pairs.b;
  comoments found;
  if (pairs.times == 1) {
    add_comoments(found, a, b);
    return found;
  }
  add_comoments(found, a.first(a.size() - 1), b.first(b.size() - 1));
  comoments many;
  add_comoments(many, a.last(1), b.last(1));
  repeat_one(many, pairs.times);
  found.merge(many);
  return found;
}

double spearman(value_pairs pairs) {
  rank(pairs.a, pairs.times);
  rank(pairs.b, pairs.times);
  return comoments_of(pairs).pearson();
}

// A pair of values with its count.
struct counted_pair {
  double a, b;
  index_t times;
};

uint128 pairs_among(index_t n) { return static_cast<uint128>(n) * static_cast<uint128>(n - 1) / 2; }

// The number of pairs of places with equal values, for sorted values.
template <class Same>
uint128 tied_pairs(const std::vector<counted_pair>& sorted, Same same) {
  uint128 found = 0;
  for (std::size_t first = 0, end = 0; first < sorted.size(); first = end) {
    index_t tied = 0;
    for (; end < sorted.size() && same(sorted[first], sorted[end]); ++end) tied += sorted[end].times;
    found += pairs_among(tied);
  }
  return found;
}

// Merges two neighbours that ascend by b. Gives the number of pairs of places that were out of order.
uint128 merge_by_b(const counted_pair* first, const counted_pair* middle, const counted_pair* end, counted_pair* out) {
  uint128 inverted = 0;
  index_t waiting = 0;
  for (const counted_pair* p = first; p < middle; ++p) waiting += p->times;
  const counted_pair *left = first, *right = middle;
  while (left < middle && right < end) {
    if (right->b < left->b) {
      inverted += static_cast<uint128>(waiting) * static_cast<uint128>(right->times);
      *out++ = *right++;
    } else {
      waiting -= left->times;
      *out++ = *left++;
    }
  }
  std::copy(right, end, std::copy(left, middle, out));
  return inverted;
}

// Sorts by b. Gives the number of pairs of places that were out of order.
uint128 sort_by_b(std::vector<counted_pair>& pairs) {
  std::vector<counted_pair> other(pairs.size());
  uint128 inverted = 0;
  for (std::size_t width = 1; width < pairs.size(); width *= 2) {
    check_stop();
    for (std::size_t i = 0; i < pairs.size(); i += 2 * width) {
      const counted_pair* const from = pairs.data();
      const std::size_t middle = std::min(i + width, pairs.size()), end = std::min(i + 2 * width, pairs.size());
      inverted += merge_by_b(from + i, from + middle, from + end, other.data() + i);
    }
    pairs.swap(other);
  }
  return inverted;
}

double kendall(const value_pairs& given) {
  std::vector<counted_pair> pairs(given.a.size());
  index_t n = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = {given.a[i], given.b[i], i + 1 == pairs.size() ? given.times : 1};
    n += pairs[i].times;
  }
  if (n < 2) return std::nan("");
  std::sort(pairs.begin(), pairs.end(), [](const counted_pair& x, const counted_pair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  const uint128 all = pairs_among(n), tied_a = tied_pairs(pairs, [](const auto& x, const auto& y) { return x.a == y.a; });
  const uint128 tied_both = tied_pairs(pairs, [](const auto& x, const auto& y) { return x.a == y.a && x.b == y.b; });
  const uint128 against = sort_by_b(pairs);
  const uint128 tied_b = tied_pairs(pairs, [](const auto& x, const auto& y) { return x.b == y.b; });
  const double agreeing = static_cast<double>(all - tied_a - tied_b + tied_both - against), disagreeing = static_cast<double>(against);
  const double tau = (agreeing - disagreeing) / std::sqrt(static_cast<double>(all - tied_a)) / std::sqrt(static_cast<double>(all - tied_b));
  return tau > 1 ? 1 : tau < -1 ? -1 : tau;
}

}  // namespace

double rank_correlation(const node<double>& a, const node<double>& b, correlation_kind kind, nan_policy policy) {
  if (a.size() != b.size()) throw_sizes_differ("correlation", a.size(), b.size());
  if (policy == nan_policy::refuse) refuse_nan_in_any("correlation", a, b);
  value_pairs pairs = pairs_of(a, b);
  if (pairs.a.empty()) throw_no_elements("correlation");
  if (drop_nan(pairs) && policy == nan_policy::keep) return std::nan("");
  if (pairs.a.empty()) throw_no_elements("correlation");
  return kind == correlation_kind::kendall ? kendall(pairs) : spearman(std::move(pairs));
}

template <class T>
statistic_values described(const node<T>& elements, ddof less, elements_are what, nan_policy policy) {
  const auto all = compose(reducer::min, reducer::max, reducer::moments);
  const auto gathered = gather_in_src<summary_gatherer<4>, T>("descriptive_statistics", policy, elements);
  if (gathered.count == 0) throw_no_elements("descriptive_statistics");
  const auto [least, greatest, m] = all.finish(gathered);
  return {m.count,         static_cast<double>(least), static_cast<double>(greatest), m.sum,
          m.mean(),        m.variance(less),           m.standard_deviation(less),    m.skew(what),
          m.kurtosis(what)};
}
#define RAVEL_INSTANTIATE(T) template RAVEL_API statistic_values described(const node<T>&, ddof, elements_are, nan_policy);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

double trimmed_mean_of(const reader<double>& values, double share, nan_policy policy) {
  if (!(share >= 0 && share < 0.5))
    throw value_error(text() << "trimmed_mean leaves out a share of " << share << " at each end: it must be at least 0 and less than 0.5");
  if (policy == nan_policy::refuse) refuse_nan(values, "trimmed_mean");
  const buffer<double> ordered = policy == nan_policy::skip ? filter(values, [](double x) { return x == x; }) : clone(values);
  check_not_empty(ordered, "trimmed_mean");
  sort_in_place(ordered.span());
  const index_t n = ordered.size();
  if (is_nan{}(ordered[n - 1])) return ordered[n - 1];
  const auto cut = static_cast<index_t>(share * static_cast<double>(n));
  return mean(slice(ordered, cut, n - 2 * cut));
}

}  // namespace ravel::detail
