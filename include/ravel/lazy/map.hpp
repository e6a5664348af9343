// SPDX-License-Identifier: BSL-1.0
// map(f, a, b, …): a lazy function of one or more readers. An argument that is not a reader is a value, the same for every element. A map
// of a map is still one loop. Its result is fused: a function of readers as one node and one loop, which operators make, too. It is a
// reader itself and converts to reader<T>. Owns its readers; f must be pure. Any thread may read.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/element/cast.hpp>
#include <ravel/element/detail/signature.hpp>
#include <ravel/lazy/detail/fused_node.hpp>

#include <new>
#include <utility>

namespace ravel {

// A function and its operands; fused<…>::expression is the reader.
template <class Function, class... Operands>
struct fused {
  class expression;
};

namespace detail {

[[noreturn]] RAVEL_API void throw_sizes_differ(index_t a, index_t b);
[[noreturn]] RAVEL_API void throw_sizes_differ(const char* operation, index_t a, index_t b);
// The size of two operands, or an error. -1 agrees with any size.
RAVEL_API index_t agreed_size(index_t a, index_t b);

// True if the function holds no handles, which could read others and so on without end.
template <class Function>
inline constexpr bool stateless_function = std::is_empty_v<Function>;

// False for user functions, which may read memory that is being written even without state, through globals. True for the library's own
// functions on elements whose operators are the library's too.
template <class Function, class... Values>
inline constexpr bool is_pure = false;
template <class Function, class... Values>
  requires requires { typename Function::is_pure; }
inline constexpr bool is_pure<Function, Values...> = ((element<Values> || std::same_as<Values, std::string>)&&...);

}  // namespace detail

template <class Function, class... Operands>
class [[nodiscard]] fused<Function, Operands...>::expression : public detail::handle_base, public std::ranges::view_base {
  using prepared = detail::prepared_function<Function, Operands...>;

 public:
  using value_type = std::remove_cvref_t<std::invoke_result_t<const Function&, const typename Operands::value_type&...>>;
  using iterator = detail::element_iterator<expression, value_type>;
  static constexpr int leaves = (Operands::leaves + ...);
  static constexpr bool keeps_handles = detail::may_hold_handles<Function> || (Operands::keeps_handles || ...);
  static constexpr bool is_own = detail::is_pure<Function, typename Operands::value_type...>;
  static constexpr bool may_read_handles = !detail::stateless_function<Function> || (Operands::may_read_handles || ...);
  static constexpr bool is_product = detail::zero_annihilates<Function> && (element<typename Operands::value_type> && ...);
  static constexpr bool wipes_out = is_product || (Operands::wipes_out || ...);
  static constexpr bool is_listed = detail::tile_of<Function>() != detail::tile_function::none && (Operands::is_listed && ...);

  template <class... Xs>
  explicit expression(Function function, std::in_place_t, Xs&&... xs)
      : function_(std::move(function)),
        operands_{{detail::as_operand(std::forward<Xs>(xs))}...},
        prepared_(std::as_const(operands_).pass_to([](const auto&... operand) { return prepared(operand...); })),
        size_(common_size()) {}
  expression(const expression&) = default;
  expression(expression&&) = default;
  expression& operator=(const expression&) & = default;  // binds a name anew; never a temporary
  expression& operator=(expression&&) & = default;
  template <class X>
  void operator=(const X&) const&& = delete;  // this is computed, so that there is nothing to write to

  index_t size() const { return size_; }
  detail::given_t<value_type> operator[](index_arg i) const { return value_at(detail::check_position(i, size_)); }
  detail::given_t<value_type> unchecked(index_t i) const { return value_at(i); }
  void read(index_arg start, std::span<value_type> out) const {
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

  // The expression behind a reader handle.
  reader<value_type> erased() const& { return detail::make_reader<detail::fused_node<expression>>(*this); }
  reader<value_type> erased() && { return detail::make_reader<detail::fused_node<expression>>(std::move(*this)); }
  // The expression as a node, for as long as it lives: to be computed, or to be added up.
  detail::function_node<value_type> in_place() const { return {size_, this, detail::fused_function<expression>}; }
  detail::function_node<value_type> in_place_to_add() const {
    return {size_, this, detail::fused_function<expression, detail::asked::to_add>};
  }

  explicit operator bool() const = delete;  // an elementwise result is not a truth value: use equal(a, b), all_of(x) or any_of(x)

  // For the engine. (Elements are converted to the parameter's type: see call_cursor.)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
  RAVEL_STRICT_LOOP value_type value_at(index_t i) const {
    RAVEL_STRICT_BODY
    return operands_.pass_to([&](const auto&... operand) -> value_type { return function_(operand.unchecked(i)...); });
  }
#pragma GCC diagnostic pop
  void list(detail::leaf_list& to) const {
    const detail::leaf_list::independent_part part(to, independent_);
    if (!is_own) to.reads_anything();
    operands_.pass_to([&](const auto&... operand) { (operand.list(to), ...); });
  }
  bool list_operations(detail::operation_list& to) const {
    const bool operands = operands_.pass_to([&](const auto&... operand) { return (operand.list_operations(to) && ...); });
    return operands && to.add(detail::tile_of<Function>(), sizeof...(Operands), detail::swaps_in_tiles<Function>);
  }
  void declare_independent() { independent_ = true; }  // nothing it reads is being written: see independent()
  // Calls f(node) for every reader in the expression, in the order of the list.
  template <class F>
  void each_leaf(F& f) const {
    operands_.pass_to([&](const auto&... operand) { (operand.each_leaf(f), ...); });
  }
  // The value where no reader has an entry; none if the expression is not sparse. A factor may decide it, even if another operand is not
  // sparse. If the function throws on the fills, as it will on every read there, the expression is not sparse.
  std::optional<value_type> fill() const {
    try {
      return detail::fill_of_fused<expression>(this);
    } catch (const std::bad_alloc&) {
      throw;  // it does not concern the fill
    } catch (...) {
      return std::nullopt;
    }
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
  RAVEL_STRICT_LOOP std::optional<value_type> fill_or_throw() const {
    RAVEL_STRICT_BODY
    return operands_.pass_to([&](const auto&... operand) {
      const auto of = [&](const auto&... fill) -> std::optional<value_type> {
        if ((fill && ...)) return function_(*fill...);
        if constexpr (is_product) {
          if (detail::wiped_out(operand..., fill...)) return value_type{};
        }
        return std::nullopt;
      };
      return of(operand.fill_or_throw()...);  // once, because many operands may lie below
    });
  }
#pragma GCC diagnostic pop
  bool finite() const { return detail::always_finite<value_type>; }
  bool stored_finite() const { return false; }
  void add_cover(detail::cover_search& to) const {
    operands_.pass_to([&](const auto&... operand) {
      if constexpr (is_product)
        detail::add_cover_of_product(to, operand...);
      else
        (operand.add_cover(to), ...);
    });
  }
  auto cursor_over(const void* const*& values) const {
    return operands_.pass_to([&](const auto&... operand) {
      const auto& function = prepared_.in_blocks(function_);
      using called = std::remove_cvref_t<decltype(function)>;
      return detail::call_cursor<called, std::index_sequence_for<Operands...>, decltype(operand.cursor_over(values))...>{
          {operand.cursor_over(values)}..., {function}};
    });
  }

  // Replaces each reader in the expression: change(reader<T>) gives a reader<T>.
  template <class F>
  void change_leaves(const F& change) {
    operands_.pass_to([&](auto&... operand) { (operand.change_leaves(change), ...); });
    size_ = common_size();
  }

 private:
  index_t common_size() const {
    index_t size = -1;
    operands_.pass_to([&](const auto&... operand) { ((size = detail::agreed_size(size, operand.size())), ...); });
    return size;
  }

  [[no_unique_address]] Function function_;
  detail::operand_pack<std::index_sequence_for<Operands...>, Operands...> operands_;
  [[no_unique_address]] prepared prepared_;
  detail::moved_size size_;
  bool independent_ = false;
};

namespace detail {

template <class X>
concept lazy_reader = readable<X> && !shaped<std::remove_cvref_t<X>>;

template <class X>
using operand_t = decltype(as_operand(std::declval<X>()));

template <class X>
struct operand_value : std::type_identity<std::decay_t<X>> {};
template <readable X>
struct operand_value<X> : std::type_identity<read_t<X>> {};
template <class X>
using operand_value_t = typename operand_value<X>::type;

// The type that a parameter of the function must hold: every element of a reader; for a weak value, its kind. The value itself is checked
// when the function is given.
template <class X>
struct asked_to_hold : std::type_identity<operand_value_t<X>> {};
template <class X>
  requires(!readable<X> && element<std::decay_t<X>>)
struct asked_to_hold<X> {
  static constexpr element_kind kind = kind_v<std::decay_t<X>>;
  using real = std::conditional_t<kind == element_kind::complex, std::complex<float>, float>;
  using type = std::conditional_t<(kind > element_kind::integer), real, bool>;
};

template <class Parameters, std::size_t N>
inline constexpr bool has_as_many = false;
template <class... Ps, std::size_t N>
inline constexpr bool has_as_many<std::tuple<Ps...>, N> = sizeof...(Ps) == N;
template <class Parameters, std::size_t K, std::size_t N>
struct parameter_of : std::type_identity<void> {};
template <class Parameters, std::size_t K, std::size_t N>
  requires has_as_many<Parameters, N>
struct parameter_of<Parameters, K, N> : std::tuple_element<K, Parameters> {};

// Converts x to the argument of the function. A value becomes the element type of the parameter, checked. Characters behind a pointer are
// copied, unless the results may be pointers to them.
template <class Parameter, class Result, class X>
decltype(auto) as_given(X&& x) {
  if constexpr (!readable<X> && element<std::decay_t<X>> && element<Parameter>) {
    return cast_value<Parameter>(x);
  } else if constexpr (c_string<X> && self_contained<Result>) {
    return text_operand<std::decay_t<X>>(x);
  } else {
    return std::forward<X>(x);
  }
}

template <class Function, class... Xs>
auto fuse_operands(Function function, Xs&&... xs) {
  return typename fused<Function, operand_t<Xs>...>::expression(std::move(function), std::in_place, std::forward<Xs>(xs)...);
}
template <class Function, class... Xs>
inline constexpr bool fused_as_given =
    (c_string<Xs> || ...) || ((!readable<Xs> || ...) && has_as_many<typename signature<Function>::parameters, sizeof...(Xs)>);

template <class Function, class... Xs>
auto fuse(Function function, Xs&&... xs) {
  if constexpr (fused_as_given<Function, Xs...>) {
    using parameters = typename signature<Function>::parameters;
    using result = std::remove_cvref_t<std::invoke_result_t<const Function&, const operand_value_t<Xs>&...>>;
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
      return fuse_operands(std::move(function),
                           as_given<typename parameter_of<parameters, K, sizeof...(Xs)>::type, result>(std::forward<Xs>(xs))...);
    }(std::index_sequence_for<Xs...>());
  } else {
    return fuse_operands(std::move(function), std::forward<Xs>(xs)...);
  }
}

template <class X>
concept stored_as_element = std::semiregular<std::remove_cvref_t<X>>;

// A const function that takes these values and returns a possible element.
template <class Function, class... Values>
concept gives_element = requires(const Function& f, const Values&... values) {
  { f(values...) } -> stored_as_element;
};

// An array that is no string. It is no value: it would become a pointer to elements that somebody else owns.
template <class X>
concept array_of_elements = std::is_array_v<std::remove_cvref_t<X>> && !character_string<std::remove_cvref_t<X>>;

// At least one reader, none of them with a shape or owned by somebody else.
template <class... Xs>
concept lazy_among = (lazy_reader<Xs> || ...) && ((!shaped<std::remove_cvref_t<Xs>> && !foreign_lvalue<Xs> && !array_of_elements<Xs>)&&...);

template <class Function, class... Xs>
concept maps =
    lazy_among<Xs...> && gives_element<Function, operand_value_t<Xs>...> && takes_whole<Function, typename asked_to_hold<Xs>::type...>;

// A function that does not fit its operands, at least one of which is a reader.
template <class... All>
inline constexpr bool maps_none = false;
template <class Function, class... Xs>
inline constexpr bool maps_none<Function, Xs...> =
    (readable<Xs> || ...) && (!foreign_lvalue<const Xs&> && ...) && !gives_element<std::decay_t<Function>, operand_value_t<Xs>...>;

// A function that only converts to a wider type.
template <class To>
struct widened {
  using is_pure = void;
  template <class From>
  To operator()(const From& value) const {
    return promoted<To>(value);
  }
};

}  // namespace detail

template <class Function, class... Xs>
  requires detail::maps<std::decay_t<Function>, Xs...>
[[nodiscard]] auto map(Function&& f, Xs&&... xs) {
  return detail::fuse<std::decay_t<Function>>(std::forward<Function>(f), std::forward<Xs>(xs)...);
}

// (The function is one of the pack, so that an overload of another layer, for operands of its own, matches better.)
template <class... All>
  requires detail::maps_none<All...>
void map(const All&... operands) = delete;  // f takes one element of each and gives a value: [](double x, double y) { return x * y; }

template <readable X, class F, class... Xs>
  requires(!readable<std::remove_cvref_t<F>>)
void map(const X& x, const F& f, const Xs&... xs) = delete;  // the function leads: map(f, a, b)

template <class Member, class S, class... Xs>
void map(Member S::*member, Xs&&... xs) = delete;  // field(r, &S::member) is the reader of a member

}  // namespace ravel
