// SPDX-License-Identifier: BSL-1.0
// arg_join: the rows of two sides that have equal keys, as positions on both. Keys are one reader or a std::tuple of columns, of the same
// types on both sides. Rows come in the order of the left side, and for each of them in the order of the right. select_or reads at
// positions that may be missing. Eager, with fresh results.
#pragma once

#include <ravel/index/index_set.hpp>
#include <ravel/loop/options.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/keys/detail/key_column.hpp>
#include <ravel/op/order/argsort.hpp>
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

template <class... Others>
void arg_join(detail::any_columns l, detail::any_columns r, Others... more) = delete;  // keys with ==, of the same types on both sides

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

template <class... Others>
void select_or(detail::any_columns x, Others... more) = delete;  // the positions are index_t, the value is one of x

}  // namespace ravel
