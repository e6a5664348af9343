// SPDX-License-Identifier: BSL-1.0
// Reductions of whole distributed tensors and expressions, with the same result on every rank. Each has the bits of the local operation,
// for any number of ranks and any distribution. Collective. (Reductions along axes: lines.hpp.)
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/mpi/copy.hpp>
#include <ravel/mpi/detail/evaluation.hpp>
#include <ravel/mpi/make.hpp>
#include <ravel/op/fold/extreme.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/op/fold/means.hpp>
#include <ravel/op/fold/product.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/op/fold/sum.hpp>
#include <ravel/op/stats/quantile.hpp>
#include <ravel/op/stats/statistics.hpp>
#include <ravel/op/windows/ewm.hpp>
#include <ravel/tensor/elementwise.hpp>

#include <cmath>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

namespace ravel {
namespace mpi {
namespace detail {

// forest: partial results of consecutive parts of a line, as the maximal complete subtrees of the aligned binary tree over the parts.
// Joining depends on the place of a node alone, so any cut of the line gives the same bits. A value; one thread.

template <class Total>
struct forest_node {
  index_t level;
  index_t number;  // among the nodes of its level
  Total total;
};

template <class Total>
class forest {
 public:
  // Nodes come in ascending order, and together they cover parts without a gap. joined(a, b) is a node of its two halves.
  template <class Join>
  void add(forest_node<Total> node, const Join& joined) {
    while (!nodes_.empty() && node.number % 2 == 1 && nodes_.back().level == node.level && nodes_.back().number + 1 == node.number) {
      node = {node.level + 1, node.number / 2, joined(nodes_.back().total, node.total)};
      nodes_.pop_back();
    }
    nodes_.push_back(node);
  }
  // Joins all parts from the first on: a node without a right half is its left half.
  template <class Join>
  Total total(const Join& joined) const {
    Total all = nodes_.back().total;
    for (std::size_t k = nodes_.size() - 1; k-- > 0;) all = joined(nodes_[k].total, all);
    return all;
  }
  const std::vector<forest_node<Total>>& nodes() const& { return nodes_; }
  const std::vector<forest_node<Total>>& nodes() const&& = delete;  // they would outlive the forest

 private:
  std::vector<forest_node<Total>> nodes_;
};

// A line that is cut into parts of a power of two chunks, whole parts for each rank.
struct line_cut {
  index_t part;
  index_t span;
};
RAVEL_API line_cut cut_line(index_t length, int ranks, index_t least_part = 256);
RAVEL_API void check_columns(const char* operation, const ravel::shape& a, const ravel::shape& b);  // vectors of one length

// The words by which roll calls tell arguments apart: types, and the values of numbers and options. Elements of readers, and what functions
// and reducers hold, are not compared.
template <class A>
std::string said_argument(const A& a) {
  if constexpr (std::is_arithmetic_v<A> || std::is_enum_v<A>) {
    return ", " + said_value(a);
  } else if constexpr (std::same_as<A, index_arg>) {
    return said_argument(index_t{a});
  } else if constexpr (readable<A>) {
    return ravel::detail::text() << ", " << name_of_type(typeid(ravel::detail::read_t<A>))
                                 << ravel::to_string(ravel::detail::as_read_tensor(a).shape());
  } else {
    static const std::string type = ", " + name_of_type(typeid(A));
    if constexpr (requires { a.value; }) {
      return type + said_argument(a.value);
    } else if constexpr (requires { ravel::detail::list_text(a.positions); }) {
      return type + ravel::detail::list_text(a.positions);
    } else if constexpr (std::same_as<A, decay>) {
      return type + said_argument(a.alpha());
    } else {
      return type;
    }
  }
}
template <class... Args>
std::string said_arguments(const Args&... args) {
  return (std::string() + ... + said_argument(args));
}

// A collective operation, and the words of the arguments with which it is called.
struct call {
  call(const char* operation, std::string arguments = {}) : name(operation), said(std::move(arguments)) {}

  const char* name;
  std::string said;
};

// Calls of_block(first place in the address space, elements of each operand…) for each block of this rank, and then the stages on all
// ranks. Operands have one shape.
template <class OfBlock, class... Xs>
void each_block(const call& operation, const world& ranks, const dims& over, const line_cut& cut, const OfBlock& of_block,
                std::initializer_list<stage> finish, const Xs&... xs) {
  block_evaluation work(ranks, operation.name);
  const auto prepare = [&] {
    (xs.add_leaves(work), ...);
    work.compute_over(over, cut.span, cut.part);
    ravel::detail::text said;
    if constexpr (sizeof...(Xs) == 1) (said << ... << said_type<typename Xs::value_type>());
    return static_cast<std::string>(said << ravel::to_string(over.shape()) << operation.said);
  };
  const auto take = [&](const block_at_hand& block) {
    bind_cursor at{block};
    const std::tuple<bound_to_block_t<Xs>...> values{xs.bound(at)...};  // braces: from left to right
    std::apply([&](const auto&... each) { of_block(cut.span * ranks.rank() + block.first, each...); }, values);
  };
  work.run(prepare, take, finish);
}
// The same for each part of the row-major order, with its first position.
template <class OfPart, class... Xs>
void each_line_part(const call& operation, const world& ranks, const ravel::shape& extents, const OfPart& of_part,
                    std::initializer_list<stage> finish, const Xs&... xs) {
  each_block(operation, ranks, dims::row_major(extents), cut_line(extents.elements(), ranks.size()), of_part, finish, xs...);
}
// Each element of x once, in any order, where the first leaf lies if it shows each address once.
template <class X, class OfBlock>
void each_own_block(const call& operation, const X& x, const OfBlock& of_block, const stage& finish) {
  const auto& leaf = x.first_leaf();
  const auto take = [&](index_t, const auto& elements) { of_block(elements); };
  if (leaf.dims().is_unique()) return each_block(operation, x.ranks(), leaf.dims(), {0, leaf.span()}, take, {finish}, x);
  each_line_part(operation, x.ranks(), x.shape(), take, {finish}, x);
}

// of_part(elements) for each part of the row-major order, joined in the tree over the parts; nothing of no elements.
template <class X, class OfPart, class Join>
auto joined_over_ranks(const call& operation, const X& x, const OfPart& of_part, const Join& joined, index_t least_part = 256) {
  using total_t = std::remove_cvref_t<decltype(of_part(std::declval<const bound_to_block_t<X>&>()))>;
  static_assert(std::is_trivially_copyable_v<total_t>, "states travel as bytes");
  const line_cut cut = cut_line(x.size(), x.ranks().size(), least_part);
  forest<total_t> own;
  std::optional<total_t> total;
  const auto add = [&](index_t first, const auto& block) { own.add({0, first / cut.part, of_part(block)}, joined); };
  const auto finish = [&] {
    forest<total_t> all;
    for (const auto& node : gathered_items(x.ranks().state(), own.nodes())) all.add(node, joined);
    if (!all.nodes().empty()) total = all.total(joined);
  };
  each_block(operation, x.ranks(), dims::row_major(x.shape()), cut, add, {finish}, x);
  return total;
}

// The results of of_block(elements) for all blocks, joined in any order.
template <class State, class X, class OfBlock, class Join>
State joined_in_any_order(const call& operation, const X& x, const OfBlock& of_block, const Join& join) {
  State all{};
  const auto finish = [&] { all = joined_items(x.ranks().state(), all, join); };
  each_own_block(
      operation, x, [&](const auto& block) { join(all, of_block(block)); }, finish);
  return all;
}

// The exact total of integers.
template <class X>
ravel::detail::wide_total exact_total(const char* operation, const X& x) {
  using C = canonical_t<typename X::value_type>;
  using total_t = ravel::detail::wide_total;
  const auto of_block = [](const auto& block) {
    const ravel::tensor<C> line = ravel::clone(ravel::cast<C>(block));
    return ravel::detail::total_in(std::span<const C>(line.data(), static_cast<std::size_t>(line.size())));
  };
  return joined_in_any_order<total_t>(operation, x, of_block, [](total_t& a, const total_t& b) { ravel::detail::add_total(a, b); });
}

// A floating total, before it is rounded to the type of the elements.
template <class X>
auto floating_total(const char* operation, const X& x) {
  using total_t = accumulator_t<typename X::value_type>;
  const auto of_part = [](const auto& block) -> total_t { return ravel::detail::total(block); };
  return joined_over_ranks(operation, x, of_part, [](const total_t& a, const total_t& b) { return a + b; }).value_or(total_t{});
}

template <class X>
index_t count_true(const call& operation, const X& x) {
  const auto of_block = [](const auto& block) { return ravel::count(block); };
  return joined_in_any_order<index_t>(operation, x, of_block, [](index_t& a, index_t b) { a += b; });
}

// The extreme of the extremes of blocks; of no elements, the error of the local operation.
template <class X, class Extreme>
auto extreme_over_ranks(const char* operation, const X& x, const Extreme& of) {
  using T = typename X::value_type;
  element_list<T> found;
  T result{};
  const auto of_all = [&](const element_list<T>& list) {
    return of(ravel::borrow(elements_in<T>(list), {static_cast<index_t>(list.size())}));
  };
  const auto finish = [&] {
    if (!found.empty()) found = {of_all(found)};
    result = of_all(gathered_items(x.ranks().state(), found));
  };
  each_own_block(
      operation, x, [&](const auto& block) { found.push_back(of(block)); }, finish);
  return result;
}

template <class X, class Place>
index_t place_over_ranks(const char* operation, const X& x, const Place& of) {
  using T = typename X::value_type;
  struct candidate {
    T value;
    index_t position;
  };
  std::vector<candidate> found;
  index_t result = 0;
  const auto best = [&](const std::vector<candidate>& list) {
    element_list<T> values;
    for (const candidate& c : list) values.push_back(c.value);
    return list[static_cast<std::size_t>(of(ravel::borrow(elements_in<T>(values), {static_cast<index_t>(values.size())})))];
  };
  const auto look = [&](index_t first, const auto& block) {
    const ravel::tensor<T> line = ravel::clone(block);
    const index_t place = of(line);
    found.push_back({line(place), first + place});
  };
  const auto finish = [&] {
    if (!found.empty()) found = {best(found)};
    result = best(gathered_items(x.ranks().state(), found)).position;
  };
  each_line_part(operation, x.ranks(), x.shape(), look, {finish}, x);
  return result;
}

template <class X>
concept spread_mask = distributed<X> && std::same_as<typename std::remove_cvref_t<X>::value_type, bool>;
template <class X>
concept spread_numbers = distributed<X> && element<typename std::remove_cvref_t<X>::value_type>;
template <class X>
concept spread_ordered = spread_numbers<X> && kind_v<typename std::remove_cvref_t<X>::value_type> < element_kind::complex;

// The first position at which a mask is true.
template <class M>
std::optional<index_t> first_true_over_ranks(const char* operation, const M& mask) {
  if (count_true(operation, mask) == 0) return std::nullopt;
  return place_over_ranks(operation, cast<std::uint8_t>(mask), [](const auto& elements) { return ravel::argmax(elements); });
}
// Throws on all ranks, with the first position at which an operand has a NaN.
template <class... Xs>
void refuse_nan_over_ranks(const char* operation, const Xs&... xs) {
  const auto has_nan = map([](const auto&... values) -> bool { return (ravel::detail::is_nan{}(values) || ...); }, xs...);
  if (const auto place = first_true_over_ranks(operation, has_nan)) ravel::detail::throw_refused_nan(operation, *place);
}
template <class X>
index_t count_numbers_over_ranks(const char* operation, const X& x) {
  return count_true(operation, map([](const auto& value) { return !ravel::detail::is_nan{}(value); }, x));
}

// of(x) under a policy, as on one machine. A NaN that is left out counts as neutral() does.
template <class X, class Neutral, class Of>
auto under_policy_over_ranks(const char* operation, const X& x, nan_policy policy, const Neutral& neutral, const Of& of) {
  using T = typename X::value_type;
  if constexpr (ravel::detail::may_be_nan<T>) {
    if (policy == nan_policy::skip) return of(map(ravel::detail::instead_of_nan<T>{neutral()}, x));
    if (policy == nan_policy::refuse) refuse_nan_over_ranks(operation, x);
  }
  return of(x);
}
// For an extreme: there is at least one number.
template <class X, class Of>
auto extreme_under_policy(const char* operation, const X& x, nan_policy policy, typename X::value_type furthest, const Of& of) {
  const auto neutral = [&] {
    if (count_numbers_over_ranks(operation, x) == 0) ravel::detail::throw_no_elements(operation);
    return furthest;
  };
  return under_policy_over_ranks(operation, x, policy, neutral, of);
}

}  // namespace detail

// The sum of all elements; integers are exact in 64 bits or throw overflow_error.
template <detail::spread_numbers X>
[[nodiscard]] auto sum(const X& x) {
  using T = typename X::value_type;
  if constexpr (ravel::detail::real_or_complex<T>) {
    return static_cast<sum_t<T>>(detail::floating_total("sum", x));
  } else if constexpr (std::same_as<T, bool>) {
    return static_cast<sum_t<T>>(detail::count_true("sum", x));
  } else {
    return static_cast<sum_t<T>>(ravel::detail::narrow_total<canonical_t<T>>(detail::exact_total("sum", x)));
  }
}

template <detail::spread_numbers X, std::same_as<nan_policy> Policy>
[[nodiscard]] auto sum(const X& x, Policy policy) {
  const auto neutral = [] { return typename X::value_type{}; };
  return detail::under_policy_over_ranks("sum", x, policy, neutral, [](const auto& y) { return sum(y); });
}

// The mean of all elements; value_error if there are none.
template <detail::spread_numbers X>
[[nodiscard]] auto mean(const X& x) {
  using T = typename X::value_type;
  const auto n = static_cast<double>(x.size());
  const auto check = [&] {  // when all ranks have been at the same operation
    if (x.size() == 0) ravel::detail::throw_no_elements("mean", x.shape());
  };
  if constexpr (ravel::detail::real_or_complex<T>) {
    const auto total = detail::floating_total("mean", x);
    check();
    return static_cast<T>(total / n);
  } else if constexpr (std::same_as<T, bool>) {
    const index_t total = detail::count_true("mean", x);
    check();
    return static_cast<double>(total) / n;
  } else {
    const ravel::detail::wide_total total = detail::exact_total("mean", x);
    check();
    return static_cast<double>(static_cast<ravel::detail::int128>((static_cast<ravel::detail::uint128>(total.high) << 64) + total.low)) / n;
  }
}

template <detail::spread_numbers X, std::same_as<nan_policy> Policy>
[[nodiscard]] auto mean(const X& x, Policy policy) {
  using T = typename X::value_type;
  if constexpr (ravel::detail::real_or_complex<T>) {
    if (policy == nan_policy::skip) {
      const index_t numbers = detail::count_numbers_over_ranks("mean", x);
      if (numbers == 0) ravel::detail::throw_no_elements("mean");
      const auto total = detail::floating_total("mean", map(ravel::detail::instead_of_nan<T>{T{}}, x));
      return static_cast<T>(total / static_cast<double>(numbers));
    }
  }
  return detail::under_policy_over_ranks(
      "mean", x, policy, [] { return T{}; }, [](const auto& y) { return mean(y); });
}

#define RAVEL_MPI_EXTREME(name, furthest)                                                                                   \
  template <detail::spread_ordered X>                                                                                       \
  [[nodiscard]] auto name(const X& x) {                                                                                     \
    return detail::extreme_over_ranks(#name, x, [](const auto& elements) { return ravel::name(elements); });                \
  }                                                                                                                         \
  template <detail::spread_ordered X, std::same_as<nan_policy> Policy>                                                      \
  [[nodiscard]] auto name(const X& x, Policy policy) {                                                                      \
    using T = typename X::value_type;                                                                                       \
    constexpr T infinity = std::numeric_limits<T>::infinity();                                                              \
    return detail::extreme_under_policy(#name, x, policy, static_cast<T>(furthest), [](const auto& y) { return name(y); }); \
  }                                                                                                                         \
  template <detail::spread_ordered X>                                                                                       \
  [[nodiscard]] index_t arg##name(const X& x) {                                                                             \
    return detail::place_over_ranks("arg" #name, x, [](const auto& elements) { return ravel::arg##name(elements); });       \
  }                                                                                                                         \
  template <detail::spread_ordered X>                                                                                       \
  [[nodiscard]] index_t arg##name##_last(const X& x) {                                                                      \
    const auto last = [](const auto& elements) { return ravel::arg##name##_last(elements); };                               \
    return detail::place_over_ranks("arg" #name "_last", x, last);                                                          \
  }
// The least and the greatest element, and the row-major positions of the first and the last one; value_error if there are none.
RAVEL_MPI_EXTREME(min, infinity)
RAVEL_MPI_EXTREME(max, -infinity)
#undef RAVEL_MPI_EXTREME

// The number of elements that are true.
template <detail::spread_mask X>
[[nodiscard]] index_t count(const X& x) {
  return detail::count_true("count", x);
}
// True if one element is true.
template <detail::spread_mask X>
[[nodiscard]] bool any_of(const X& x) {
  return detail::count_true("any_of", x) > 0;
}
// True if all elements are true.
template <detail::spread_mask X>
[[nodiscard]] bool all_of(const X& x) {
  return detail::count_true("all_of", x) == x.size();
}
// True if no element is true.
template <detail::spread_mask X>
[[nodiscard]] bool none_of(const X& x) {
  return detail::count_true("none_of", x) == 0;
}

// The Euclidean length of all elements.
template <detail::spread_numbers X>
[[nodiscard]] auto norm(const X& x) {
  const auto squares = map(ravel::detail::squared_size{}, x);
  return static_cast<ravel::detail::length_t<typename X::value_type>>(std::sqrt(detail::floating_total("norm", squares)));
}

// The sum of the products of two vectors.
template <class A, class B>
  requires(detail::spread_among<A, B>)
[[nodiscard]] auto dot(const A& a, const B& b) {
  detail::check_columns("dot", detail::joined_shape(a), detail::joined_shape(b));
  using common = promote_t<detail::value_in_t<A>, detail::value_in_t<B>>;
  if constexpr (ravel::detail::real_or_complex<common>) {
    return sum(map(ravel::detail::times{}, a, b));
  } else {
    return sum(map(ravel::detail::exact_times{}, a, b));
  }
}

// The product of all elements; integers are exact in 64 bits or throw overflow_error.
template <detail::spread_numbers X>
[[nodiscard]] auto product(const X& x) {
  using T = typename X::value_type;
  if constexpr (ravel::detail::real_or_complex<T>) {
    using total_t = accumulator_t<T>;
    const auto of_part = [](const auto& block) -> total_t {
      return ravel::detail::on_canonical(block, [](const auto& elements) { return ravel::detail::product_of(elements); });
    };
    const auto joined = [](const total_t& a, const total_t& b) { return ravel::detail::multiply_values(a, b); };
    return static_cast<sum_t<T>>(detail::joined_over_ranks("product", x, of_part, joined).value_or(total_t(1)));
  } else {
    using factors = ravel::detail::integer_factors;
    const auto of_block = [](const auto& block) {
      return ravel::detail::on_canonical(block, [](const auto& elements) { return ravel::detail::integer_factors_of(elements); });
    };
    const auto multiply = [](factors& a, const factors& b) { a.multiply(b); };
    return detail::joined_in_any_order<factors>("product", x, of_block, multiply).template result<sum_t<T>>();
  }
}

template <detail::spread_numbers X, std::same_as<nan_policy> Policy>
[[nodiscard]] auto product(const X& x, Policy policy) {
  const auto neutral = [] { return typename X::value_type(1); };
  return detail::under_policy_over_ranks("product", x, policy, neutral, [](const auto& y) { return product(y); });
}

namespace detail {

// A reducer whose result is its state.
template <class Reducer>
struct unfinished : Reducer {
  explicit unfinished(const Reducer& reducer) : Reducer(reducer) {}
  template <class State>
  static State finish(const State& state) {
    return state;
  }
};

// The states of a reducer that travel, of elements T.
template <class Reducer, class T>
concept merges_over_ranks =
    ravel::reducer_of<Reducer, T> && !ravel::detail::draws<Reducer, T> && std::is_trivially_copyable_v<ravel::detail::state_t<Reducer, T>>;

}  // namespace detail
}  // namespace mpi

namespace detail {

template <class Reducer>
struct gatherer_of<mpi::detail::unfinished<Reducer>> : gatherer_of<Reducer> {};

}  // namespace detail

namespace mpi {
namespace detail {

// The state of a reducer over all elements. Blocks of one machine begin a state of their own, so parts are whole blocks.
template <class Reducer, class X, class OfPart>
auto state_over_ranks(const call& operation, const X& x, const Reducer& reducer, index_t block, const OfPart& of_part) {
  const auto joined = [&](auto a, const auto& b) {
    reducer.merge(a, b);
    return a;
  };
  return joined_over_ranks(operation, x, of_part, joined, block);
}
template <class Reducer, class X>
auto state_over_ranks(const call& operation, const X& x, const Reducer& reducer, nan_policy policy) {
  using T = canonical_t<typename X::value_type>;
  const unfinished<Reducer> whole(reducer);
  if (policy == nan_policy::refuse) refuse_nan_over_ranks(operation.name, x);
  const auto of_part = [&](const auto& part) { return ravel::detail::reduce_under(operation.name, policy, whole, part); };
  return state_over_ranks(operation, x, reducer, ravel::detail::block_length<T>, of_part);
}

template <class X, class State>
State of_some(const char* operation, const X& x, const std::optional<State>& state) {
  if (!state) ravel::detail::throw_no_elements(operation, x.shape());
  return *state;
}

// For a variance. The distance of complex numbers is a length, so both parts add up.
template <class X>
moments spread_over_ranks(const call& operation, const X& x, nan_policy policy) {
  using T = typename X::value_type;
  if constexpr (complex_element<T>) {
    if (policy == nan_policy::refuse) refuse_nan_over_ranks(operation.name, x);
    const auto of_part = [&](const auto& part) {
      const auto held = ravel::detail::borrowed_handle(part);
      return ravel::detail::reduce_under(operation.name, policy, reducer::comoments, ravel::real(held), ravel::imag(held));
    };
    const index_t block = ravel::detail::block_length<real_of_t<T>>;
    const comoments both = of_some(operation.name, x, state_over_ranks(operation, x, reducer::comoments, block, of_part));
    return {.count = both.count, .second = both.second_a + both.second_b};
  } else {
    return of_some(operation.name, x, state_over_ranks(operation, x, ravel::detail::spread_reducer{}, policy));
  }
}

}  // namespace detail

// A reducer of all elements whose states travel as bytes: its own, or one of ravel::reducer.
template <detail::spread_numbers X, class Reducer, std::same_as<nan_policy> Policy>
  requires detail::merges_over_ranks<Reducer, canonical_t<typename X::value_type>>
[[nodiscard]] auto reduce_with(const X& x, const Reducer& reducer, Policy policy) {
  const auto state = detail::state_over_ranks({"reduce_with", detail::said_arguments(reducer, policy)}, x, reducer, policy);
  return reducer.finish(state ? *state : ravel::detail::begin_state<canonical_t<typename X::value_type>>(reducer));
}
template <detail::spread_numbers X, class Reducer>
  requires detail::merges_over_ranks<Reducer, canonical_t<typename X::value_type>>
[[nodiscard]] auto reduce_with(const X& x, const Reducer& reducer) {
  return reduce_with(x, reducer, nan_policy::keep);
}

#define RAVEL_MPI_SPREAD(name, spread)                                                                                           \
  template <detail::spread_numbers X, ravel::detail::among<ddof, nan_policy>... Options>                                         \
  [[nodiscard]] auto name(const X& x, Options... options) {                                                                      \
    const detail::call called(#spread, detail::said_arguments(options...));                                                      \
    const moments m = detail::spread_over_ranks(called, x, ravel::detail::option_or(nan_policy::keep, options...));              \
    return static_cast<ravel::detail::spread_t<typename X::value_type>>(m.spread(ravel::detail::option_or(ddof{}, options...))); \
  }
// The mean of the squared distances from the mean, and its root; value_error if there are no elements. Both have short names.
RAVEL_MPI_SPREAD(variance, variance)
RAVEL_MPI_SPREAD(standard_deviation, standard_deviation)
RAVEL_MPI_SPREAD(var, variance)
RAVEL_MPI_SPREAD(std, standard_deviation)
#undef RAVEL_MPI_SPREAD

namespace detail {

template <class X, class Reducer, class... Options>
double moment_over_ranks(const char* operation, const X& x, const Reducer& reducer, const Options&... options) {
  const nan_policy policy = ravel::detail::option_or(nan_policy::keep, options...);
  return reducer.finish(of_some(operation, x, state_over_ranks({operation, said_arguments(options...)}, x, reducer, policy)));
}

}  // namespace detail

// The third standardised moment; value_error if there are no elements.
template <detail::spread_ordered X, ravel::detail::among<elements_are, nan_policy>... Options>
[[nodiscard]] double skew(const X& x, Options... options) {
  const auto which = reducer::skew(ravel::detail::option_or(elements_are::population, options...));
  return detail::moment_over_ranks("skew", x, which, options...);
}
// The fourth standardised moment minus 3; value_error if there are no elements.
template <detail::spread_ordered X, ravel::detail::among<elements_are, nan_policy>... Options>
[[nodiscard]] double kurtosis(const X& x, Options... options) {
  const auto which = reducer::kurtosis(ravel::detail::option_or(elements_are::population, options...));
  return detail::moment_over_ranks("kurtosis", x, which, options...);
}

}  // namespace mpi
}  // namespace ravel
