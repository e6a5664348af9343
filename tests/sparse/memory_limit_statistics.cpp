// SPDX-License-Identifier: BSL-1.0
// Statistics, orders, counts and places, and masked products that docs/sparse.md says cost what is stored, in little memory and seconds.
#include "little_memory.hpp"

using namespace ravel;
using namespace little_memory;

namespace {

constexpr double elements = 1e12;
constexpr double squares = many * (many + 1) * (2 * many + 1) / 6.0, cubes = total * total;
constexpr double fourths = many * (many + 1) * (2 * many + 1) * (3.0 * many * many + 3 * many - 1) / 30.0;

bool about(double found, double wanted) { return std::abs(found - wanted) <= 1e-5 * std::abs(wanted); }

}  // namespace

TEST_CASE("statistics of 1e12 positions cost what is stored", "[sparse]") {
  if (!support::memory_can_be_limited()) return;
  const tensor<double> t = thousand();
  const reader<double> r = flat(t), turned = flat(transpose(t));
  constexpr double spread = squares / elements;  // the square of the mean is far below

  IN_LITTLE_MEMORY(about(variance(r), spread) && about(standard_deviation(r), std::sqrt(spread)));
  IN_LITTLE_MEMORY(about(skew(r), cubes / elements / std::pow(spread, 1.5)));
  IN_LITTLE_MEMORY(about(kurtosis(r) + 3, fourths / elements / (spread * spread)));
  IN_LITTLE_MEMORY(descriptive_statistics(r).count == all_of_them && about(descriptive_statistics(r).mean, total / elements));
  IN_LITTLE_MEMORY(descriptive_statistics(r).min == 0 && descriptive_statistics(r).max == many);
  IN_LITTLE_MEMORY(about(covariance(r, r), spread) && std::abs(covariance(r, turned)) < 1e-11 && about(correlation(r, r), 1));
  IN_LITTLE_MEMORY(about(variance(t, 1)(1000), 4e-6) && about(standard_deviation(t, 0)(7), 2e-3) && variance(t, 0)(1) == 0);
  IN_LITTLE_MEMORY(about(covariance(t, t, 1)(1000), 4e-6) && about(skew(t, 1)(1000), 1000));
  IN_LITTLE_MEMORY(reduce_with(r, reducer::sum) == total && reduce_with(r, reducer::count) == all_of_them &&
                   reduce_with(r, reducer::max) == many);
  IN_LITTLE_MEMORY(std::abs(static_cast<double>(reduce_with(r, reducer::distinct_count)) - 1001) < 50);
  IN_LITTLE_MEMORY(geometric_mean(r + 1.0) > 1 && max(r, nan_policy::skip) == many && argmax(r, nan_policy::skip) == argmax(r));
}

TEST_CASE("orders, counts and places of 1e12 positions cost what is stored", "[sparse]") {
  if (!support::memory_can_be_limited()) return;
  const tensor<double> t = thousand();
  const reader<double> r = flat(t);
  const reader<std::int64_t> whole = flat(to_sparse(cast<std::int64_t>(t)));
  constexpr index_t last_entry = 999 * 1000 * side + 999 * 7, zeros_there = all_of_them - many;

  IN_LITTLE_MEMORY(equal(histogram(r, {-0.5, 0.5, 500.5, 1001.0}).counts, buffer<index_t>{zeros_there, 500, 500}));
  IN_LITTLE_MEMORY(histogram(r, bins{10}).counts[0] == zeros_there + 99 && histogram(r, bins{10}).counts[9] == 101);
  IN_LITTLE_MEMORY(bincount(whole).size() == many + 1 && bincount(whole)[0] == zeros_there && bincount(whole)[many] == 1);
  IN_LITTLE_MEMORY(index_of(r, 6.0) == 5000 * side + 35 && last_index_of(r, 6.0) == 5000 * side + 35 && !index_of(r, 0.5));
  IN_LITTLE_MEMORY(index_of(r, 0.0) == 1 && last_index_of(r, 0.0) == all_of_them - 1);
  IN_LITTLE_MEMORY(equal(index_of(r, {2.0, 0.0, -1.0}), buffer<index_t>{1000 * side + 7, 1, -1}));
  IN_LITTLE_MEMORY(median(r) == 0 && quantile(r, 1.0) == many && quantile(r, {0.5, 1.0})[1] == many && quartiles(r).third == 0);
  IN_LITTLE_MEMORY(nth_element(r, all_of_them - 1) == many && nth_element(r, zeros_there) == 1 && nth_element(r, 0) == 0);
  IN_LITTLE_MEMORY(arg_top_k(r, 2)[0] == last_entry && arg_top_k(r, many + 2).size() == many + 2);
  IN_LITTLE_MEMORY(unique(r).size() == many + 1 && count_unique(r) == many + 1 && unique(r)[many] == many);
  IN_LITTLE_MEMORY(value_counts(r).counts[0] == zeros_there && sum(value_counts(r).counts) == all_of_them);
  IN_LITTLE_MEMORY(most_common(r) == 0);
  IN_LITTLE_MEMORY(median(t, 1)(1000) == 0 && quantile(t, 1.0, 0)(7) == 2 && nth_element(t, side - 1, 1)(1000) == 2);
  IN_LITTLE_MEMORY(argmax(t, 1)(1000) == 7 && argmin(t, 1)(0) == 1 && argmax(t, 0)(7) == 1000);
}

TEST_CASE("masked and scaled products of 1e12 positions cost what is stored", "[sparse]") {
  if (!support::memory_can_be_limited()) return;
  const tensor<double> t = thousand(), mask = sparse_tensor<double>({side, side});
  for (const index_t at : {0, 5, 1000}) mask.write({at, at}, 1.0);
  const auto rising = iota<double>(side);
  const auto twos = full<double>({side}, 2.0);

  IN_LITTLE_MEMORY(stores(sparse_matmul(t, transpose(t), where_stored{mask}), 2, 5));
  IN_LITTLE_MEMORY(stores(sparse_matmul(t, transpose(t), where_not_stored{mask}), many - 2, squares - 5));
  IN_LITTLE_MEMORY(stores(sparse_matmul(t, transpose(t), plus_pair, where_stored{mask}), 2, 2));
  IN_LITTLE_MEMORY(stores(scale_rows(t, twos), many, 2 * total) && stores(scale_columns(transpose(t), twos), many, 2 * total));
  IN_LITTLE_MEMORY(scale_rows(t, rising).at({1000, 7}) == 2000 && scale_columns(t, rising).at({1000, 7}) == 14);
}
