// SPDX-License-Identifier: BSL-1.0
// Ranks, and the correlation of ranks.
#include <ravel/op/statistics.hpp>

#include <algorithm>
#include <cmath>

namespace ravel::detail {

namespace {

struct placed_value {
  double value;
  std::size_t place;
};

// Pairs of values, of which the last stands so many times.
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

// The ranks from 1 on in place of the values, of which the last stands so many times.
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

// The pairs of numbers moved to the front, the others left out. Was there any?
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

}  // namespace

double spearman(const node<double>& a, const node<double>& b, nan_policy policy) {
  if (a.size() != b.size()) throw_sizes_differ(a.size(), b.size());
  if (policy == nan_policy::refuse) refuse_nan_in_any("correlation", a, b);
  value_pairs pairs = pairs_of(a, b);
  if (drop_nan(pairs) && policy == nan_policy::keep) return std::nan("");
  rank(pairs.a, pairs.times);
  rank(pairs.b, pairs.times);
  return comoments_of(pairs).pearson();
}

}  // namespace ravel::detail
