// SPDX-License-Identifier: BSL-1.0
// Moments of a block about its own mean, and their merging (Pébay, "Formulas for robust, one-pass parallel computation of covariances and
// arbitrary-order statistical moments", 2008).
#include <ravel/base/error.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/op/fold/reducers.hpp>
#include "op/fold/chunks.hpp"

#include <cmath>

namespace ravel::detail {

namespace {

constexpr std::size_t wide = 32;

constexpr std::size_t narrow = wide / 2;  // keeps three sums in registers

double combined(double (&lane)[narrow]) {
#pragma GCC unroll 4
  for (std::size_t width = narrow / 2; width > 0; width /= 2) {
    for (std::size_t j = 0; j < width; ++j) lane[j] += lane[j + width];
  }
  return lane[0];
}

double added(std::span<const double> piece) { return total_of_line(real_sum<double>{}, piece.data(), 1, std::ssize(piece)); }

struct limits {
  double low;
  double high;
};

// The limits of numbers.
RAVEL_KERNEL limits limits_of(const double* data, std::size_t n) {
  double low[wide], high[wide];
  for (std::size_t j = 0; j < wide; ++j) low[j] = high[j] = data[0];
  const auto take = [&](double value, std::size_t j) {
    low[j] = value < low[j] ? value : low[j];
    high[j] = value > high[j] ? value : high[j];
  };
  std::size_t i = 0;
  for (; i + wide <= n; i += wide) {
    for (std::size_t j = 0; j < wide; ++j) take(data[i + j], j);
  }
  for (std::size_t j = 0; i + j < n; ++j) take(data[i + j], j);
  for (std::size_t j = 1; j < wide; ++j) {
    low[0] = std::min(low[0], low[j]);
    high[0] = std::max(high[0], high[j]);
  }
  return {low[0], high[0]};
}

// power[k] is the sum of (x - mean)^(k + 2).
template <int Order>
[[gnu::always_inline]] inline void central(const double* data, std::size_t n, double mean, double* power) {
  double lane[std::size_t{Order} - 1][narrow] = {};
  const auto add = [&](std::size_t i, std::size_t j) {
    const double d = data[i + j] - mean, square = d * d;
    lane[0][j] += square;
    if constexpr (Order >= 3) lane[1][j] += square * d;
    if constexpr (Order >= 4) lane[2][j] += square * square;
  };
  std::size_t i = 0;
  for (; i + narrow <= n; i += narrow) {
    for (std::size_t j = 0; j < narrow; ++j) add(i, j);
  }
  for (std::size_t j = 0; i + j < n; ++j) add(i, j);
  for (int k = 0; k + 2 <= Order; ++k) power[k] = combined(lane[k]);
}

RAVEL_KERNEL void central_2(const double* data, std::size_t n, double mean, double* power) { central<2>(data, n, mean, power); }
RAVEL_KERNEL void central_3(const double* data, std::size_t n, double mean, double* power) { central<3>(data, n, mean, power); }
RAVEL_KERNEL void central_4(const double* data, std::size_t n, double mean, double* power) { central<4>(data, n, mean, power); }

RAVEL_KERNEL void central_pair(const double* a, const double* b, std::size_t n, double mean_a, double mean_b, double* power) {
  double lane[3][narrow] = {};
  const auto add = [&](std::size_t i, std::size_t j) {
    const double x = a[i + j] - mean_a, y = b[i + j] - mean_b;
    lane[0][j] += x * x;
    lane[1][j] += y * y;
    lane[2][j] += x * y;
  };
  std::size_t i = 0;
  for (; i + narrow <= n; i += narrow) {
    for (std::size_t j = 0; j < narrow; ++j) add(i, j);
  }
  for (std::size_t j = 0; i + j < n; ++j) add(i, j);
  for (int k = 0; k < 3; ++k) power[k] = combined(lane[k]);
}

}  // namespace

template <class T>
std::span<const double> as_doubles(std::span<const T> piece, double* room) {
  const T* data = piece.data();
  const std::size_t n = piece.size();
  for (std::size_t i = 0; i < n; ++i) room[i] = static_cast<double>(data[i]);
  return {room, n};
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API std::span<const double> as_doubles(std::span<const T>, double*);
RAVEL_INSTANTIATE(bool)
RAVEL_FOR_EACH_INTEGER(RAVEL_INSTANTIATE)
RAVEL_INSTANTIATE(float)
#undef RAVEL_INSTANTIATE

double alike_element(std::span<const double> elements) {
  const double first = elements.front();
  for (const double value : elements) {
    if (value != first) return std::nan("");
  }
  return first + (first - first);  // NaN for an infinity
}

namespace {

double middle(double sum, std::size_t n, double only) { return std::isnan(only) ? sum / static_cast<double>(n) : only; }

// The distance from the mean of one piece to the mean of the next.
double apart(double sum, double count, double only, double later_sum, double later_count, double later_only) {
  return only == later_only ? 0 : later_sum / later_count - sum / count;
}
// The element that all elements of both pieces are.
double only_of(double only, double later) { return only == later ? only : std::nan(""); }

moments moments_about_mean(std::span<const double> piece, double sum, int order) {
  const double* data = piece.data();
  const std::size_t n = piece.size();
  const double only = alike_element(piece), mean = middle(sum, n, only);
  double power[3] = {};
  if (order == 2) central_2(data, n, mean, power);
  if (order == 3) central_3(data, n, mean, power);
  if (order == 4) central_4(data, n, mean, power);
  return {static_cast<index_t>(n), sum, power[0], power[1], power[2], only};
}

}  // namespace

void add_moments(moments& state, std::span<const double> piece, int order) {
  if (!piece.empty()) state.merge(moments_about_mean(piece, added(piece), order));
}

void add_summary(summary<double>& state, std::span<const double> piece, int order) {
  if (piece.empty()) return;
  const double sum = added(piece);
  limits found = limits_of(piece.data(), piece.size());
  if (std::isnan(sum)) {  // a NaN, which comparisons overlook, or infinities of both signs
    found.low = extreme_in<least>(piece);
    found.high = extreme_in<greatest>(piece);
  }
  state.merge({moments_about_mean(piece, sum, order), found.low, found.high});
}

void add_comoments(comoments& state, std::span<const double> a, std::span<const double> b) {
  const std::size_t n = a.size();
  if (n == 0) return;
  const double sum_a = added(a), sum_b = added(b), only_a = alike_element(a), only_b = alike_element(b);
  double power[3];
  central_pair(a.data(), b.data(), n, middle(sum_a, n, only_a), middle(sum_b, n, only_b), power);
  state.merge({static_cast<index_t>(n), sum_a, sum_b, power[0], power[1], power[2], only_a, only_b});
}

namespace {

double per_element(double total, double count, ddof less, const char* operation) {
  if (count == 0) throw_no_elements(operation);
  if (less.value < 0) throw value_error(text() << operation << " with ddof{" << less.value << "}: it must not be negative");
  const double divisor = count - static_cast<double>(less.value);
  return divisor > 0 ? total / divisor : std::nan("");
}

// True if the elements spread more than rounding makes nearly equal ones spread.
bool spreads(const moments& m) {
  const double n = static_cast<double>(m.count), noise = 1e-15 * m.sum / n;
  return !(m.second / n <= noise * noise);
}

}  // namespace
}  // namespace ravel::detail

namespace ravel {

void moments::merge(moments later) {
  if (later.count == 0) return;
  if (count == 0) {
    *this = later;
    return;
  }
  const index_t together = detail::add_index(count, later.count);
  const double a = static_cast<double>(count), b = static_cast<double>(later.count), n = a + b;
  const double apart = detail::apart(sum, a, only, later.sum, b, later.only), share = apart / n, product = a * b * apart * share;
  fourth += later.fourth + product * share * share * (a * a - a * b + b * b) + 6 * share * share * (a * a * later.second + b * b * second) +
            4 * share * (a * later.third - b * third);
  third += later.third + product * share * (a - b) + 3 * share * (a * later.second - b * second);
  second += later.second + product;
  sum += later.sum;
  count = together;
  only = detail::only_of(only, later.only);
}

double moments::mean() const {
  if (count == 0) detail::throw_no_elements("mean");
  return sum / static_cast<double>(count);
}

double moments::variance(ddof less) const { return detail::per_element(second, static_cast<double>(count), less, "variance"); }

double moments::standard_deviation(ddof less) const {
  return std::sqrt(detail::per_element(second, static_cast<double>(count), less, "standard_deviation"));
}

double moments::skew(elements_are what) const {
  if (count == 0) detail::throw_no_elements("skew");
  const double n = static_cast<double>(count);
  if (!detail::spreads(*this)) return std::nan("");
  const double spread = second / n, of_all = third / n / (spread * std::sqrt(spread));
  if (what == elements_are::population) return of_all;
  return count < 3 ? std::nan("") : of_all * std::sqrt(n * (n - 1)) / (n - 2);
}

double moments::kurtosis(elements_are what) const {
  if (count == 0) detail::throw_no_elements("kurtosis");
  const double n = static_cast<double>(count);
  if (!detail::spreads(*this)) return std::nan("");
  const double of_all = n * fourth / (second * second) - 3;
  if (what == elements_are::population) return of_all;
  return count < 4 ? std::nan("") : ((n + 1) * of_all + 6) * (n - 1) / ((n - 2) * (n - 3));
}

void comoments::merge(comoments later) {
  if (later.count == 0) return;
  if (count == 0) {
    *this = later;
    return;
  }
  const index_t together = detail::add_index(count, later.count);
  const double a = static_cast<double>(count), b = static_cast<double>(later.count), weight = a * b / (a + b);
  const double apart_a = detail::apart(sum_a, a, only_a, later.sum_a, b, later.only_a);
  const double apart_b = detail::apart(sum_b, a, only_b, later.sum_b, b, later.only_b);
  second_a += later.second_a + apart_a * apart_a * weight;
  second_b += later.second_b + apart_b * apart_b * weight;
  product += later.product + apart_a * apart_b * weight;
  sum_a += later.sum_a;
  sum_b += later.sum_b;
  count = together;
  only_a = detail::only_of(only_a, later.only_a);
  only_b = detail::only_of(only_b, later.only_b);
}

double comoments::covariance(ddof less) const { return detail::per_element(product, static_cast<double>(count), less, "covariance"); }

double comoments::pearson() const {
  if (count == 0) detail::throw_no_elements("correlation");
  const double r = product / std::sqrt(second_a) / std::sqrt(second_b);
  return r > 1 ? 1 : r < -1 ? -1 : r;
}

straight_line comoments::regression() const {
  if (count == 0) detail::throw_no_elements("regression");
  const double n = static_cast<double>(count), slope = product / second_a;
  return {slope, sum_b / n - slope * (sum_a / n)};
}

namespace detail {

namespace {

// The gatherers with their order as a value, so that one loop serves all orders. Their result is the state itself.
struct moments_up_to : moment_gatherer<4> {
  int highest;

  explicit moments_up_to(int given) : highest(given) {}
  template <kernel_number T>
  void step(moments& state, std::span<const T> block) const {
    each_in_doubles([&](std::span<const double> piece) { add_moments(state, piece, highest); }, block);
  }
  static moments finish(const moments& state) { return state; }
};
struct summary_up_to : summary_gatherer<4> {
  int highest;

  explicit summary_up_to(int given) : highest(given) {}
  template <kernel_number T>
  void step(summary<T>& state, std::span<const T> block) const {
    add_to_summary(state, block, highest);
  }
  template <class T>
  static summary<T> finish(const summary<T>& state) {
    return state;
  }
};
struct comoments_alone : comoment_gatherer {
  static comoments finish(const comoments& state) { return state; }
};

template <int Order>
moments_up_to with_order_as_value(moment_gatherer<Order>) {
  return moments_up_to(Order);
}
template <int Order>
summary_up_to with_order_as_value(summary_gatherer<Order>) {
  return summary_up_to(Order);
}
comoments_alone with_order_as_value(comoment_gatherer) { return {}; }

}  // namespace

template <class Gatherer, class... Ts>
typename gathered_by<Gatherer, Ts...>::type gather_in_src(const char* operation, nan_policy policy, const node<Ts>&... sources) {
  return reduction<Ts...>{operation, policy}.over(with_order_as_value(Gatherer{}), sources...);
}
#define RAVEL_GATHER(Order, T)                                                                               \
  template RAVEL_API moments gather_in_src<moment_gatherer<Order>>(const char*, nan_policy, const node<T>&); \
  template RAVEL_API summary<T> gather_in_src<summary_gatherer<Order>>(const char*, nan_policy, const node<T>&);
#define RAVEL_INSTANTIATE(T) \
  RAVEL_GATHER(1, T)         \
  RAVEL_GATHER(2, T)         \
  RAVEL_GATHER(3, T)         \
  RAVEL_GATHER(4, T)         \
  template RAVEL_API comoments gather_in_src<comoment_gatherer>(const char*, nan_policy, const node<T>&, const node<T>&);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE
#undef RAVEL_GATHER

}  // namespace detail
}  // namespace ravel
