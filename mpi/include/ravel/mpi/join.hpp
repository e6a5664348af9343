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
  tensor<index_t> left;
  tensor<index_t> right;  // no_position where a row has no partner; empty for semi and anti
};

namespace detail {

struct pair_of_rows {
  index_t left;
  index_t right;
};

// Pairs in the order of the left side, as far as this rank has them: rows of the left side in blocks.
class RAVEL_API paired_rows {
 public:
  paired_rows(const world& ranks, index_t left_rows);

  void add(pair_of_rows pair) { pairs_.to(owner_.rank_of(pair.left)).push_back(pair); }
  // Stages.
  void agree() { pairs_.agree(); }
  void exchange() { pairs_.exchange(); }
  void put_in_order();

  // All pairs of all ranks. Collective.
  join_positions joined(const char* operation, const distribution& how, bool has_right) const;

 private:
  world ranks_;
  row_owner owner_;
  routes<pair_of_rows> pairs_;
  std::vector<index_t> left_, right_;
};
RAVEL_API void check_join_kind(join_kind kind);

}  // namespace detail

// The rows of two vectors of keys that are equal: inner, left, semi or anti. They come in the order of the left side, and for each of its
// rows in the order of the right one.
template <detail::spread_ordered Left, detail::spread_ordered Right>
  requires std::same_as<typename Left::value_type, typename Right::value_type>
join_positions arg_join(const Left& left, const Right& right, join_kind kind, const distribution& how = blocks{0}) {
  using K = typename Left::value_type;
  constexpr auto name = "arg_join";
  const world& ranks = left.ranks();
  detail::check_join_kind(kind);
  detail::check_columns(name, left.shape(), left.shape());
  detail::check_columns(name, right.shape(), right.shape());
  const auto on_left = detail::sent_to_owners<K, K>(name, ranks, left, left);
  const auto on_right = detail::sent_to_owners<K, K>(name, ranks, right, right);
  const bool has_right = kind == join_kind::inner || kind == join_kind::left;
  detail::paired_rows pairs(ranks, left.size());
  const auto meet = [&] {
    const auto rows = ravel::arg_join(on_left.keys, on_right.keys, kind);
    for (index_t i = 0; i < rows.left.size(); ++i) {
      const index_t partner = has_right ? rows.right[i] : no_position;
      pairs.add({on_left.positions[static_cast<std::size_t>(rows.left[i])],
                 partner == no_position ? no_position : on_right.positions[static_cast<std::size_t>(partner)]});
    }
  };
  const auto agree = [&] { pairs.agree(); };
  const auto send = [&] { pairs.exchange(); };
  const auto put_in_order = [&] { pairs.put_in_order(); };
  const detail::stage stages[] = {meet, agree, send, put_in_order};
  detail::collectively(
      ranks, name, [&] { return static_cast<std::string>(ravel::detail::text() << "joining of kind " << static_cast<int>(kind)); }, stages);
  return pairs.joined(name, how, has_right);
}
template <detail::spread_ordered Left, detail::spread_ordered Right>
  requires std::same_as<typename Left::value_type, typename Right::value_type>
join_positions arg_join(const Left& left, const Right& right) {
  return arg_join(left, right, join_kind::inner);
}

}  // namespace mpi
}  // namespace ravel
