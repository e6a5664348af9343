// SPDX-License-Identifier: BSL-1.0
// arg_join: the rows of two sides that have equal keys, as positions on both. Keys are one reader or a std::tuple of columns, of the same
// types on both sides. Rows come in the order of the left side, and for each of them in the order of the right. select_or reads at
// positions that may be missing. arg_join_asof: for each key of a sorted reader, the position of the nearest key of another in one
// direction, or no_position. With keys of groups it searches the rows of the same group. NaN finds nothing there and is not found. Eager,
// with fresh results.
#pragma once

#include <ravel/index/index_set.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/keys/detail/key_column.hpp>
#include <ravel/op/keys/group_transform.hpp>
#include <ravel/op/order/argsort.hpp>
#include <ravel/op/order/detail/sorted_keys.hpp>
#include <ravel/op/search/index_of.hpp>

namespace ravel {

// A NaN in a key finds NaN, finds nothing, or is a value_error.
enum class nan_keys : unsigned char { equal, unequal, refuse };

// The positions of rows whose key is missing. They have no partner.
struct missing_keys {
  index_set left;
  index_set right;
};

// The result of arg_join: row k pairs left[k] with right[k]; no_position stands for a missing partner.
struct [[nodiscard]] join_positions {
  buffer<index_t> left;
  buffer<index_t> right;  // no_position where a row has no partner; empty for semi and anti
};

namespace detail {

// Joins the rows of both sides that have equal keys. `rows` knows no row yet. Null means that no key is missing.
RAVEL_API join_positions join_rows(row_numbering& rows, any_columns_of_rows left, any_columns_of_rows right, join_kind kind, nan_keys nan,
                                   const missing_keys* missing);

template <key_columns X>
void refuse_nan_keys(const X& keys, const char* side) {
  const auto refuse = [side]<class R>([[maybe_unused]] const R& column) {
    if constexpr (!equals_itself_always<read_t<R>>) refuse_nan(column, side);
  };
  with_columns(keys, [&](const auto&... column) { (refuse(column), ...); });
}

inline const missing_keys* missing_in() { return nullptr; }
template <class Option, class... More>
const missing_keys* missing_in(const Option& option, const More&... more) {
  if constexpr (std::same_as<Option, missing_keys>) {
    return &option;
  } else {
    return missing_in(more...);
  }
}

}  // namespace detail

template <detail::key_columns Left, detail::key_columns Right, detail::among<join_kind, nan_keys, missing_keys>... Options>
  requires std::same_as<detail::row_t<Left>, detail::row_t<Right>>
join_positions arg_join(const Left& left, const Right& right, const Options&... options) {
  const nan_keys nan = detail::option_or(nan_keys::equal, options...);
  detail::check_rows_of_one_shape("arg_join", left);
  detail::check_rows_of_one_shape("arg_join", right);
  if constexpr ((std::same_as<Options, nan_keys> || ...)) {
    if (nan == nan_keys::refuse) {
      detail::refuse_nan_keys(left, "the left side of arg_join");
      detail::refuse_nan_keys(right, "the right side of arg_join");
    }
  }
  detail::row_numbers_t<Right> rows(detail::rows_of(right));
  return detail::with_any_columns(left, [&](detail::any_columns_of_rows on_left) {
    return detail::with_any_columns(right, [&](detail::any_columns_of_rows on_right) {
      const join_kind kind = detail::option_or(join_kind::inner, options...);
      return detail::join_rows(rows, on_left, on_right, kind, nan, detail::missing_in(options...));
    });
  });
}

void arg_join(...) = delete;  // keys with ==, of the same types on both sides

namespace detail {

template <class T>
buffer<T> selected_or(const node<T>& source, const node<index_t>& positions, const T& otherwise) {
  const elements_at_hand<T> values(source);
  const buffer<T> chosen = unfilled_buffer<T>(positions.size());
  in_pieces(positions.size(), 1, [&](index_t begin, index_t end) {
    for (source_blocks<index_t> blocks(positions, begin, end - begin); blocks.next();) {
      const auto [b, first, n] = blocks.at_hand();
      for (index_t k = 0; k < n; ++k) {
        const index_t i = b.data[k * b.step];
        chosen.unchecked(first + k) = i == no_position ? otherwise : values[check_position(i, source.size())];
      }
    }
  });
  return chosen;
}
#define RAVEL_DECLARE(T) extern template RAVEL_API buffer<T> selected_or(const node<T>&, const node<index_t>&, const T&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace detail

// The elements at the positions, and a default value for no_position.
template <detail::input R, detail::input Positions, class V>
  requires std::same_as<detail::read_t<Positions>, index_t> && detail::put_in_place_of<V, detail::read_t<R>>
[[nodiscard]] auto select_or(const R& r, const Positions& positions, const V& value) {
  using T = detail::read_t<R>;
  const detail::value_for<T> fits(value);
  return detail::selected_or<T>(detail::node_for_call(r), detail::node_for_call(positions), fits);
}

void select_or(...) = delete;  // of a reader, at positions of index_t, with a value of its type: select_or(x, positions, 0.0)

// backward: the last key that is not greater. forward: the first that is not less. nearest: the nearer of these two, the backward one if
// both are equally near.
enum class asof_direction : unsigned char { backward, forward, nearest };

// The greatest distance of a match.
template <class D>
struct tolerance {
  D value;
};
template <class D>
tolerance(D) -> tolerance<D>;

namespace detail {

[[noreturn]] RAVEL_API void throw_negative_tolerance(const std::string& given);
[[noreturn]] RAVEL_API void throw_no_distance();

struct no_tolerance {};
template <class T, class Tolerance>
struct asof_rule {
  asof_direction direction;
  Tolerance tolerance;

  bool is_near(const T& lesser, const T& greater) const {
    if constexpr (!instance_of<Tolerance, ravel::tolerance>) {
      return true;
    } else {
      return lies_within(lesser, greater, tolerance.value);
    }
  }
  bool is_nearer(const T& lesser, const T& key, const T& greater) const {
    if constexpr (has_distance<T>) return distance_of(key, greater) < distance_of(lesser, key);
    throw_no_distance();
  }

  // Chooses among the rows at(begin), …, at(end - 1). The rows before `next` are not greater than the key.
  template <class At>
  index_t choose(const T& key, index_t begin, index_t next, index_t end, At at) const {
    const bool has_before = next > begin && direction != asof_direction::forward && is_near(at(next - 1), key);
    if (direction == asof_direction::backward) return has_before ? next - 1 : no_position;
    const bool has_behind = next < end && is_number(at(next)) && is_near(key, at(next));
    if (has_before && has_behind) return is_nearer(at(next - 1), key, at(next)) ? next : next - 1;
    return has_before ? next - 1 : has_behind ? next : no_position;
  }
  static bool is_number(const T& value) { return !differs_from_itself(value); }
};

// Moves `next` behind the rows that the key has passed: forward, the rows that are less; else the rows that are not greater.
template <class T, class At>
index_t pass_rows(const T& key, bool forward, index_t next, index_t end, At at) {
  if (forward) {
    while (next < end && sorted_before{}(at(next), key)) ++next;
  } else {
    while (next < end && !sorted_before{}(key, at(next))) ++next;
  }
  return next;
}

template <class T, class Rule>
buffer<index_t> join_asof(std::span<const T> left, std::span<const T> right, const Rule& rule) {
  const auto out = unfilled_buffer<index_t>(std::ssize(left));
  const T* const keys = right.data();
  const auto at = [=](index_t i) -> const T& { return keys[i]; };
  const index_t rows = std::ssize(right);
  const bool forward = rule.direction == asof_direction::forward;
  in_pieces(out.size(), 1, [&](index_t begin, index_t end) {
    if (begin == end) return;
    sorted_before before;
    index_t next = place_among(rows, left[static_cast<std::size_t>(begin)], forward ? search_side::left : search_side::right, before, at);
    for (index_t i = begin; i < end; ++i) {
      const T& key = left[static_cast<std::size_t>(i)];
      if (rule.is_number(key)) next = pass_rows(key, forward, next, rows, at);
      out.unchecked(i) = rule.is_number(key) ? rule.choose(key, 0, next, rows, at) : no_position;
    }
  });
  return out;
}

// Each group keeps its own place among its rows.
template <class T, class Rule>
buffer<index_t> join_asof(std::span<const T> left, std::span<const T> right, const Rule& rule, std::span<const key_number> groups,
                          const grouped_rows& rows) {
  const auto out = unfilled_buffer<index_t>(std::ssize(left));
  const index_t* const positions = rows.positions.data();
  const auto at = [&](index_t i) -> const T& { return right[static_cast<std::size_t>(positions[i])]; };
  const bool forward = rule.direction == asof_direction::forward;
  std::vector<index_t> next(rows.starts.begin(), rows.starts.end());
  for (std::size_t i = 0; i < left.size(); ++i) {
    index_t& found = out.unchecked(static_cast<index_t>(i)) = no_position;
    if (groups[i] == no_key || !rule.is_number(left[i])) continue;
    const index_t g = groups[i], end = rows.start(g) + rows.count(g);
    index_t& place = next[groups[i]];
    place = pass_rows(left[i], forward, place, end, at);
    const index_t chosen = rule.choose(left[i], rows.start(g), place, end, at);
    if (chosen != no_position) found = positions[chosen];
  }
  return out;
}

template <class Option>
auto if_tolerance(const Option& option) {
  if constexpr (instance_of<Option, ravel::tolerance>) {
    return std::tuple(option);
  } else {
    return std::tuple<>();
  }
}

template <class T, class... Options>
auto rule_of(const Options&... options) {
  const auto direction = option_or(asof_direction::backward, options...);
  const auto given = std::tuple_cat(if_tolerance(options)..., std::tuple<no_tolerance>());
  const auto& limit = std::get<0>(given);
  using limit_type = std::remove_cvref_t<decltype(limit)>;
  if constexpr (instance_of<limit_type, ravel::tolerance>) {
    if (!(decltype(limit.value){} <= limit.value)) throw_negative_tolerance(text_of_value(limit.value));
  }
  return asof_rule<T, limit_type>{direction, limit};
}

// Calls join(left, right) with both sides consecutive in memory and checked to be in order.
template <class L, class R, class Join>
buffer<index_t> on_sorted_keys(const L& left, const R& right, Join join) {
  using T = read_t<L>;
  auto&& on_left = node_for_call(left);
  auto&& on_right = node_for_call(right);
  const elements_in_row<T> a(on_left), b(on_right);
  check_sorted("arg_join_asof", "the left side", a.span().data(), std::ssize(a.span()));
  check_sorted("arg_join_asof", "the right side", b.span().data(), std::ssize(b.span()));
  return join(a.span(), b.span());
}

template <class L, class R, class... Options>
concept meeting_asof = ordered_reader<L> && ordered_reader<R> && std::same_as<read_t<L>, read_t<R>> &&
                       (... && (among<Options, asof_direction> || (instance_of<Options, ravel::tolerance> && has_distance<read_t<L>>)));

}  // namespace detail

template <detail::input L, detail::input R, class... Options>
  requires detail::meeting_asof<L, R, Options...>
buffer<index_t> arg_join_asof(const L& left, const R& right, const Options&... options) {
  const auto rule = detail::rule_of<detail::read_t<L>>(options...);
  return detail::on_sorted_keys(left, right, [&](auto a, auto b) { return detail::join_asof(a, b, rule); });
}

// Searches the rows of the same group.
template <detail::input L, detail::input R, detail::key_columns LeftGroups, detail::key_columns RightGroups, class... Options>
  requires detail::meeting_asof<L, R, Options...> && std::same_as<detail::row_t<LeftGroups>, detail::row_t<RightGroups>>
buffer<index_t> arg_join_asof(const L& left, const R& right, const LeftGroups& left_groups, const RightGroups& right_groups,
                              const Options&... options) {
  detail::check_rows_of_one_shape("arg_join_asof", left, left_groups);
  detail::check_rows_of_one_shape("arg_join_asof", right, right_groups);
  const auto rule = detail::rule_of<detail::read_t<L>>(options...);
  const auto on_left = detail::borrowed_handle(left);
  const auto on_right = detail::borrowed_handle(right);
  if (const index_t of_groups = detail::rows_of(left_groups); on_left.size() != of_groups)
    detail::throw_sizes_differ("arg_join_asof", on_left.size(), of_groups);
  const detail::met_groups met = detail::meet_groups(left_groups, right_groups, on_right.size());
  return detail::on_sorted_keys(on_left, on_right,
                                [&](auto a, auto b) { return detail::join_asof(a, b, rule, met.groups.span(), met.rows); });
}

void arg_join_asof(...) = delete;  // keys of one type with <; tolerance where they have -

}  // namespace ravel
