// SPDX-License-Identifier: BSL-1.0
// Compares distributed tensors and finds elements in them: equal, close, index_of, last_index_of and searchsorted. Results are those of one
// machine. Collective.
#pragma once

#include <ravel/loop/compare.hpp>
#include <ravel/mpi/fetch.hpp>
#include <ravel/mpi/order.hpp>
#include <ravel/mpi/reduce.hpp>
#include <ravel/op/order/sorted.hpp>
#include <ravel/op/search/index_of.hpp>

#include <algorithm>

namespace ravel {
namespace mpi {

namespace detail {

template <class A, class B, class Alike>
bool all_alike(const call& operation, const A& a, const B& b, const Alike& alike) {
  if (joined_shape(a) != joined_shape(b)) return false;
  const auto differs = [alike](const auto& x, const auto& y) -> bool { return !alike(x, y); };
  return count_true(operation, map(differs, a, b)) == 0;
}
template <class A, class B>
concept both_readable = spread_among<A, B> && requires(const value_in_t<A>& a, const value_in_t<B>& b) { ravel::detail::equals{}(a, b); };

}  // namespace detail

// True on all ranks if shapes agree and all elements are equal. One side may be a local tensor that all ranks have.
template <class A, class B>
  requires detail::both_readable<A, B>
[[nodiscard]] bool equal(const A& a, const B& b) {
  return detail::all_alike("equal", a, b, ravel::detail::equals{});
}
// The same if elements differ by at most atol + rtol * |b|. NaN equals nothing.
template <class A, class B>
  requires(detail::both_readable<A, B> && element<detail::value_in_t<A>> && element<detail::value_in_t<B>>)
[[nodiscard]] bool close(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8) {
  return detail::all_alike({"close", detail::said_arguments(rtol, atol)}, a, b, ravel::detail::near{rtol, atol});
}

// The row-major position of the first element that equals a value, on all ranks, or nothing.
template <detail::distributed X, class V>
  requires std::predicate<ravel::detail::equals, const typename X::value_type&, const V&>
[[nodiscard]] std::optional<index_t> index_of(const X& x, const V& value) {
  return detail::first_true_over_ranks("index_of", map(ravel::detail::equals{}, x, value));
}
// The same of the last one.
template <detail::distributed X, class V>
  requires std::predicate<ravel::detail::equals, const typename X::value_type&, const V&>
[[nodiscard]] std::optional<index_t> last_index_of(const X& x, const V& value) {
  const auto mask = map(ravel::detail::equals{}, x, value);
  if (detail::count_true("last_index_of", mask) == 0) return std::nullopt;
  return argmax_last(mask);
}

namespace detail {

// Places among a sorted vector in blocks, of values that differ between ranks. Each value travels to the last rank whose
// first element lies below it, or to rank 0.
template <class T, class U>
std::vector<index_t> places_over_ranks(const tensor<T>& rows, const ravel::tensor<const U>& values, search_side side) {
  using value = typename element_list<U>::value_type;
  const world& ranks = rows.ranks();
  const row_owner owner(rows.size(), ranks.size());
  const ravel::tensor<const T> own = rows.local();
  routes<value> asked(ranks);
  routes<index_t> answers(ranks);
  std::vector<index_t> of_ranks, found;
  element_list<T> firsts;
  if (own.size() > 0) firsts.push_back(own(0));
  const auto look_up = [side](const auto& among, const ravel::tensor<const U>& wanted) {
    return ravel::searchsorted(among, flat(wanted), side);
  };
  const auto as_line = []<class E>(std::type_identity<E>, const auto& list) {
    return ravel::tensor<const E>(ravel::borrow(elements_in<E>(list), {static_cast<index_t>(list.size())}));
  };
  const auto tell_firsts = [&] { firsts = gathered_items(ranks.state(), firsts); };
  const auto ask = [&] {
    const ravel::tensor<const U> line = ravel::clone(flat(values));
    const ravel::tensor<index_t> parts = look_up(as_line(std::type_identity<T>(), firsts), line);
    for (index_t i = 0; i < line.size(); ++i) {
      of_ranks.push_back(std::max<index_t>(parts(i) - 1, 0));
      asked.to(of_ranks.back()).push_back(line(i));
    }
  };
  const auto tell_counts = [&] { asked.agree(); };
  const auto send_requests = [&] { asked.exchange(); };
  const auto answer = [&] {
    const ravel::tensor<index_t> places = look_up(own, as_line(std::type_identity<U>(), asked.received()));
    index_t next = 0;
    for (int r = 0; r < ranks.size(); ++r) {
      for (index_t k = asked.counts()[static_cast<std::size_t>(r)]; k > 0; --k)
        answers.to(r).push_back(ranks.rank() * owner.block + places(next++));
    }
  };
  const auto tell_answers = [&] { answers.agree(); };
  const auto send_answers = [&] { answers.exchange(); };
  const auto put_in_order = [&] {
    std::vector<std::size_t> next(static_cast<std::size_t>(ranks.size()), 0);
    for (std::size_t r = 1; r < next.size(); ++r) next[r] = next[r - 1] + static_cast<std::size_t>(answers.counts()[r - 1]);
    for (const index_t r : of_ranks) found.push_back(answers.received()[next[static_cast<std::size_t>(r)]++]);
  };
  const auto said = [&] {
    return static_cast<std::string>(ravel::detail::text() << said_type<T>() << ravel::to_string(rows.shape()) << said_argument(side));
  };
  collectively(ranks, "searchsorted", said,
               {tell_firsts, ask, tell_counts, send_requests, answer, tell_answers, send_answers, put_in_order});
  return found;
}
template <class T, class U>
concept are_searched = element<T> && element<U> && ravel::detail::searches<ravel::detail::sorted_before, ravel::tensor<T>, U>;

}  // namespace detail

// The place of each distributed value in a sorted vector: one that all ranks have, which moves nothing, or a distributed one, to whose
// ranks values travel. The result lies as the values.
template <class Sorted, detail::spread_ordered V>
  requires((detail::distributed<Sorted> || detail::local_operand<Sorted>) &&
           detail::are_searched<detail::value_in_t<Sorted>, typename V::value_type>)
[[nodiscard]] tensor<index_t> searchsorted(const Sorted& in_order, const V& values, search_side side = search_side::left) {
  const distribution how = detail::fitting_distribution(values.first_leaf().how(), values.shape());
  if constexpr (detail::distributed<Sorted>) {
    using U = typename V::value_type;
    detail::check_vector("searchsorted", in_order.shape());
    detail::check_one_world("searchsorted", in_order.ranks(), values.ranks());
    const auto rows = detail::in_rows(in_order);
    const tensor<U> line = detail::in_rows(flat(values));
    const std::vector<index_t> places = detail::places_over_ranks<detail::value_in_t<Sorted>, U>(rows, line.local(), side);
    const tensor<index_t> made =
        detail::made<index_t>("searchsorted", rows.ranks(), line.shape(), blocks{0}, [&](const tensor<index_t>& t) {
          if (t.local().size() > 0) ravel::copy(ravel::borrow(places.data(), {static_cast<index_t>(places.size())}), t.local());
        });
    return clone(reshape(made, ints(values.shape())), how);
  } else {
    const auto list = ravel::detail::as_read_tensor(in_order);
    const auto find = [list](const auto& block, search_side where) { return ravel::searchsorted(list, block, where); };
    return clone(detail::elementwise_over_ranks<V, search_side>::of(find, values, side), how);
  }
}
// The same of local values, which may differ between ranks: each rank gets its own places.
template <detail::spread_ordered Sorted, readable V>
  requires detail::are_searched<typename Sorted::value_type, ravel::detail::read_t<V>>
[[nodiscard]] ravel::tensor<index_t> searchsorted(const Sorted& in_order, const V& values, search_side side = search_side::left) {
  using U = ravel::detail::read_t<V>;
  detail::check_vector("searchsorted", in_order.shape());
  const ravel::tensor<const U> wanted = ravel::detail::as_read_tensor(values);
  const auto rows = detail::in_rows(in_order);
  const std::vector<index_t> places = detail::places_over_ranks<typename Sorted::value_type, U>(rows, wanted, side);
  return ravel::clone(reshape(ravel::borrow(places.data(), {static_cast<index_t>(places.size())}), ints(wanted.shape())));
}

}  // namespace mpi
}  // namespace ravel
