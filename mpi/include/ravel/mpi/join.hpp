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

// Pairs in the order of the left side, and behind them rows of the right side alone, as far as this rank has them: places in blocks.
class RAVEL_API paired_rows {
 public:
  // right_rows: 0 if none of them is alone
  paired_rows(const world& ranks, index_t left_rows, index_t right_rows);

  void add(pair_of_rows pair) { pairs_.to(owner_.rank_of(place_of(pair))).push_back(pair); }
  // Stages.
  void agree() { pairs_.agree(); }
  void exchange() { pairs_.exchange(); }
  void put_in_order();

  // All pairs of all ranks. Collective.
  join_positions joined(const char* operation, const distribution& how, bool has_right) const;

 private:
  index_t place_of(const pair_of_rows& pair) const { return pair.left == no_position ? left_rows_ + pair.right : pair.left; }

  world ranks_;
  index_t left_rows_;
  row_owner owner_;
  routes<pair_of_rows> pairs_;
  std::vector<index_t> left_, right_;
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
  const auto on_left = detail::sent_to_owners<keys, detail::row_of<>>(name, left_columns);
  const auto on_right = detail::sent_to_owners<keys, detail::row_of<>>(name, right_columns);
  const bool has_right = kind != join_kind::semi && kind != join_kind::anti;
  detail::paired_rows pairs(ranks, left_rows, kind == join_kind::outer ? right_rows : 0);
  const auto meet = [&] {
    const auto rows = ravel::arg_join(on_left.keys, on_right.keys, kind);
    const auto position = [](const auto& side, index_t row) {
      return row == no_position ? no_position : side.positions[static_cast<std::size_t>(row)];
    };
    for (index_t i = 0; i < rows.left.size(); ++i) {
      pairs.add({position(on_left, rows.left[i]), has_right ? position(on_right, rows.right[i]) : no_position});
    }
  };
  const auto agree = [&] { pairs.agree(); };
  const auto send = [&] { pairs.exchange(); };
  const auto put_in_order = [&] { pairs.put_in_order(); };
  detail::collectively(ranks, name,
                       [&] { return static_cast<std::string>(ravel::detail::text() << "joining of kind " << static_cast<int>(kind)); },
                       {meet, agree, send, put_in_order});
  return pairs.joined(name, how, has_right);
}

}  // namespace mpi
}  // namespace ravel
