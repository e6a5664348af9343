// SPDX-License-Identifier: BSL-1.0
// Elements at positions that only one rank knows: fetch gives each rank the rows that it asks for, and take the rows at distributed
// positions. Requests travel to the owners of rows, and rows back. Elements chosen by masks and conditions: compress, filter, argfilter and
// nonzero give vectors in the row-major order of the operand, or rows, in blocks or as told. Collective.
#pragma once

#include <ravel/base/detail/function_ref.hpp>
#include <ravel/mpi/make.hpp>
#include <ravel/mpi/reduce.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/tensor/compute.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace ravel {
namespace mpi {

namespace detail {

// routes: lists of items that each rank sends to each other rank. A rank learns first how much will come, and makes room. One thread.

// Sends to(r) to each rank r and fills from(r) with what rank r sends. Part of a stage.
RAVEL_API void exchange_bytes(world_state& state, ravel::detail::function_ref<std::span<const std::byte>(std::size_t)> to,
                              ravel::detail::function_ref<std::span<std::byte>(std::size_t)> from);

template <class Item>
class routes {
  static_assert(std::is_trivially_copyable_v<Item>);

 public:
  explicit routes(const world& ranks) : ranks_(ranks), to_(static_cast<std::size_t>(ranks.size())) {}

  std::vector<Item>& to(index_t rank) { return to_[static_cast<std::size_t>(rank)]; }
  // Two stages, one after the other.
  void agree() {
    std::vector<index_t> given;
    for (const auto& list : to_) given.push_back(static_cast<index_t>(list.size()));
    counts_.resize(to_.size());
    exchange_bytes(
        ranks_.state(), [&](std::size_t r) { return std::as_bytes(std::span(&given[r], 1)); },
        [&](std::size_t r) { return std::as_writable_bytes(std::span(&counts_[r], 1)); });
    received_.resize(static_cast<std::size_t>(std::accumulate(counts_.begin(), counts_.end(), index_t{0})));
  }
  void exchange() {
    std::vector<index_t> first(counts_.size());
    std::exclusive_scan(counts_.begin(), counts_.end(), first.begin(), index_t{0});
    exchange_bytes(
        ranks_.state(), [&](std::size_t r) { return std::as_bytes(std::span(to_[r])); },
        [&](std::size_t r) {
          return std::as_writable_bytes(std::span(received_.data() + first[r], static_cast<std::size_t>(counts_[r])));
        });
  }

  // Afterwards: the items of all ranks, in their order, and how many each has sent.
  const std::vector<Item>& received() const& { return received_; }
  const std::vector<index_t>& counts() const& { return counts_; }

 private:
  world ranks_;
  std::vector<std::vector<Item>> to_;
  std::vector<index_t> counts_;
  std::vector<Item> received_;
};

// Blocks of rows: who owns which.
struct RAVEL_API row_owner {
  row_owner(index_t rows, int ranks);

  index_t rank_of(index_t row) const { return row / block; }
  index_t place_of(index_t row) const { return row % block; }

  index_t block;
};

// x itself if each rank has its block of rows as one line, else a copy of it in blocks of rows.
template <distributed X>
auto in_rows(const X& x) {
  using T = typename X::value_type;
  const distribution rows = blocks{0};
  if constexpr (std::same_as<X, tensor<T>>) {
    if (x.how() == rows && box_of(x.ranks(), x.dims(), x.span(), rows)) return x;
  }
  return clone(x, rows);
}

// The rows that a rank has asked for, and those that it has been asked for. Requests travel once and can be kept.
struct RAVEL_API known_rows {
  std::vector<std::vector<index_t>> given;  // to each rank: places among the own rows
  std::vector<index_t> gotten;              // from each rank
  std::vector<index_t> order;               // the place of each row that was asked for among those that come

  index_t count_given() const;
};
// Tells all ranks which rows this rank asks for, of which look(ask) calls ask(rank, place among its rows) for each. It returns what ranks
// must agree on. Collective.
using row_asker = ravel::detail::function_ref<void(index_t rank, index_t place)>;
RAVEL_API known_rows ask_for_rows(const char* operation, const world& ranks,
                                  ravel::detail::function_ref<std::string(const row_asker& ask)> look);

// Rows of some bytes on their way to those who have asked for them.
class RAVEL_API row_mail {
 public:
  row_mail(const known_rows& known, std::size_t row_bytes);

  void pack(const std::byte* own);                                   // all own rows, one after the other; sends nothing
  void exchange(world_state& state);                                 // part of a stage
  std::span<const std::byte> received() const { return received_; }  // as they come
  void unpack(std::byte* out) const;                                 // as they were asked for

 private:
  const known_rows& known_;
  std::size_t row_bytes_;
  bytes packed_, received_;
};

// Rows of a tensor in blocks of rows, at positions that differ between ranks, as one line of elements.
template <class T, class P>
element_list<T> fetched_rows(const char* operation, const tensor<T>& rows, const ravel::tensor<const P>& positions) {
  const world& ranks = rows.ranks();
  const index_t count = rows.extent(0), width = count == 0 ? 0 : rows.size() / count;
  const known_rows known = ask_for_rows(operation, ranks, [&](const row_asker& ask) -> std::string {
    const row_owner owner(count, ranks.size());
    ravel::detail::each_element(positions, [&](const P& p) {
      const index_t row = ravel::detail::check_position(ravel::detail::to_index(p), count);
      ask(owner.rank_of(row), owner.place_of(row));
    });
    return ravel::detail::text() << said_type<T>() << ravel::to_string(rows.shape());
  });
  row_mail mail(known, static_cast<std::size_t>(width) * sizeof(T));
  element_list<T> found;
  const auto pack = [&] {
    found.resize(known.order.size() * static_cast<std::size_t>(width));
    mail.pack(rows.part()->data);
    return std::string("answering");
  };
  collectively(ranks, operation, pack, {[&] { mail.exchange(ranks.state()); }});
  mail.unpack(reinterpret_cast<std::byte*>(found.data()));
  return found;
}

// Rows beside each other, as a tensor.
template <class T>
ravel::tensor<const T> tensor_of_rows(const element_list<T>& elements, index_t rows, const ravel::shape& source) {
  return ravel::borrow(elements_in<T>(elements), ints(with_extent(source, 0, rows)));
}
RAVEL_API void check_rows(const char* operation, const ravel::shape& extents);
RAVEL_API void check_vector(const char* operation, const ravel::shape& extents);

template <class P>
concept spread_positions = distributed<P> && ravel::detail::integer<typename std::remove_cvref_t<P>::value_type>;

}  // namespace detail

// The elements of a vector, or the rows of a tensor, at the positions that this rank asks for. Each rank has its own, or none.
template <detail::distributed X, readable P>
  requires ravel::detail::integer<ravel::detail::read_t<P>>
[[nodiscard]] auto fetch(const X& x, const P& positions) {
  using T = typename X::value_type;
  detail::check_rows("fetch", x.shape());
  const tensor<T> rows = detail::in_rows(x);
  const auto wanted = ravel::detail::as_read_tensor(positions);
  const detail::element_list<T> found = detail::fetched_rows("fetch", rows, wanted);
  return ravel::clone(detail::tensor_of_rows<T>(found, wanted.size(), rows.shape()));
}

// The elements at distributed positions of an axis, as take(t, axis, positions) of one machine. The result lies as told, or as x does.
template <detail::distributed X, detail::spread_positions P>
[[nodiscard]] auto take(const X& x, index_arg axis, const P& positions, const distribution& how) {
  using T = typename X::value_type;
  using position = typename P::value_type;
  detail::check_rows("take", x.shape());
  detail::check_rows("take", positions.shape());
  detail::check_one_world("take", x.ranks(), positions.ranks());
  const index_t along = ravel::detail::check_axis(axis, x.rank());
  std::vector<index_t> order{along}, back;
  for (index_t k = 0; k < x.rank(); ++k) {
    if (k != along) order.push_back(k);
    back.push_back(k == along ? 0 : k < along ? k + 1 : k);
  }
  const tensor<T> rows = detail::in_rows(transpose(x, order));
  const tensor<position> at = detail::in_rows(flat(positions));
  const ravel::tensor<const position> own = at.local();
  const detail::element_list<T> found = detail::fetched_rows("take", rows, own);
  const ints extents(detail::with_extent(rows.shape(), 0, at.size()));
  const tensor<T> made = detail::made<T>("take", x.ranks(), extents, blocks{0}, [&](const tensor<T>& t) {
    if (t.local().size() > 0) ravel::copy(detail::tensor_of_rows<T>(found, own.size(), rows.shape()), t.local());
  });
  if (along == 0 && how.from_front(made.rank()) == made.how()) return made;
  return clone(transpose(made, back), how);
}
template <detail::distributed X, detail::spread_positions P>
[[nodiscard]] auto take(const X& x, index_arg axis, const P& positions) {
  const ints extents(detail::with_extent(x.shape(), ravel::detail::check_axis(axis, x.rank()), positions.size()));
  return take(x, axis, positions, detail::fitting_distribution(x.first_leaf().how(), extents));
}

namespace detail {

RAVEL_API void check_mask_fits(const char* operation, const ravel::shape& a, const ravel::shape& b);

// Joins the results of chosen(elements…, first position) for the parts of the row-major order, in that order.
template <class R, class Chosen, class... Xs>
tensor<R> chosen_over_ranks(const char* operation, const distribution* how, const Chosen& chosen, const world& ranks,
                            const ravel::shape& extents, const Xs&... xs) {
  element_list<R> own;
  const auto choose = [&](index_t first, const auto&... elements) {
    const auto found = chosen(elements..., first);
    own.insert(own.end(), found.begin(), found.end());
  };
  each_line_part(operation, ranks, extents, choose, {}, operand(xs, extents)...);
  return parts_in_order<R>(operation, ranks, ravel::borrow(elements_in<R>(own), {static_cast<index_t>(own.size())}), how);
}

template <class M>
concept any_mask = spread_mask<M> || (local_operand<M> && std::same_as<ravel::detail::read_t<M>, bool>);

// Positions of a part, as positions of the whole.
inline std::vector<index_t> counted_from(index_t first, const selection& positions) {
  std::vector<index_t> all(static_cast<std::size_t>(positions.size()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = first + positions[static_cast<index_t>(i)];
  return all;
}

}  // namespace detail

// The elements where a mask is true.
template <detail::spread_numbers X, detail::any_mask M>
[[nodiscard]] auto compress(const X& x, const M& mask, const distribution& how = blocks{0}) {
  detail::check_mask_fits("compress", x.shape(), detail::joined_shape(mask));
  const auto chosen = [](const auto& elements, const auto& holds, index_t) { return ravel::compress(elements, holds); };
  return detail::chosen_over_ranks<typename X::value_type>("compress", &how, chosen, x.ranks(), x.shape(), x, mask);
}
// The elements for which a condition holds. Each rank asks it of its part.
template <detail::spread_numbers X, class F>
  requires std::predicate<const F&, const typename X::value_type&>
[[nodiscard]] auto filter(const X& x, F holds, const distribution& how = blocks{0}) {
  const auto chosen = [&](const auto& elements, index_t) { return ravel::filter(elements, holds); };
  return detail::chosen_over_ranks<typename X::value_type>("filter", &how, chosen, x.ranks(), x.shape(), x);
}

// The row-major positions where a mask is true or a condition holds.
template <detail::spread_mask M>
[[nodiscard]] tensor<index_t> argfilter(const M& mask, const distribution& how = blocks{0}) {
  const auto chosen = [](const auto& holds, index_t first) { return detail::counted_from(first, ravel::argfilter(holds)); };
  return detail::chosen_over_ranks<index_t>("argfilter", &how, chosen, mask.ranks(), mask.shape(), mask);
}
template <detail::spread_numbers X, class F>
  requires std::predicate<const F&, const typename X::value_type&>
[[nodiscard]] tensor<index_t> argfilter(const X& x, F holds, const distribution& how = blocks{0}) {
  const auto chosen = [&](const auto& elements, index_t first) { return detail::counted_from(first, ravel::argfilter(elements, holds)); };
  return detail::chosen_over_ranks<index_t>("argfilter", &how, chosen, x.ranks(), x.shape(), x);
}

// The places where a mask is true, one row of coordinates for each: [count rank].
template <detail::spread_mask M>
[[nodiscard]] tensor<index_t> nonzero(const M& mask, const distribution& how = blocks{0}) {
  const tensor<index_t> positions = argfilter(mask);
  const ravel::shape extents = mask.shape();
  const ravel::tensor<index_t> own = positions.local();
  const ravel::tensor<index_t> rows = ravel::empty<index_t>({own.size(), extents.rank()});
  for (index_t i = 0; i < own.size(); ++i) ravel::detail::coordinates(extents, own(i), rows.data() + i * extents.rank());
  return detail::parts_in_order<index_t>("nonzero", mask.ranks(), rows, &how);
}

}  // namespace mpi
}  // namespace ravel
