// SPDX-License-Identifier: BSL-1.0
// Elements at positions that only one rank knows: fetch gives each rank the rows that it asks for, and take the rows at distributed
// positions. Requests travel to the owners of rows, and rows back. Collective.
#pragma once

#include <ravel/mpi/detail/collective.hpp>
#include <ravel/mpi/make.hpp>

#include <algorithm>
#include <numeric>
#include <span>
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

// Rows of a tensor in blocks of rows, at positions that differ between ranks, as one line of elements.
template <class T, class P>
element_list<T> fetched_rows(const char* operation, const tensor<T>& rows, const ravel::tensor<const P>& positions) {
  using element = typename element_list<T>::value_type;
  const world& ranks = rows.ranks();
  const index_t count = rows.extent(0), width = count == 0 ? 0 : rows.size() / count;
  const row_owner owner(count, ranks.size());
  routes<index_t> asked(ranks);
  routes<element> answers(ranks);
  std::vector<index_t> of_ranks;  // of each position
  element_list<T> found;
  const auto ask = [&] {
    ravel::detail::each_element(positions, [&](const P& p) {
      const index_t row = ravel::detail::check_position(ravel::detail::to_index(p), count);
      of_ranks.push_back(owner.rank_of(row));
      asked.to(of_ranks.back()).push_back(owner.place_of(row));
    });
    found.resize(of_ranks.size() * static_cast<std::size_t>(width));
    return static_cast<std::string>(ravel::detail::text() << said_type<T>() << ravel::to_string(rows.shape()));
  };
  const auto tell_counts = [&] { asked.agree(); };
  const auto send_requests = [&] { asked.exchange(); };
  const auto look_up = [&] {
    const auto* const own = reinterpret_cast<const element*>(rows.part()->data);
    std::size_t next = 0;
    for (int r = 0; r < ranks.size(); ++r) {
      auto& list = answers.to(r);
      const index_t wanted = asked.counts()[static_cast<std::size_t>(r)];
      list.reserve(static_cast<std::size_t>(wanted * width));
      for (index_t k = 0; k < wanted; ++k) {
        const element* const row = own + asked.received()[next++] * width;
        list.insert(list.end(), row, row + width);
      }
    }
  };
  const auto tell_answers = [&] { answers.agree(); };
  const auto send_answers = [&] { answers.exchange(); };
  const auto put_in_order = [&] {
    std::vector<const element*> next(static_cast<std::size_t>(ranks.size()), answers.received().data());
    for (std::size_t r = 1; r < next.size(); ++r) next[r] = next[r - 1] + answers.counts()[r - 1];
    element* out = found.data();
    for (const index_t r : of_ranks) {
      const element*& row = next[static_cast<std::size_t>(r)];
      out = std::copy_n(row, width, out);
      row += width;
    }
  };
  collectively(ranks, operation, ask, {tell_counts, send_requests, look_up, tell_answers, send_answers, put_in_order});
  return found;
}

// Rows beside each other, as a tensor.
template <class T>
ravel::tensor<const T> tensor_of_rows(const element_list<T>& elements, index_t rows, const ravel::shape& source) {
  return ravel::borrow(elements_in<T>(elements), ints(with_extent(source, 0, rows)));
}
RAVEL_API void check_rows(const char* operation, const ravel::shape& extents);

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

}  // namespace mpi
}  // namespace ravel
