// SPDX-License-Identifier: BSL-1.0
// fused: a function of readers as one node and one loop. Operators and map build it at compile time over type-erased leaves; it is a reader
// itself and erases to reader<T> where one is asked for. Owns its leaves; its function must be pure.
#pragma once

#include <ravel/lazy/detail/operand.hpp>

#include <utility>

namespace ravel {

// A function and what it is given; fused<…>::expression is the reader.
template <class Function, class... Operands>
struct fused {
  class expression;
};

namespace detail {

[[noreturn]] RAVEL_API void throw_sizes_differ(index_t a, index_t b);

// Holds no handles that would read others, each of which may hold more.
template <class Function>
inline constexpr bool stateless_function = std::is_empty_v<Function>;

// A user's function may look at memory that is being written, with or without state: there are globals. The library's own do not, on
// elements whose operators are its own too.
template <class Function, class... Values>
inline constexpr bool looks_at_arguments_only = false;
template <class Function, class... Values>
  requires requires { typename Function::looks_at_arguments_only; }
inline constexpr bool looks_at_arguments_only<Function, Values...> = ((element<Values> || std::same_as<Values, std::string>)&&...);

template <std::size_t Place, class X>
struct placed {
  X x;
};

template <class Places, class... Operands>
struct operand_pack;

template <std::size_t... Place, class... Operands>
struct operand_pack<std::index_sequence<Place...>, Operands...> : placed<Place, Operands>... {
  template <class F>
  [[gnu::always_inline]] decltype(auto) pass_to(F&& f) const {
    return f(static_cast<const placed<Place, Operands>&>(*this).x...);
  }
  template <class F>
  void pass_to(F&& f) {
    f(static_cast<placed<Place, Operands>&>(*this).x...);
  }
};

template <class Function, class Places, class... Cursors>
struct call_cursor;

template <class Function, std::size_t... Place, class... Cursors>
struct call_cursor<Function, std::index_sequence<Place...>, Cursors...> : placed<Place, Cursors>... {
  value_cursor<Function> function;

  // A function that gives back a reference to what it was given may do so only where that outlives the call.
  static constexpr bool lent = (std::is_lvalue_reference_v<std::invoke_result_t<const Cursors&, index_t>> && ...);
  using called = std::invoke_result_t<const Function&, std::invoke_result_t<const Cursors&, index_t>...>;
  using result = std::conditional_t<lent, called, std::remove_cvref_t<called>>;

  [[gnu::always_inline]] result operator()(index_t i) const {
    return function(i)(static_cast<const placed<Place, Cursors>&>(*this).x(i)...);
  }
};

template <class Function, class Places, class... Operands>
class call_input;

template <class Function, std::size_t... Place, class... Operands>
class call_input<Function, std::index_sequence<Place...>, Operands...> : placed<Place, typename Operands::input>... {
 public:
  template <class Pack, class R>
  call_input(const Function& function, const Pack& operands, arena& from, index_t length, spare_room<R>& spare)
      : placed<Place, typename Operands::input>{static_cast<const placed<Place, Operands>&>(operands).x.make_input(from, length, spare)}...,
        function_(function) {}

  template <class Feed>
  void load(Feed& feed, index_t n, arena& from, loaded_list& pulled) {
    (static_cast<placed<Place, typename Operands::input>&>(*this).x.load(feed, n, from, pulled), ...);
  }
  auto cursor() const {
    return call_cursor<Function, std::index_sequence<Place...>, decltype(std::declval<typename Operands::input>().cursor())...>{
        {static_cast<const placed<Place, typename Operands::input>&>(*this).x.cursor()}..., {function_}};
  }

 private:
  const Function& function_;
};

// Elements in a loop of constant length, so that it vectorises at -O2 too; short enough that little is left for the loop behind it.
template <class R>
inline constexpr index_t loop_length = sizeof(R) >= 8 ? 32 : 64;

template <class Cursor, class R>
RAVEL_STRICT_LOOP void fill_from(const Cursor cursor, index_t n, R* out) {
  RAVEL_STRICT_BODY
  constexpr index_t length = loop_length<R>;
  index_t i = 0;
  for (; i + length <= n; i += length) {
    RAVEL_INDEPENDENT
    for (index_t j = 0; j < length; ++j) out[i + j] = cursor(i + j);
  }
  for (; i < n; ++i) out[i] = cursor(i);
}

template <class T>
inline constexpr bool added_in_lanes = real_element<T> || boolean_element<T>;

template <class Cursor>
RAVEL_STRICT_LOOP void add_from(const Cursor cursor, index_t n, double* partial) {
  RAVEL_STRICT_BODY
  double lane[lanes];  // beside the loop, so that they stay in registers
  for (index_t j = 0; j < lanes; ++j) lane[j] = partial[j];
  index_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    for (index_t j = 0; j < lanes; ++j) lane[j] += static_cast<double>(cursor(i + j));
  }
  for (index_t j = 0; i + j < n; ++j) lane[j] += static_cast<double>(cursor(i + j));
  for (index_t j = 0; j < lanes; ++j) partial[j] = lane[j];
}

template <class Cursor>
RAVEL_STRICT_LOOP void add_from(const Cursor cursor, index_t n, std::int64_t* count) {
  RAVEL_STRICT_BODY
  constexpr index_t length = loop_length<bool>;
  std::int64_t found = 0;
  index_t i = 0;
  for (; i + length <= n; i += length) {
    for (index_t j = 0; j < length; ++j) found += cursor(i + j);
  }
  for (; i < n; ++i) found += cursor(i);
  *count += found;
}

// loop(cursor) over n elements from start, with every operand loaded.
template <class E, class Loop>
void with_cursor(const E& expression, index_t start, index_t n, typename E::value_type* room, arena& from, Loop loop) {
  [[maybe_unused]] const call_of<E::may_read_handles> inside;
  const arena_frame frame(from);
  spare_room<typename E::value_type> spare{room};
  auto input = expression.make_input(from, n, spare);
  loaded_block blocks[E::leaves > 0 ? E::leaves : 1];
  loaded_list pulled(blocks);
  positions_from feed{start};
  input.load(feed, n, from, pulled);
  loop(input.cursor());
}

// An expression as a node: held, or looked at on the stack while an eager operation runs.
template <class Held, class Base = node<typename std::remove_cvref_t<Held>::value_type>>
class fused_node : public Base {
 protected:
  using T = typename std::remove_cvref_t<Held>::value_type;

 public:
  template <class... More>
  explicit fused_node(Held e, More&&... more) : Base(e.facts(), std::forward<More>(more)...), expression_(std::forward<Held>(e)) {}

  T at(index_t i) const override {
    if (this->depth() > low_tree) return read_one<T>(*this, i);
    [[maybe_unused]] const call_of<std::remove_cvref_t<Held>::may_read_handles> inside;
    return expression_.unchecked(i);
  }
  meeting meets(const target_memory& target) const override { return expression_.meets(target); }
  void each_operand(shared_blocks& found) const override { expression_.each_leaf(found); }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena& from) const override {
    with_cursor(expression_, start, n, out, from, [&](const auto& cursor) { fill_from(cursor, n, out); });
    return {out, 1};
  }

  Held expression_;
};

// Behind a handle it may be asked for anything.
template <class E>
class kept_fused_node final : public fused_node<E> {
  using typename fused_node<E>::T;

 public:
  static constexpr bool keeps_handles = E::keeps_handles;
  using fused_node<E>::fused_node;

  bool add_to_lanes(index_t start, index_t n, T* room, lane_t<T>* partial, arena& from) const override {
    if constexpr (added_in_lanes<T>) {
      with_cursor(this->expression_, start, n, room, from, [&](const auto& cursor) { add_from(cursor, n, partial); });
    }
    return added_in_lanes<T>;
  }
};

// For the time of a sum, which needs no block: a statement that adds up does not compile the loop that stores.
template <class E>
class summed_fused_node final : public node<typename E::value_type> {
  using T = typename E::value_type;

 public:
  explicit summed_fused_node(const E& e) : node<T>(e.facts()), expression_(e) {}

  meeting meets(const target_memory& target) const override { return expression_.meets(target); }
  void each_operand(shared_blocks& found) const override { expression_.each_leaf(found); }
  bool add_to_lanes(index_t start, index_t n, T* room, lane_t<T>* partial, arena& from) const override {
    with_cursor(expression_, start, n, room, from, [&](const auto& cursor) { add_from(cursor, n, partial); });
    return true;
  }

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    for (index_t i = 0; i < n; ++i) out[i] = expression_.unchecked(start + i);
    return {out, 1};
  }

 private:
  const E& expression_;
};

// How many elements an expression has: none once its operands were moved away.
class moved_size {
 public:
  constexpr moved_size(index_t n) : n_(n) {}
  constexpr moved_size(const moved_size&) = default;
  constexpr moved_size(moved_size&& other) noexcept : n_(std::exchange(other.n_, 0)) {}
  constexpr moved_size& operator=(moved_size other) noexcept {
    n_ = other.n_;
    return *this;
  }
  constexpr operator index_t() const { return n_; }

 private:
  index_t n_;
};

}  // namespace detail

template <class Function, class... Operands>
class fused<Function, Operands...>::expression : public detail::handle_base, public std::ranges::view_base {
 public:
  using value_type = std::remove_cvref_t<std::invoke_result_t<const Function&, const typename Operands::value_type&...>>;
  using iterator = detail::element_iterator<expression, value_type>;
  using input = detail::call_input<Function, std::index_sequence_for<Operands...>, Operands...>;
  static constexpr int leaves = (Operands::leaves + ...);
  static constexpr bool keeps_handles = detail::may_hold_handles<Function> || (Operands::keeps_handles || ...);
  static constexpr bool is_own = detail::looks_at_arguments_only<Function, typename Operands::value_type...>;
  static constexpr bool may_read_handles = !detail::stateless_function<Function> || (Operands::may_read_handles || ...);

  template <class... Xs>
  explicit expression(Function function, std::in_place_t, Xs&&... xs)
      : function_(std::move(function)), operands_{{detail::as_operand(std::forward<Xs>(xs))}...}, size_(common_size()) {}

  index_t size() const { return size_; }
  value_type operator[](index_t i) const { return unchecked(detail::check_position(i, size_)); }
  RAVEL_STRICT_LOOP value_type unchecked(index_t i) const {
    RAVEL_STRICT_BODY
    return operands_.pass_to([&](const auto&... operand) -> value_type { return function_(operand.unchecked(i)...); });
  }
  void read(index_t start, std::span<value_type> out) const {
    const auto n = static_cast<index_t>(out.size());
    detail::check_range(start, n, size_);
    detail::read_into<value_type>(in_place(), start, n, out.data());
  }
  iterator begin() const& { return {this, 0}; }
  iterator end() const& { return {this, size_}; }
  iterator begin() const&& = delete;  // the iterator would outlive the expression: name it first
  iterator end() const&& = delete;

  std::optional<block<const value_type>> memory() const { return std::nullopt; }
  std::optional<value_type> constant() const { return std::nullopt; }
  template <class Range = index_range>
  std::optional<Range> as_range() const {
    return std::nullopt;
  }
  bool sorted() const { return false; }
  static constexpr ravel::dtype dtype() { return dtype_of<value_type>(); }

  // The same expression behind a reader handle.
  reader<value_type> erased() const& { return detail::make_reader<detail::kept_fused_node<expression>>(*this); }
  reader<value_type> erased() && { return detail::make_reader<detail::kept_fused_node<expression>>(std::move(*this)); }
  detail::fused_node<const expression&> in_place() const { return detail::fused_node<const expression&>(*this); }

  explicit operator bool() const = delete;  // an elementwise result is not a truth value: use equal(a, b), all_of(x) or any_of(x)

  // For the engine.
  detail::node_facts facts() const {
    value_type result{};
    return facts(detail::spare_room<value_type>{&result});
  }
  detail::node_facts facts(detail::spare_room<value_type> spare) const {
    detail::node_facts facts{.size = size_, .fixed = true, .direct = true};
    detail::operand_facts sum{&facts, {}, {}};
    add_to(sum, spare);
    facts.need = sum.rooms + sum.inner;
    return facts;
  }
  template <class R>
  void add_to(detail::operand_facts& sum, detail::spare_room<R>& spare) const {
    operands_.pass_to([&](const auto&... operand) { (operand.add_to(sum, spare), ...); });
  }
  detail::meeting meets(const detail::target_memory& target) const {
    if (independent_) return detail::meeting::none;
    if (!is_own) return detail::meeting::crossing;
    detail::meeting found = detail::meeting::none;
    operands_.pass_to([&](const auto&... operand) { ((found = detail::worst(found, operand.meets(target))), ...); });
    return found;
  }
  void declare_independent() { independent_ = true; }  // of what is being written: see independent()
  template <class R>
  input make_input(detail::arena& from, index_t length, detail::spare_room<R>& spare) const {
    return input(function_, operands_, from, length, spare);
  }
  // f(node) for every reader in it, in the order in which they are loaded.
  template <class F>
  void each_leaf(F& f) const {
    operands_.pass_to([&](const auto&... operand) { (operand.each_leaf(f), ...); });
  }
  // Each reader in it becomes another: change(reader<T>) gives a reader<T>.
  template <class F>
  void change_leaves(const F& change) {
    operands_.pass_to([&](auto&... operand) { (operand.change_leaves(change), ...); });
    size_ = common_size();
  }

 private:
  index_t common_size() const {
    index_t size = -1;
    const auto agree = [&](index_t other) {
      if (size >= 0 && other >= 0 && other != size) detail::throw_sizes_differ(size, other);
      if (other >= 0) size = other;
    };
    operands_.pass_to([&](const auto&... operand) { (agree(operand.size()), ...); });
    return size;
  }

  [[no_unique_address]] Function function_;
  detail::operand_pack<std::index_sequence_for<Operands...>, Operands...> operands_;
  detail::moved_size size_;
  bool independent_ = false;
};

}  // namespace ravel
