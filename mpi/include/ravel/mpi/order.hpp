// SPDX-License-Identifier: BSL-1.0
// Sorting of distributed vectors: sort, argsort and unique by samples, the greatest elements, and quantiles; and running sums, products and
// extremes, each rank with its own chunks. (Those along axes: lines.hpp.) Results are those of one machine. A rank needs room for its share
// of the elements; equal elements go to one rank. Collective.
#pragma once

#include <ravel/mpi/fetch.hpp>
#include <ravel/mpi/means.hpp>
#include <ravel/mpi/reduce.hpp>
#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/fold/scan.hpp>
#include <ravel/op/keys/unique.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/order/top_k.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace ravel {
namespace mpi {

namespace detail {

template <class T>
struct placed_element {
  T value;
  index_t position;
};
template <class T>
ravel::tensor<T> element_values(const std::vector<placed_element<T>>& list) {
  const ravel::tensor<T> all = ravel::empty<T>({static_cast<index_t>(list.size())});
  for (std::size_t i = 0; i < list.size(); ++i) all.data()[i] = list[i].value;
  return all;
}

// Sorts vectors by samples: ranks agree on what parts the order into shares, and each gets the elements of its share by rising position.
template <class T>
class sharing {
 public:
  explicit sharing(const world& ranks) : ranks_(ranks), shares_(ranks) {}

  template <class X>
  void run(const char* operation, const X& x) {
    const auto take = [&](index_t first, const auto& block) {
      const ravel::tensor<T> line = ravel::clone(block);
      for (index_t i = 0; i < line.size(); ++i) own_.push_back({line(i), first + i});
    };
    const auto part = [&] { split(); };
    const auto agree = [&] { shares_.agree(); };
    const auto send = [&] { shares_.exchange(); };
    check_vector(operation, x.shape());
    each_line_part(operation, ranks_, x.shape(), take, {part, agree, send}, x);
  }
  const std::vector<placed_element<T>>& share() const& { return shares_.received(); }
  ravel::tensor<T> values() const { return element_values(share()); }

 private:
  static bool is_nan(const T& value) { return value != value; }

  // Equal elements are on one side of what parts the shares; NaN is in the last one.
  void split() {
    constexpr std::size_t most = 256;
    std::vector<placed_element<T>> samples;
    const std::size_t apart = own_.size() / most + 1;
    for (std::size_t i = 0; i < own_.size(); i += apart) {
      if (!is_nan(own_[i].value)) samples.push_back(own_[i]);
    }
    samples = gathered_items(ranks_.state(), samples);
    std::ranges::sort(samples, {}, &placed_element<T>::value);
    std::vector<T> borders;
    const auto ranks = static_cast<std::size_t>(ranks_.size());
    for (std::size_t r = 1; r < ranks && !samples.empty(); ++r) borders.push_back(samples[r * samples.size() / ranks].value);
    for (const auto& e : own_) {
      const auto border = is_nan(e.value) ? borders.end() : std::upper_bound(borders.begin(), borders.end(), e.value);
      shares_.to(border - borders.begin()).push_back(e);
    }
    own_ = {};
  }

  world ranks_;
  std::vector<placed_element<T>> own_;
  routes<placed_element<T>> shares_;
};

template <class T, class X, class Sort>
auto sorted_over_ranks(const char* operation, const X& x, const distribution* how, const Sort& sorted) {
  sharing<T> parts(x.ranks());
  parts.run(operation, x);
  using R = ravel::detail::read_t<decltype(sorted(parts))>;
  std::optional<ravel::tensor<const R>> own;
  const auto order = [&] { own.emplace(ravel::detail::as_read_tensor(sorted(parts))); };
  collectively(x.ranks(), operation, [] { return std::string("sorting"); }, {order});
  return parts_in_order<R>(operation, x.ranks(), *own, how);
}

}  // namespace detail

// In ascending order, NaN last.
template <detail::spread_ordered X>
[[nodiscard]] auto sort(const X& x, const distribution& how = blocks{0}) {
  using T = typename X::value_type;
  return detail::sorted_over_ranks<T>("sort", x, &how, [](const auto& parts) { return ravel::sort(parts.values()); });
}
// The positions of the elements in ascending order, equal ones by position.
template <detail::spread_ordered X>
[[nodiscard]] tensor<index_t> argsort(const X& x, const distribution& how = blocks{0}) {
  using T = typename X::value_type;
  return detail::sorted_over_ranks<T>("argsort", x, &how, [](const auto& parts) {
    const auto order = ravel::argsort(parts.values());
    const ravel::tensor<index_t> positions = ravel::empty<index_t>({order.size()});
    for (index_t i = 0; i < order.size(); ++i) positions(i) = parts.share()[static_cast<std::size_t>(order[i])].position;
    return positions;
  });
}
// The different elements in ascending order.
template <detail::spread_ordered X>
[[nodiscard]] auto unique(const X& x, const distribution& how = blocks{0}) {
  using T = typename X::value_type;
  return detail::sorted_over_ranks<T>("unique", x, &how, [](const auto& parts) { return ravel::unique(parts.values()); });
}

// The positions of the k greatest elements, the greatest first, on every rank.
template <detail::spread_ordered X>
[[nodiscard]] ravel::buffer<index_t> arg_top_k(const X& x, index_arg k) {
  using T = typename X::value_type;
  std::vector<detail::placed_element<T>> found;
  std::optional<ravel::buffer<index_t>> result;
  const auto look = [&](index_t first, const auto& block) {
    const ravel::tensor<T> line = ravel::clone(block);
    const index_t count = std::clamp<index_t>(k, 0, line.size());
    const auto places = ravel::arg_top_k(line, count);
    for (index_t i = 0; i < count; ++i) found.push_back({line(places[i]), first + places[i]});
  };
  const auto finish = [&] {
    auto all = detail::gathered_items(x.ranks().state(), found);
    if (k < 0 || k > x.size()) ravel::detail::throw_top_k(k, x.size());
    std::ranges::sort(all, {}, &detail::placed_element<T>::position);
    const auto places = ravel::arg_top_k(detail::element_values(all), k);
    const auto positions = ravel::make_buffer<index_t>(index_t{k});
    for (index_t i = 0; i < k; ++i) positions.data()[i] = all[static_cast<std::size_t>(places[i])].position;
    result.emplace(positions);
  };
  detail::check_vector("arg_top_k", x.shape());
  detail::each_line_part({"arg_top_k", detail::said_argument(k)}, x.ranks(), x.shape(), look, {finish}, x);
  return *std::move(result);
}

namespace detail {

// Quantiles of sorted elements, of which the first n are numbers.
template <class S>
void quantiles_in_order(const char* operation, const S& in_order, index_t n, std::span<const double> q, quantile_rule rule, double* out) {
  std::vector<index_t> places;
  for (const double share : q) {
    const index_t place = ravel::detail::stand(n, share, rule).rank;
    places.insert(places.end(), {place, std::min(place + 1, n - 1)});
  }
  places.push_back(n - 1);
  const auto found = elements_on(operation, take(in_order, 0, places), 0, true);
  const auto number = [&](index_t i) { return static_cast<double>(found(i)) + 0.0; };  // no negative zero
  const bool has_nan = std::isnan(number(std::ssize(places) - 1));
  for (index_t k = 0; k < std::ssize(q); ++k) {
    const double beyond = ravel::detail::stand(n, q[static_cast<std::size_t>(k)], rule).beyond;
    const double between = beyond > 0 ? ravel::detail::between_two(number(2 * k), number(2 * k + 1), beyond) : number(2 * k);
    out[k] = has_nan ? std::nan("") : between;
  }
}

// Without weights. Throws on all ranks as one machine does.
template <class X, class... Options>
void quantiles_by_sorting(const char* operation, const X& x, std::span<const double> q, double* out, const Options&... options) {
  const nan_policy policy = ravel::detail::option_or(nan_policy::keep, options...);
  collectively(x.ranks(), operation, [&] {
    std::string said = said_arguments(options...);
    for (const double share : q) said += said_argument(share);
    return said;
  });
  const auto in_order = sort(flat(x));
  ravel::detail::check_quantiles(q);
  if (x.size() == 0) ravel::detail::throw_no_elements(operation, x.shape());
  if (policy == nan_policy::refuse) refuse_nan_over_ranks(operation, x);
  const index_t n = policy == nan_policy::skip ? count_numbers_over_ranks(operation, x) : x.size();
  if (n == 0) ravel::detail::throw_no_elements(operation);
  quantiles_in_order(operation, in_order, n, q, ravel::detail::option_or(quantile_rule::linear, options...), out);
}

template <class Option>
const Option& with_weights(const ravel::weights&, const Option& option) {
  return option;
}
template <class W>
const ravel::weights& with_weights(const ravel::weights& instead, const weights<W>&) {
  return instead;
}
template <class T>
struct weighted_element {
  T value;
  double weight;
};

// At most five quantiles of all elements. Weighted ones depend on how one machine sorts, so rank 0 does that.
template <class X, class... Options>
std::array<double, 5> quantiles_over_ranks(const char* operation, const X& x, std::span<const double> q, const Options&... options) {
  std::array<double, 5> found{};
  if constexpr ((are_spread_weights<Options> || ...)) {
    using T = typename X::value_type;
    using weighted = weighted_element<T>;
    const auto& given = given_weights(options...);
    check_spread_weights(operation, given, x);
    const auto beside = [](const T& value, const auto& weight) -> weighted { return {value, static_cast<double>(weight)}; };
    const auto verb = [&](const auto& whole) {
      const auto values = ravel::clone(map([](const weighted& e) { return e.value; }, whole));
      const ravel::weights all(map([](const weighted& e) { return e.weight; }, whole));
      ravel::detail::quantiles_into(operation, values, q, found.data(), with_weights(all, options)...);
      return found;
    };
    return worked_on_rank_0(operation, map(beside, x, given.values()), said_arguments(q[0], options...), verb);
  } else if constexpr (weighs<Options...>) {
    const auto verb = [&](const auto& whole) {
      ravel::detail::quantiles_into(operation, whole, q, found.data(), options...);
      return found;
    };
    return worked_on_rank_0(operation, x, said_arguments(q[0], options...), verb);
  } else {
    quantiles_by_sorting(operation, x, q, found.data(), options...);
    return found;
  }
}

}  // namespace detail

// The quantile of all elements at a share q from 0 to 1.
template <detail::spread_ordered X, std::floating_point Q, detail::weights_or<quantile_rule, nan_policy> Option,
          detail::weights_or<quantile_rule, nan_policy>... Options>
[[nodiscard]] double quantile(const X& x, Q q, const Option& option, const Options&... options) {
  const double share = static_cast<double>(q);
  return detail::quantiles_over_ranks("quantile", x, std::span(&share, 1), option, options...)[0];
}
template <detail::spread_ordered X, std::floating_point Q>
[[nodiscard]] double quantile(const X& x, Q q) {
  return quantile(x, q, quantile_rule::linear);
}
// Several quantiles by one sort, in the order given, on every rank. Without weights.
template <detail::spread_ordered X, ravel::detail::number_reader Q = ravel::buffer<double>,
          ravel::detail::among<quantile_rule, nan_policy>... Options>
ravel::buffer<double> quantile(const X& x, const Q& q, const Options&... options) {
  const ravel::buffer<double> shares = ravel::detail::list_in_doubles("quantile", "shares", q);
  const ravel::buffer<double> found = ravel::make_buffer<double>(shares.size());
  if (shares.size() > 0) detail::quantiles_by_sorting("quantile", x, shares.span(), found.data(), options...);
  return found;
}

// The quantile at 0.5.
template <detail::spread_ordered X, detail::weights_or<quantile_rule, nan_policy>... Options>
[[nodiscard]] double median(const X& x, const Options&... options) {
  static constexpr double half = 0.5;
  return detail::quantiles_over_ranks("median", x, std::span(&half, 1), options...)[0];
}
// The least element, the quartiles and the greatest element.
template <detail::spread_ordered X, detail::weights_or<quantile_rule, nan_policy>... Options>
quartile_values quartiles(const X& x, const Options&... options) {
  static constexpr double shares[] = {0, 0.25, 0.5, 0.75, 1};
  const auto found = detail::quantiles_over_ranks("quartiles", x, shares, options...);
  return {found[0], found[1], found[2], found[3], found[4]};
}

namespace detail {

// Whole running chunks for each rank.
RAVEL_API index_t running_span(index_t length, int ranks);

// Along the one axis: totals of all chunks are told to all ranks, so that each knows where its first one begins.
template <template <class, class> class How, class Step, class X>
auto running_over_ranks(const char* operation, const X& x) {
  using T = typename X::value_type;
  using Fold = How<Step, T>;
  using total = typename Fold::total;
  using out = typename Fold::out;
  constexpr index_t chunk = ravel::detail::running_chunk;
  const world& ranks = x.ranks();
  std::optional<tensor<T>> elements;
  std::optional<tensor<out>> results;
  element_list<total> own, all;
  writing<X, T> work(ranks, operation);
  const auto prepare = [&] {
    check_vector(operation, x.shape());
    const index_t span = running_span(x.size(), ranks.size());
    const block_cyclic in_chunks(0, span);
    elements.emplace(unfilled<T>(ranks, x.shape(), in_chunks));
    results.emplace(unfilled<out>(ranks, x.shape(), in_chunks));
    return work.set(x, *elements);
  };
  const auto line = [&] { return reinterpret_cast<const T*>(elements->part()->data); };
  const auto length = [&] { return elements->local().size(); };
  const auto add_up = [&] {
    own.resize(static_cast<std::size_t>(length() / chunk));
    ravel::detail::totals_of_running_chunks<Fold, T>({line(), 1}, length() / chunk, reinterpret_cast<total*>(own.data()));
  };
  const auto tell = [&] { all = gathered_items(ranks.state(), own); };
  const auto run = [&] {
    const index_t n = length(), before = ranks.rank() * (running_span(x.size(), ranks.size()) / chunk);
    if (n == 0) return;
    ravel::detail::running_line<Fold> at;
    if (before > 0) {
      total sum = static_cast<total>(all[0]);
      for (index_t k = 1; k < before; ++k) sum = Fold::joined(std::move(sum), static_cast<total>(all[static_cast<std::size_t>(k)]));
      if (!ravel::detail::fits_carried<Fold>(sum)) return;  // a rank before throws
      at.begin_behind(static_cast<typename Fold::carried>(sum));
    }
    at.take(ravel::block<const T>{line(), 1}, n, ravel::block<out>{reinterpret_cast<out*>(results->part()->data), 1});
  };
  work.run(prepare, {add_up, tell, run});
  return *std::move(results);
}

}  // namespace detail

#define RAVEL_MPI_RUNNING(name, operand, how_it_runs, step)                                                   \
  template <detail::operand X>                                                                                \
  [[nodiscard]] auto name(const X& x, const distribution& how) {                                              \
    return clone(detail::running_over_ranks<ravel::detail::how_it_runs, ravel::detail::step>(#name, x), how); \
  }                                                                                                           \
  template <detail::operand X>                                                                                \
  [[nodiscard]] auto name(const X& x) {                                                                       \
    return name(x, detail::fitting_distribution(x.first_leaf().how(), x.shape()));                            \
  }
RAVEL_MPI_RUNNING(cumsum, spread_numbers, running_total, checked_plus)    // the sum up to each element
RAVEL_MPI_RUNNING(cumprod, spread_numbers, running_total, checked_times)  // the product up to each element
RAVEL_MPI_RUNNING(cummin, spread_ordered, running_extreme, least)         // the least element up to each
RAVEL_MPI_RUNNING(cummax, spread_ordered, running_extreme, greatest)      // the greatest element up to each
#undef RAVEL_MPI_RUNNING

}  // namespace mpi
}  // namespace ravel
