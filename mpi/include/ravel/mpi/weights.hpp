// SPDX-License-Identifier: BSL-1.0
// weights{w} of a distributed w: how much each distributed element counts. They share the elements of w, which are looked at when a verb
// runs. Immutable; making them sends nothing.
#pragma once

#include <ravel/mpi/reduce.hpp>
#include <ravel/op/fold/weights.hpp>

namespace ravel {
namespace mpi {

// For a verb of all elements, w has the shape of x and any distribution. Along axes, w has the shape of a line.
template <detail::spread_ordered W>
class weights {
 public:
  explicit weights(W w) : values_(std::move(w)) {}

  const W& values() const& { return values_; }
  W values() const&& { return values_; }

 private:
  W values_;
};

namespace detail {

template <class A>
inline constexpr bool are_spread_weights = false;
template <class W>
inline constexpr bool are_spread_weights<weights<W>> = true;
// Weights of either kind.
template <class A>
concept any_weights = are_spread_weights<A> || std::same_as<A, ravel::weights>;
template <class... Options>
inline constexpr bool weighs = (any_weights<Options> || ...);

// The weights among the options, of which there is one.
template <class First, class... More>
const auto& given_weights(const First& first, const More&... more) {
  if constexpr (any_weights<First>) {
    static_assert(!weighs<More...>, "an option is given twice");
    return first;
  } else {
    return given_weights(more...);
  }
}

// An option of one machine: distributed weights come to all ranks.
template <class A>
const A& collected_option(const A& option) {
  return option;
}
template <class W>
ravel::weights collected_option(const weights<W>& given) {
  return ravel::weights(collect(given.values()));
}
template <class A>
using collected_option_t = std::remove_cvref_t<decltype(collected_option(std::declval<const A&>()))>;

inline void check_spread_weights(const char* operation, const ravel::weights& given, const ravel::shape& of) {
  ravel::detail::check_shape_of_weights(operation, given, of);
}
template <class W>
void check_spread_weights(const char* operation, const weights<W>& given, const ravel::shape& of) {
  const ravel::shape own = given.values().shape();
  if (own != of) ravel::detail::throw_not_of_one_shape(operation, of, own);
}

// Adds the numbers of all ranks in their order to one total. A rank waits for those before it. Part of a stage.
RAVEL_API double added_in_turn(world_state& state, std::span<const double> own);
// The total of all elements in row-major order, as a loop of one machine adds them.
template <class X>
double total_in_turn(const char* operation, const X& x) {
  std::vector<double> own;
  double total = 0;
  const auto keep = [&](const auto& elements, index_t, index_t) {
    const ravel::tensor<double> line = ravel::clone(elements);
    own.insert(own.end(), line.data(), line.data() + line.size());
  };
  each_line_part(operation, x, keep, [&](world_state& state) { total = added_in_turn(state, own); });
  return total;
}

// The sum of distributed weights, if they are those that one machine takes.
template <class W>
double total_if_valid(const char* operation, const W& w) {
  const auto is_invalid = [](double weight) -> bool { return !ravel::detail::is_valid_weight(weight); };
  const auto place = first_true_over_ranks(operation, map(is_invalid, w));
  if (place) ravel::detail::throw_invalid_weight(*place, at(flat(w), *place));
  const double total = total_in_turn(operation, w);
  ravel::detail::check_total_of_weights(total, w.size());
  return total;
}

}  // namespace detail
}  // namespace mpi
}  // namespace ravel
