// SPDX-License-Identifier: BSL-1.0
// A reducer is a reduction as a value: it begins a state, takes in blocks, merges the states of neighbouring pieces, and finishes.
// The order is fixed: every block begins a state of its own, and states merge pairwise, so any number of threads gets the same bits.
// Threads of a scope call one reducer at the same time. A reducer that can repeat an element goes over sparse readers by their entries.
#pragma once

#include <ravel/element/promote.hpp>
#include <ravel/exec/detail/tasks.hpp>
#include <ravel/op/detail/nan_policy.hpp>

#include <array>
#include <tuple>
#include <vector>

namespace ravel {

namespace detail {

// The state before the first element: r.init(), or r.init<T>() if it depends on the element types.
template <class... Ts, class Reducer>
auto begin_state(const Reducer& reducer)
  requires(
      requires { reducer.init(); } || requires { reducer.template init<Ts...>(); })
{
  if constexpr (requires { reducer.template init<Ts...>(); }) {
    return reducer.template init<Ts...>();
  } else {
    return reducer.init();
  }
}

// The state before the element at a position: init_at(position), or init_at<T>(position), for reducers that draw random numbers.
template <class... Ts, class Reducer>
auto begin_state_at([[maybe_unused]] const Reducer& reducer, [[maybe_unused]] index_t position) {
  if constexpr (requires { reducer.init_at(position); }) {
    return reducer.init_at(position);
  } else if constexpr (requires { reducer.template init_at<Ts...>(position); }) {
    return reducer.template init_at<Ts...>(position);
  } else {
    return begin_state<Ts...>(reducer);
  }
}

// True if the reducer begins differently at another position.
template <class Reducer, class... Ts>
concept draws = requires(const Reducer& r, index_t position) { r.init_at(position); } ||
                requires(const Reducer& r, index_t position) { r.template init_at<Ts...>(position); };

template <class Reducer, class... Ts>
using state_t = decltype(begin_state<Ts...>(std::declval<const Reducer&>()));

}  // namespace detail

// step(state, block, …) takes in the next elements, merge(state, later) adds the state of the elements behind, and finish(state) gives the
// result.
template <class Reducer, class... Ts>
concept reducer_of =
    std::copyable<detail::state_t<Reducer, Ts...>> &&
    requires(const Reducer& r, detail::state_t<Reducer, Ts...> state, const decltype(state)& other, std::span<const Ts>... block) {
      r.step(state, block...);
      r.merge(state, other);
      r.finish(other);
    };

// A reducer that draws random numbers may have init_at(position), the state for a piece that begins there, so that each piece draws its
// own. A reducer whose result does not depend on the blocks may set in_one_state = true, to save the states of the blocks.

// repeat(state, n) turns the state of one element into the state of n such elements. Such a reducer must not depend on the order of
// elements.
template <class Reducer, class State>
concept repeats = requires(const Reducer& r, State& state, index_t times) { r.repeat(state, times); };

namespace detail {

template <class Reducer, class... Ts>
concept repeats_all = reducer_of<Reducer, Ts...> && repeats<Reducer, state_t<Reducer, Ts...>>;

// Merges states of neighbouring pieces like the digits of a binary counter: the first with the second, the third with the fourth, then
// these two, and so on. At the end the remaining states merge from the right.
template <class Reducer, class State>
class pairwise {
 public:
  explicit pairwise(const Reducer& reducer) : reducer_(reducer) {}

  void add(State piece) {
    runs_.push_back({std::move(piece)});
    ++pieces_;
    for (index_t n = pieces_; n % 2 == 0; n /= 2) merge_last();
  }
  State total() {
    while (runs_.size() > 1) merge_last();
    return std::move(runs_.front().state);
  }

 private:
  struct run {
    State state;
  };
  void merge_last() {
    const run later = std::move(runs_.back());
    runs_.pop_back();
    reducer_.merge(runs_.back().state, later.state);
  }

  const Reducer& reducer_;
  std::vector<run> runs_;
  index_t pieces_ = 0;
};

// Calls take(blocks…) without the places at which some operand is NaN.
template <class... Ts, class Take>
void take_numbers(Take take, std::span<const Ts>... block) {
  if (!(any_nan(block) || ...)) return take(block...);
  const std::size_t n = std::min({block.size()...});
  std::tuple<std::array<Ts, static_cast<std::size_t>(block_length<Ts>)>...> rooms;
  std::apply(
      [&](auto&... room) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < n; ++i) {
          ((room[kept] = block[i]), ...);
          kept += !(is_nan{}(block[i]) || ...);
        }
        take(std::span<const Ts>(room.data(), kept)...);
      },
      rooms);
}

template <class... Ts>
struct reduction {
  const char* operation;
  nan_policy policy;

  template <class Reducer>
  auto over(const Reducer& reducer, const node<Ts>&... sources) const {
    const index_t size = std::min({sources.size()...}), longest = std::max({sources.size()...});
    if (size != longest) throw_sizes_differ(operation, size, longest);
    if constexpr (repeats_all<Reducer, Ts...>) {
      if (all_by_entries(sources...)) return over_entries(reducer, sources...);
    }
    using state = state_t<Reducer, Ts...>;
    if (size == 0) return reducer.finish(state(begin_state<Ts...>(reducer)));
    if constexpr (requires { requires Reducer::in_one_state; }) {
      state whole = begin_state_at<Ts...>(reducer, 0);
      each_span_together(
          0, size, [&](index_t position, std::span<const Ts>... block) { step(reducer, whole, position, block...); }, sources...);
      return reducer.finish(whole);
    } else {
      // One state for each block, so that the result depends neither on how the reader computes nor on which thread runs a part.
      constexpr index_t longest_block = std::min({block_length<Ts>...});
      const auto of_block = [&](index_t position, std::span<const Ts>... block) {
        state piece = begin_state_at<Ts...>(reducer, position);
        step(reducer, piece, position, block...);
        return piece;
      };
      // Short lines in memory are common. A watch is asked between blocks.
      if (!current_watch && size <= longest_block && (... && (sources.lends() && sources.memory().step == 1)))
        return reducer.finish(of_block(0, std::span<const Ts>(sources.memory().data, static_cast<std::size_t>(size))...));
      const auto of_part = [&](index_t begin, index_t end) {
        pairwise<Reducer, state> pieces(reducer);
        each_span_together(
            begin, end, [&](index_t position, std::span<const Ts>... block) { pieces.add(of_block(position, block...)); }, sources...);
        return pieces.total();
      };
      const auto join = [&](auto& parts) {
        pairwise<Reducer, state> joined(reducer);
        for (auto& part : parts) joined.add(*std::move(part));
        return joined.total();
      };
      return reducer.finish(of_aligned_parts(size, longest_block, of_part, join));
    }
  }

 private:
  // One state for each block of entries, and one for the fills, which come last.
  template <class Reducer>
  auto over_entries(const Reducer& reducer, const node<Ts>&... sources) const {
    using state = state_t<Reducer, Ts...>;
    if (policy == nan_policy::refuse) refuse_nan_in_any(operation, sources...);
    pairwise<Reducer, state> pieces(reducer);
    const auto gather = [&](index_t n, const Ts*... values) {
      state piece = begin_state<Ts...>(reducer);
      step(reducer, piece, 0, std::span<const Ts>(values, static_cast<std::size_t>(n))...);
      return piece;
    };
    const auto gather_block = [&](index_t n, const Ts*... values) {
      constexpr index_t longest = std::min({block_length<Ts>...});
      for (index_t i = 0; i < n; i += longest) pieces.add(gather(std::min(longest, n - i), values + i...));
    };
    const index_t size = std::min({sources.size()...}), stored = each_stored_together(gather_block, sources...);
    if (size == 0) return reducer.finish(state(begin_state<Ts...>(reducer)));
    if (stored < size) {
      state fills = gather(1, sources.fill()...);
      reducer.repeat(fills, size - stored);
      pieces.add(std::move(fills));
    }
    return reducer.finish(pieces.total());
  }

  template <class Reducer, class State>
  void step(const Reducer& reducer, State& state, index_t position, std::span<const Ts>... block) const {
    const auto take = [&](std::span<const Ts>... numbers) { reducer.step(state, numbers...); };
    if constexpr ((may_be_nan<Ts> || ...)) {
      if (policy == nan_policy::skip) return take_numbers<Ts...>(take, block...);
      if (policy == nan_policy::refuse) refuse_nan_in<Ts...>(operation, position, block...);
    }
    take(block...);
  }
};

// The library's own reducers know long long and char as the integer of their width.
template <class Reducer, class... Rs>
concept reduces = (input<Rs> && ...) && (reducer_of<Reducer, read_t<Rs>...> || reducer_of<Reducer, canonical_t<read_t<Rs>>...>);

// Some of the library's reducers share a state and differ only in how they finish. src/ compiles the gathering for numbers of one type.
template <class Reducer>
struct gatherer_of {};
template <class Reducer, class... Ts>
concept gathers_in_src =
    requires { typename gatherer_of<Reducer>::type; } && (... && (kernel_number<Ts> && std::same_as<std::common_type_t<Ts...>, Ts>));
template <class Gatherer, class... Ts>
struct gathered_by : std::type_identity<typename Gatherer::gathered> {};
template <class Gatherer, class... Ts>
typename gathered_by<Gatherer, Ts...>::type gather_in_src(const char* operation, nan_policy policy, const node<Ts>&... sources);

template <class Reducer, class... Rs>
auto reduce_under(const char* operation, nan_policy policy, const Reducer& reducer, const Rs&... rs) {
  if constexpr (gathers_in_src<Reducer, read_t<Rs>...>) {
    return reducer.finish(gather_in_src<typename gatherer_of<Reducer>::type, read_t<Rs>...>(operation, policy, node_for_call(rs)...));
  } else if constexpr (reducer_of<Reducer, read_t<Rs>...>) {
    return reduction<read_t<Rs>...>{operation, policy}.over(reducer, node_for_call(rs)...);
  } else {
    return reduce_under(operation, policy, reducer, map(widened<canonical_t<read_t<Rs>>>{}, borrowed_handle(rs))...);
  }
}

}  // namespace detail
}  // namespace ravel
