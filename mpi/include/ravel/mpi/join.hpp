// SPDX-License-Identifier: BSL-1.0
// arg_join of distributed keys: each key travels to one rank with its position, and pairs of positions back to the order of the left side.
// Collective.
#pragma once

#include <ravel/mpi/groups.hpp>
#include <ravel/op/keys/arg_join.hpp>

namespace ravel {
namespace mpi {

// Positions of the rows of both sides: take(column, 0, rows.left) fetches what stands there.
struct [[nodiscard]] join_positions {
  tensor<index_t> left;   // no_position for a row of the right side without a partner
  tensor<index_t> right;  // no_position where a row has no partner; empty for semi and anti
};

namespace detail {

struct pair_of_rows {
  index_t left;  // no_position where a row has no partner
  index_t right;
};

}  // namespace detail

// The rows of two vectors of keys that are equal, or of two std::tuples of columns. They come in the order of the left side, and for each
// of its rows in the order of the right one; behind them, if the kind is outer, those of the right side without a partner.
template <detail::spread_keys Left, detail::spread_keys Right>
  requires std::same_as<detail::spread_row_t<Left>, detail::spread_row_t<Right>>
join_positions arg_join(const Left& left, const Right& right, join_kind kind = join_kind::inner, const distribution& how = blocks{0}) {
  using keys = detail::spread_row_t<Left>;
  constexpr auto name = "arg_join";
  const auto left_columns = detail::tied(left), right_columns = detail::tied(right);
  const world& ranks = std::get<0>(left_columns).ranks();
  const index_t left_rows = std::get<0>(left_columns).size(), right_rows = std::get<0>(right_columns).size();
  detail::check_tied_columns(name, left_columns);
  detail::check_tied_columns(name, right_columns);
  detail::check_one_world(name, ranks, std::get<0>(right_columns).ranks());
  const auto on_left = detail::sent_to_owners<keys, detail::row_of<>>(name, left_columns);
  const auto on_right = detail::sent_to_owners<keys, detail::row_of<>>(name, right_columns);
  const bool has_right = kind != join_kind::semi && kind != join_kind::anti;
  // Pairs come in the order of the left side, and behind them rows of the right side alone: in blocks of these places.
  const auto place_of = [&](const detail::pair_of_rows& p) { return p.left == no_position ? left_rows + p.right : p.left; };
  const detail::row_owner owner(left_rows + (kind == join_kind::outer ? right_rows : 0), ranks.size());
  detail::routes<detail::pair_of_rows> pairs(ranks);
  std::vector<index_t> left_positions, right_positions;
  const auto meet = [&] {
    const auto rows = ravel::arg_join(on_left.keys, on_right.keys, kind);
    const auto position = [](const auto& side, index_t row) {
      return row == no_position ? no_position : side.positions[static_cast<std::size_t>(row)];
    };
    for (index_t i = 0; i < rows.left.size(); ++i) {
      const detail::pair_of_rows pair{position(on_left, rows.left[i]), has_right ? position(on_right, rows.right[i]) : no_position};
      pairs.to(owner.rank_of(place_of(pair))).push_back(pair);
    }
  };
  const auto agree = [&] { pairs.agree(); };
  const auto send = [&] { pairs.exchange(); };
  const auto put_in_order = [&] {  // all pairs of a left row come from one rank, in the order of the right side
    std::vector<detail::pair_of_rows> all = pairs.received();
    std::ranges::stable_sort(all, {}, place_of);
    for (const detail::pair_of_rows& p : all) {
      left_positions.push_back(p.left);
      if (has_right) right_positions.push_back(p.right);
    }
  };
  detail::collectively(ranks, name,
                       [&] { return static_cast<std::string>(ravel::detail::text() << "joining of kind " << static_cast<int>(kind)); },
                       {meet, agree, send, put_in_order});
  const auto in_parts = [&](const std::vector<index_t>& own) {
    return detail::parts_in_order<index_t>(name, ranks, ravel::borrow(own.data(), {std::ssize(own)}), &how);
  };
  return {in_parts(left_positions), in_parts(right_positions)};
}

}  // namespace mpi
}  // namespace ravel
