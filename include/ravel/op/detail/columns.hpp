// SPDX-License-Identifier: BSL-1.0
// Columns: one reader, or a std::tuple of readers of one size whose rows belong together. std::tie(a, b) refers to named readers;
// std::tuple(a % 10, b) keeps handles. Their blocks come in step, to loops that are compiled once for columns of all types. Owns nothing;
// one thread uses a column set.
#pragma once

#include <ravel/element/detail/for_each.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/keys/detail/key_table.hpp>

#include <memory>
#include <optional>
#include <tuple>

namespace ravel::detail {

template <class X>
inline constexpr bool is_column_tuple = false;
template <class First, class... More>
inline constexpr bool is_column_tuple<std::tuple<First, More...>> =
    (input<std::remove_cvref_t<First>> && ... && input<std::remove_cvref_t<More>>);

template <class X>
concept columns = input<X> || is_column_tuple<X>;

// The elements of a row.
template <class... Ts>
struct row_of {};

template <class X>
struct row_in : std::type_identity<row_of<read_t<X>>> {};
template <class... Rs>
struct row_in<std::tuple<Rs...>> : std::type_identity<row_of<read_t<Rs>...>> {};
template <columns X>
using row_t = typename row_in<X>::type;

template <class Row>
inline constexpr bool is_key_row = false;
template <class... Ts>
inline constexpr bool is_key_row<row_of<Ts...>> = (key<Ts> && ...);
template <class X>
concept key_columns = columns<X> && is_key_row<row_t<X>>;

// Calls f(column, …).
template <columns X, class F>
decltype(auto) with_columns(const X& x, F&& f) {
  if constexpr (input<X>) {
    return f(x);
  } else {
    return std::apply(f, x);
  }
}

// For an operation that reads columns after others, for example the keys: keeps the source of each handle at the start, and asks for each
// size once.
template <columns X>
auto hold_columns(const X& x) {
  if constexpr (input<X>) {
    return borrowed_handle(x);
  } else {
    return std::apply([](const auto&... each) { return std::tuple(borrowed_handle(each)...); }, x);
  }
}

template <columns X>
index_t rows_of(const X& x) {
  return with_columns(x, [](const auto& first, const auto&...) { return size_of(first); });
}

// Checks that all columns with a shape have the same, because their rows belong together.
template <columns... Xs>
void check_rows_of_one_shape(const char* operation, const Xs&... xs) {
  std::optional<shape> known;
  const auto compare = [&]<class R>(const R& column) {
    if constexpr (shaped<R>) {
      if (known && *known != column.shape()) throw_not_of_one_shape(operation, *known, column.shape());
      known = column.shape();
    }
  };
  (with_columns(xs, [&](const auto&... column) { (compare(column), ...); }), ...);
}

// A column for callers that do not know its element type, for the duration of one evaluation.
class RAVEL_API any_column {
 public:
  virtual ~any_column() = default;
  virtual std::unique_ptr<any_column> another() const = 0;  // for an evaluation beside this one
  virtual index_t size() const = 0;
  virtual std::size_t bytes() const = 0;  // of an element that may be moved as bytes; 0 for others
  virtual const void* lent() const = 0;   // the elements, if they lie side by side in memory
  virtual const untyped_node& source() const = 0;
  virtual scratch_need room() const = 0;
  virtual void begin(evaluation& run) = 0;
  virtual const void* at_hand() = 0;  // the elements of the block, consecutive
  virtual void end() = 0;
};

template <class T>
class column final : public any_column {
 public:
  explicit column(const node<T>& source) : source_(source) {}

  std::unique_ptr<any_column> another() const override { return std::make_unique<column>(source_); }
  index_t size() const override { return source_.size(); }
  std::size_t bytes() const override {
    return std::is_trivially_copyable_v<T> && alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__ ? sizeof(T) : 0;
  }
  const void* lent() const override { return source_.memory().step == 1 ? source_.memory().data : nullptr; }
  const untyped_node& source() const override { return source_; }
  scratch_need room() const override { return consecutive_blocks<T>::need(source_); }
  void begin(evaluation& run) override { blocks_.emplace(source_, run); }
  const void* at_hand() override { return blocks_->at_hand().data(); }
  void end() override { blocks_.reset(); }

 private:
  const node<T>& source_;
  std::optional<consecutive_blocks<T>> blocks_;
};

using column_pointer = std::unique_ptr<any_column>;
template <class T>
column_pointer make_column(const node<T>& source) {
  return std::make_unique<column<T>>(source);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API column_pointer make_column(const node<T>&);
RAVEL_FOR_EACH_IN_SRC(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// Columns of one size side by side.
template <class... Ts>
class column_set {
 public:
  explicit column_set(const node<Ts>&... sources) : columns_{make_column(sources)...} {}

  std::span<const column_pointer> all() const { return columns_; }

 private:
  column_pointer columns_[sizeof...(Ts)];
};
using any_columns_of_rows = std::span<const column_pointer>;

// Takes rows as they come: the position of the first, their number, and the elements of each column.
class RAVEL_API row_taker {
 public:
  virtual void take(index_t position, index_t n, const void* const* blocks) = 0;

 protected:
  ~row_taker() = default;
};
RAVEL_API void each_block_of_rows(any_columns_of_rows columns, row_taker& taker);
RAVEL_API void each_block_of_rows(any_columns_of_rows columns, index_t begin, index_t end, row_taker& taker);
// The same for pieces of the rows, which threads share: take(each) calls each(taker) for the rows of one piece.
using piece_of_rows_taker = function_ref<void(function_ref<void(row_taker&)> each)>;
RAVEL_API void each_piece_of_rows(any_columns_of_rows columns, piece_of_rows_taker take);

template <class Row>
struct column_set_of;
template <class... Ts>
struct column_set_of<row_of<Ts...>> : std::type_identity<column_set<Ts...>> {};

// Calls f(columns of x).
template <columns X, class F>
auto with_any_columns(const X& x, F f) {
  using set = typename column_set_of<row_t<X>>::type;
  return with_columns(x, [&](const auto&... each) { return f(set(node_for_call(each)...).all()); });
}
// Calls f with the columns of x, and those of y behind them.
template <columns X, columns Y, class F>
auto with_any_columns(const X& x, const Y& y, F f) {
  return with_columns(x, [&](const auto&... of_x) {
    return with_columns(y, [&](const auto&... of_y) {
      using set = column_set<read_t<decltype(of_x)>..., read_t<decltype(of_y)>...>;
      return f(set(node_for_call(of_x)..., node_for_call(of_y)...).all());
    });
  });
}

}  // namespace ravel::detail
