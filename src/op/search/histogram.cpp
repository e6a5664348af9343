// SPDX-License-Identifier: BSL-1.0
// Bins of equal width are found by arithmetic and then corrected by the edges, others by binary search. So the edges alone decide.
#include <ravel/base/error.hpp>
#include <ravel/exec/detail/spares.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/search/histogram.hpp>
#include <ravel/op/search/index_of.hpp>
#include <ravel/storage/adopt.hpp>
#include "exec/from_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ravel::detail {

namespace {

enum class slope : unsigned char { rising, falling };

slope slope_of(const buffer<double>& edges) {
  const double first = edges.size() > 0 ? edges[0] : 0, last = edges.size() > 0 ? edges[edges.size() - 1] : 0;
  const slope found = first <= last ? slope::rising : slope::falling;
  for (index_t i = 0; i < edges.size(); ++i) {
    const double before = edges[std::max<index_t>(i - 1, 0)], here = edges[i];
    if (found == slope::rising ? before <= here : before >= here) continue;
    throw value_error(text() << "edges must rise or fall throughout, and " << here << " at " << i << " follows " << before);
  }
  return found;
}

// Calls f(block, count of each element) for blocks of the values in [begin, end); for a sparse node, for all.
template <class F>
void each_span_under(nan_policy policy, const node<double>& values, index_t begin, index_t end, F f) {
  if (by_entries(values)) {
    if (policy == nan_policy::refuse) refuse_nan_in_any("histogram", values);
    const index_t fills = each_stored_span(values, [&](std::span<const double> block) { f(block, 1); });
    if (fills > 0) f(std::span<const double>(values.fill(), 1), fills);
    return;
  }
  each_span(values, begin, end - begin, [&](std::span<const double> block, index_t position) {
    if (policy == nan_policy::refuse) refuse_nan_in<double>("histogram", position, block);
    f(block, 1);
  });
}

template <class F>
void each_span_under(nan_policy, const byte_counts& values, index_t begin, index_t end, F f) {
  for (index_t k = begin; k < end; ++k) {
    const auto value = static_cast<double>(values.least + k);
    if (values.counts[k] > 0) f(std::span(&value, 1), values.counts[k]);
  }
}

// True if the values are visited from the first to the last, on one thread.
bool in_one_pass(const node<double>& values) { return by_entries(values); }
bool in_one_pass(const byte_counts&) { return true; }
index_t count_of_values(const node<double>& values) { return values.size(); }
index_t count_of_values(const byte_counts& values) { return values.counts.size(); }

// Stored values come in blocks of any length.
template <class F>
void each_block_of(std::span<const double> values, F f) {
  constexpr auto longest = static_cast<std::size_t>(block_length<double>);
  for (std::size_t i = 0; i < values.size(); i += longest) f(values.subspan(i, std::min(longest, values.size() - i)));
}

// From the least value to the greatest. NaN is kept unless the policy skips it. Without values, from 0 to 1.
template <class Values>
bin_limits limits_of(const Values& values, nan_policy policy) {
  using limits = std::optional<bin_limits>;
  const auto joined = [](const limits& a, const limits& b) {
    if (!a || !b) return a ? a : b;
    return limits({preferred<least>(a->low, b->low), preferred<greatest>(a->high, b->high)});
  };
  const auto limits_in = [&](index_t begin, index_t end) {
    limits found;
    const auto take = [&](std::span<const double> block) {
      if (!block.empty()) found = joined(found, bin_limits{extreme_in<least>(block), extreme_in<greatest>(block)});
    };
    each_span_under(policy, values, begin, end, [&](std::span<const double> block, index_t) {
      if (policy == nan_policy::skip) return each_block_of(block, [&](auto part) { take_numbers<double>(take, part); });
      take(block);
    });
    return found;
  };
  const index_t n = count_of_values(values);
  const limits found = in_one_pass(values) ? limits_in(0, n) : from_pieces(n, 1, limits_in, joined);
  return found.value_or(bin_limits{0, 1});
}

// Rounded as in NumPy, so that a value on an edge falls to the same side.
buffer<double> even_edges(bin_limits limits, index_t bins) {
  const buffer<double> edges = unfilled_buffer<double>(bins + 1);
  const double width = limits.high - limits.low, step = width / static_cast<double>(bins);
  for (index_t i = 0; i < bins; ++i) {
    const auto place = static_cast<double>(i);
    edges[i] = (step != 0 ? place * step : place / static_cast<double>(bins) * width) + limits.low;
  }
  edges[bins] = limits.high;
  return edges;
}

bin_limits checked_limits(bin_limits limits) {
  if (!(limits.low <= limits.high) || !std::isfinite(limits.high - limits.low)) {
    const bool has_nan = limits.low != limits.low || limits.high != limits.high;
    throw value_error(text() << "histogram wants bins from a finite number up to another, not from " << limits.low << " to " << limits.high
                             << (has_nan ? ": nan_policy::skip leaves NaN out" : ""));
  }
  if (limits.low == limits.high) return {limits.low - 0.5, limits.high + 0.5};
  return limits;
}

// Bins of equal width. There is one more count than bins: for values outside, and NaN.
struct even_bins {
  double low;
  double high;
  double scale;
  double margin;  // the possible difference between arithmetic and edges, in bins
  std::int32_t bins;
};

constexpr std::size_t piece = 1024;

// The bin by arithmetic of each value, at most a piece of them. True if all are so far from the edges that the edges need not be checked. A
// separate loop for each width of output, because compilers vectorise poorly if doubles, integers and bools mix.
RAVEL_KERNEL bool bins_by_arithmetic(const double* values, std::size_t n, const even_bins& even, std::int32_t* bin) {
  const auto [low, high, scale, margin, bins] = even;
  const double outside = bins + 0.5, end = 1 - margin;
  double place[piece];
  for (std::size_t i = 0; i < n; ++i) {
    const double value = values[i], scaled = (value - low) * scale;
    const bool inside = (low <= value) & (value <= high);
    place[i] = inside ? scaled : outside;
  }
  for (std::size_t i = 0; i < n; ++i) bin[i] = static_cast<std::int32_t>(place[i]);
  std::int64_t near = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double above = place[i] - bin[i];
    near |= static_cast<std::int64_t>((above < margin) | (above > end));
  }
  return near == 0;
}

void count_by_search(std::span<const double> block, index_t times, const double* edges, index_t bins, index_t* counts) {
  for (const double value : block) {
    const bool inside = edges[0] <= value && value <= edges[bins];
    counts[inside ? std::upper_bound(edges + 1, edges + bins, value) - (edges + 1) : bins] += times;
  }
}

// The bin that arithmetic gives, corrected by one if the edges say so.
void count_by_edges(std::span<const double> block, index_t times, const double* edges, const even_bins& even, index_t* counts) {
  const index_t bins = even.bins;
  for (const double value : block) {
    index_t bin = bins;
    if (even.low <= value && value <= even.high) {
      bin = std::min(static_cast<index_t>((value - even.low) * even.scale), bins - 1);
      if (value < edges[bin]) --bin;
      if (value >= edges[bin + 1] && bin + 1 < bins) ++bin;
    }
    counts[bin] += times;
  }
}

void count_even(std::span<const double> block, index_t times, const double* edges, const even_bins& even, index_t* counts) {
  std::int32_t bin[piece];
  for (std::size_t start = 0; start < block.size(); start += piece) {
    const auto values = block.subspan(start, std::min(piece, block.size() - start));
    if (bins_by_arithmetic(values.data(), values.size(), even, bin)) {
      for (std::size_t i = 0; i < values.size(); ++i) counts[bin[i]] += times;
    } else {
      count_by_edges(values, times, edges, even, counts);
    }
  }
}

// Bins that are so wide and so few that rounding is small beside them.
std::optional<even_bins> wide_bins(bin_limits limits, index_t bins) {
  const double largest = std::max(std::abs(limits.low), std::abs(limits.high)), count = static_cast<double>(bins);
  const double scale = count / (limits.high - limits.low), margin = 2e-15 * (largest * scale + count);
  if (!(margin < 0.25) || bins > std::numeric_limits<std::int32_t>::max() / 2) return std::nullopt;
  return even_bins{limits.low, limits.high, scale, margin, static_cast<std::int32_t>(bins)};
}

// Threads need so many elements for each count, so that adding up their counts is cheap beside counting.
constexpr index_t worth_counting_apart = 16;

// Calls count(values, count of each value, edges, counts) for each block.
template <class Values, class Count>
histogram_counts count_all(const Values& values, buffer<double> edges, nan_policy policy, Count count) {
  const index_t bins = edges.size() - 1;
  const buffer<index_t> counts = make_buffer<index_t>(bins + 1);
  const double* at = edges.data();
  const auto count_in = [&](index_t begin, index_t end, index_t* into) {
    each_span_under(policy, values, begin, end, [&](std::span<const double> block, index_t times) { count(block, times, at, into); });
  };
  const index_t n = count_of_values(values);
  if (!current_executor || in_one_pass(values) || n / worth_counting_apart < bins) {
    count_in(0, n, counts.data());
  } else {
    spares<std::vector<index_t>> apart;  // one for each thread
    const auto none = [&] { return std::vector<index_t>(static_cast<std::size_t>(bins + 1)); };
    in_pieces(n, 1, [&](index_t begin, index_t end) {
      apart.with_room(none, [&](std::vector<index_t>& own) { count_in(begin, end, own.data()); });
    });
    for (const std::vector<index_t>& own : apart.all()) std::ranges::transform(own, counts, counts.begin(), std::plus<>());
  }
  return {slice(counts, 0, bins), std::move(edges)};
}

template <class Values>
histogram_counts search_all(const Values& values, const buffer<double>& edges, nan_policy policy) {
  const index_t bins = edges.size() - 1;
  return count_all(values, edges, policy,
                   [=](auto block, index_t times, const double* at, index_t* counts) { count_by_search(block, times, at, bins, counts); });
}

// Calls count(values, count of each value, edges, bins, counts) for each block, unless the bins are too narrow for arithmetic.
template <class Values, class Count>
histogram_counts count_evenly(const Values& values, index_t bins, const bin_limits* limits, nan_policy policy, Count count) {
  if (bins <= 0) throw value_error(text() << "histogram with " << bins << " bins: there must be at least 1");
  const bin_limits across = checked_limits(limits ? *limits : limits_of(values, policy));
  const buffer<double> edges = even_edges(across, bins);
  if (const auto even = wide_bins(across, bins)) {
    return count_all(values, edges, policy,
                     [&](auto block, index_t times, const double* at, index_t* counts) { count(block, times, at, *even, counts); });
  }
  return search_all(values, edges, policy);
}

template <class Values>
histogram_counts count_between(const Values& values, const buffer<double>& edges, nan_policy policy) {
  check_edge_count(edges.size());
  if (slope_of(edges) == slope::falling) {
    throw value_error(text() << "the edges of a histogram must rise, not fall from " << edges[0] << " to " << edges[edges.size() - 1]);
  }
  return search_all(values, edges, policy);
}

void check_at_least(index_t at_least) {
  if (at_least < 0) throw value_error(text() << "bincount of at least " << at_least << " numbers: it must not be negative");
  mul_index(at_least, sizeof(double));
}

// The count of a value, making room for it. `position` is that of the value, for an error.
template <class T>
T& count_of(std::vector<T>& counts, index_t value, index_t position) {
  if (value < 0) throw_negative_number(value, position);
  if (value >= std::ssize(counts)) {
    const index_t size = add_index(value, 1);
    mul_index(size, sizeof(T));  // throws our error for a size that no vector can hold
    counts.resize(static_cast<std::size_t>(size));
  }
  return counts[static_cast<std::size_t>(value)];
}

// Counts on several threads, each with its own counts. If a number is too large for that, gives false and counts nothing.
bool count_apart(const node<index_t>& values, std::vector<index_t>& counts) {
  struct too_large {};
  const index_t most = std::max(values.size() / worth_counting_apart, std::ssize(counts));
  spares<std::vector<index_t>> apart;
  try {
    in_pieces(values.size(), 1, [&](index_t begin, index_t end) {
      apart.with_room([] { return std::vector<index_t>(); },
                      [&](std::vector<index_t>& own) {
                        for (source_blocks<index_t> blocks(values, begin, end - begin); blocks.next();) {
                          const auto [b, position, n] = blocks.at_hand();
                          for (index_t i = 0; i < n; ++i) {
                            if (b.data[i * b.step] > most) throw too_large{};
                            ++count_of(own, b.data[i * b.step], position + i);
                          }
                        }
                      });
    });
  } catch (const too_large&) {
    return false;
  }
  for (const std::vector<index_t>& own : apart.all()) {
    if (own.size() > counts.size()) counts.resize(own.size());
    for (std::size_t k = 0; k < own.size(); ++k) counts[k] += own[k];
  }
  return true;
}

// Checks numbers before entries are counted, which does not see their positions.
void check_numbers(const node<index_t>& values) {
  const index_t place = first_place(values, [](index_t value) { return value < 0; });
  if (place >= 0) throw_negative_number(values.at(place), place);
}

}  // namespace

histogram_counts count_even_bins(const node<double>& values, index_t bins, const bin_limits* limits, nan_policy policy) {
  return count_evenly(values, bins, limits, policy, count_even);
}
histogram_counts count_even_bins(const byte_counts& values, index_t bins, const bin_limits* limits, nan_policy policy) {
  return count_evenly(values, bins, limits, policy, count_by_edges);
}

void check_edge_count(index_t count) {
  if (count < 2) throw value_error(text() << "histogram with " << count << " edges: there must be at least 2");
}

histogram_counts count_bins(const node<double>& values, const buffer<double>& edges, nan_policy policy) {
  return count_between(values, edges, policy);
}
histogram_counts count_bins(const byte_counts& values, const buffer<double>& edges, nan_policy policy) {
  return count_between(values, edges, policy);
}

namespace {

// Counts the edges below each value, also those that it equals if its bin is closed below. NaN is above all.
RAVEL_KERNEL void count_edges_below(std::span<const double> edges, std::span<const double> values, bool upper_edge_inside, index_t* below) {
  for (std::size_t i = 0; i < values.size(); ++i) below[i] = 0;
  for (const double edge : edges) {
    if (upper_edge_inside) {
      for (std::size_t i = 0; i < values.size(); ++i)
        below[i] += static_cast<index_t>(edge < values[i]) | static_cast<index_t>(values[i] != values[i]);
    } else {
      for (std::size_t i = 0; i < values.size(); ++i) below[i] += !(values[i] < edge);
    }
  }
}

// Compares each value with all edges, because a processor mispredicts the branches of a search.
buffer<index_t> bins_of_few(const node<double>& values, std::span<const double> edges, bool upper_edge_inside) {
  const buffer<index_t> bins = unfilled_buffer<index_t>(values.size());
  in_pieces(values.size(), 1, [&](index_t begin, index_t end) {
    each_span(values, begin, end - begin, [&](std::span<const double> block, index_t at) {
      for (std::size_t done = 0; done < block.size(); done += piece) {
        const auto part = block.subspan(done, std::min(piece, block.size() - done));
        count_edges_below(edges, part, upper_edge_inside, bins.data() + at + static_cast<index_t>(done));
      }
    });
  });
  return bins;
}

}  // namespace

buffer<index_t> bins_of(const node<double>& values, const buffer<double>& edges, bool upper_edge_inside) {
  constexpr index_t few_edges = 16;
  const bool falling = slope_of(edges) == slope::falling;
  const buffer<double> rising = falling ? clone(reverse(edges)) : edges;
  const node<double>& among = detail_access::node(rising);
  const search_side side = upper_edge_inside ? search_side::left : search_side::right;
  sorted_before less;
  const buffer<index_t> bins = by_entries(values)
                                   ? answers_of<index_t>(values, [&](double value) { return place_in(among, value, side, less); })
                               : rising.size() <= few_edges ? bins_of_few(values, rising.span(), upper_edge_inside)
                                                            : places_in(among, values, side, less);
  if (falling) {
    for (index_t& bin : bins) bin = edges.size() - bin;
  }
  return bins;
}

void throw_negative_number(index_t value, index_t position) {
  throw value_error(text() << "bincount counts from 0 up, and element " << position << " is " << value);
}

buffer<index_t> count_each(const node<index_t>& values, index_t at_least) {
  check_at_least(at_least);
  std::vector<index_t> counts(static_cast<std::size_t>(at_least));
  if (by_entries(values)) {
    check_numbers(values);
    const index_t fills = each_stored_span(values, [&](std::span<const index_t> stored) {
      for (const index_t value : stored) ++count_of(counts, value, 0);
    });
    if (fills > 0) count_of(counts, *values.fill(), 0) += fills;
  } else if (!current_executor || !count_apart(values, counts)) {
    for (source_blocks<index_t> blocks(values); blocks.next();) {
      const auto [b, position, n] = blocks.at_hand();
      for (index_t i = 0; i < n; ++i) ++count_of(counts, b.data[i * b.step], position + i);
    }
  }
  return adopt(std::move(counts));
}

buffer<double> weigh_each(const node<index_t>& values, const node<double>& weights, index_t at_least) {
  check_at_least(at_least);
  if (values.size() != weights.size()) throw_sizes_differ("bincount", values.size(), weights.size());
  std::vector<double> sums(static_cast<std::size_t>(at_least));
  if (all_by_entries(values, weights)) {
    check_numbers(values);
    const auto take = [&](index_t n, const index_t* value, const double* weight) {
      for (index_t i = 0; i < n; ++i) count_of(sums, value[i], 0) += weight[i];
    };
    const index_t fills = values.size() - each_stored_together(take, values, weights);
    if (fills > 0) count_of(sums, *values.fill(), 0) += *weights.fill() * static_cast<double>(fills);
    return adopt(std::move(sums));
  }
  const auto take = [&](index_t position, index_t n, block<const index_t> b, block<const double> weight) {
    for (index_t i = 0; i < n; ++i) count_of(sums, b.data[i * b.step], position + i) += weight.data[i * weight.step];
    return true;
  };
  each_block_together(0, values.size(), take, values, weights);
  return adopt(std::move(sums));
}

}  // namespace ravel::detail
