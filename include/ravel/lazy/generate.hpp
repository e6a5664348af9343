// SPDX-License-Identifier: BSL-1.0
// generate: element i is f(i). Owns the function and stores no element. The function must be pure; any reading thread may call it.
// Also weights of windows, which fall off to both sides.
#pragma once

#include <ravel/lazy/detail/parameter.hpp>
#include <ravel/lazy/map.hpp>

namespace ravel {

namespace detail {

template <class Function>
struct generate_cursor {
  value_cursor<Function> function;
  index_t start;

  [[gnu::always_inline]] decltype(auto) operator()(index_t i) const { return function(i)(as_parameter<Function, 0>(start + i)); }
};

template <class Function>
class generate_node final : public node<std::remove_cvref_t<std::invoke_result_t<const Function&, index_t>>> {
  using T = typename generate_node::element;

 public:
  static constexpr bool keeps_handles = may_hold_handles<Function>;

  generate_node(index_t n, Function function) : node<T>({.size = n}), function_(std::move(function)) {}

  RAVEL_STRICT_LOOP T at(index_t i) const override {
    RAVEL_STRICT_BODY
    const user_call inside;
    return function_(as_parameter<Function, 0>(i));
  }
  overlap meets(const target_memory&) const override { return overlap::arbitrary; }  // f may read anything

 protected:
  block<const T> produce(index_t start, index_t n, T* out, arena&) const override {
    const user_call inside;
    fill_from(generate_cursor<Function>{{function_}, start}, n, out);
    return {out, 1};
  }

 private:
  [[no_unique_address]] Function function_;
};

}  // namespace detail

template <class Function>
  requires std::semiregular<std::remove_cvref_t<std::invoke_result_t<const std::decay_t<Function>&, index_t>>>
[[nodiscard]] auto generate(index_arg n, Function&& f) {
  detail::check_parameter<std::decay_t<Function>, 0>(n);
  return detail::make_reader<detail::generate_node<std::decay_t<Function>>>(detail::check_size(n), std::forward<Function>(f));
}

template <class Function>
  requires(!std::invocable<const std::decay_t<Function>&, index_t>)
void generate(index_t n, Function&& f) = delete;  // the function takes one position: [](index_t i) { return 2 * i; }

// Window weights: the greatest value, 1, is in the middle of n, and both halves have the same bits.
// 1/2 + 1/2 cos: 0 at both ends. With n = 1 the value is 1, as for all shapes.
RAVEL_API reader<double> hann_window(index_arg n);
// 0.54 + 0.46 cos: 0.08 at both ends.
RAVEL_API reader<double> hamming_window(index_arg n);
// Falls linearly to 0 at the positions just beyond the ends.
RAVEL_API reader<double> triangle_window(index_arg n);
// exp(-(d / sd)^2 / 2) at distance d from the middle.
RAVEL_API reader<double> gaussian_window(index_arg n, double sd);

}  // namespace ravel
