// SPDX-License-Identifier: BSL-1.0
// einsum("bij,bjk->bik", a, b): contractions spelled as in NumPy. A letter is an axis. Letters missing on the right are summed over, a
// letter twice in an operand takes its diagonal, and "..." stands for axes that broadcast. Without "->" the result has the letters that
// occur once, in alphabetical order.
#pragma once

#include <ravel/base/index.hpp>
#include <ravel/element/detail/for_each.hpp>
#include <ravel/named/axes.hpp>
#include <ravel/tensor/concat.hpp>

#include <cstdint>
#include <vector>

namespace ravel::detail {

// Contraction: the sum over dims of a product of several factors, done by pairs, as matrix products if possible. Reals and complex numbers
// are close to the result of the loops. Integers are exact in 64 bits, or an overflow_error.

// Chooses the order in which the factors of a contraction are multiplied in pairs, by cost. Knows no elements and no names; plain
// functions.

// The two remaining factors that are multiplied next. Their product becomes the last remaining factor.
struct contraction_step {
  std::size_t a, b;
};
// The cheapest order of pairs. `factors` has the dims of each factor as bits, `extents` their extents, and the last argument the dims of
// the result.
RAVEL_API std::vector<contraction_step> plan_contraction(std::vector<std::uint64_t> factors, const std::vector<index_t>& extents,
                                                         std::uint64_t left);

// True if products of matrices are faster than a sum of elementwise products, for rows of one factor by columns of another in a stack.
RAVEL_API bool matrices_pay(index_t stack, index_t rows, index_t summed, index_t columns);

// The sum of the product over all dims but `left`. The positional axes after the names are those of all factors, aligned at the end.
template <class S>
labelled<S> contracted(std::vector<labelled<S>> factors, const std::vector<dim>& left, const std::vector<index_t>& summed_axes);
template <class S>
labelled<S> contracted(std::vector<labelled<S>> factors, const std::vector<dim>& left, const dims_plan& plan) {
  return with_subject([&] { return to_string(plan); }, [&] { return contracted<S>(std::move(factors), left, plan.positional); });
}

// The plan and cost of that contraction as text, one line per step. Reads looked-up positions, but no factor.
template <class S>
std::string contraction_text(std::vector<labelled<S>> factors, const std::vector<dim>& left, const std::vector<index_t>& summed_axes);
template <class S>
std::string contraction_text(const factors<S>& of, const dims_plan& plan);

template <class S>
class contracted_node final : public named_node<S> {
 public:
  contracted_node(factors<S> of, dims_plan plan) : named_node<S>(plan.whole), factors_(std::move(of)), plan_(std::move(plan)) {}

  tensor<const S> lower(const lowering& to) const override {
    std::vector<labelled<S>> all;
    for (const named<S>& f : factors_) all.push_back(lowered_inside(f, to, along(f)));
    return aligned(contracted<S>(std::move(all), names(loops_of(this->of(), to.axes)), plan_), to);
  }

 private:
  loops along(const named<S>& factor) const { return loops_of(factor.of(), plan_.along); }

  factors<S> factors_;
  dims_plan plan_;
};

template <class S>
named<S> contraction(const factors<S>& of, const dims_plan& plan);

// The factors of e, if it is a product of several that have dims. Also any product of integers, which could wrap otherwise.
template <class T>
factors<sum_t<T>> factors_of(const named<T>& e) {
  factors<sum_t<T>> all;
  if (!named_access::node(e).add_factors(&all)) return {};
  if constexpr (integer_element<sum_t<T>>) return all;
  index_t with_dims = 0;
  for (const auto& f : all) with_dims += static_cast<index_t>(!f.of().dims.empty());
  return with_dims > 1 ? all : factors<sum_t<T>>();
}

// Compiled once, in src/, for the types of sums.
#define RAVEL_DECLARE(S)                                                                                                            \
  extern template RAVEL_API labelled<S> contracted(std::vector<labelled<S>>, const std::vector<dim>&, const std::vector<index_t>&); \
  extern template RAVEL_API named<S> contraction(const factors<S>&, const dims_plan&);
RAVEL_FOR_EACH_SUM(RAVEL_DECLARE)
#undef RAVEL_DECLARE

}  // namespace ravel::detail

namespace ravel {

namespace detail {

// Defined for the types of sums.
template <class S>
tensor<const S> einsum_of(std::string_view subscripts, const std::vector<tensor<const S>>& operands);

template <class S, tensor_range Operands>
std::vector<tensor<const S>> all_as_element(const Operands& operands) {
  std::vector<tensor<const S>> given;
  for (const auto& one : operands) given.push_back(as_element<S>(one));
  return given;
}

}  // namespace detail

// The result has the type of a sum of products: integers in 64 bits.
template <class... Xs>
  requires(sizeof...(Xs) > 0 && (detail::input<Xs> && ...) && requires { typename detail::joined_element_t<detail::read_t<Xs>...>; })
[[nodiscard]] auto einsum(std::string_view subscripts, const Xs&... operands) {
  using S = sum_t<detail::joined_element_t<detail::read_t<Xs>...>>;
  return detail::einsum_of<S>(subscripts, {detail::as_element<S>(operands)...});
}
// Takes operands whose number is known at run time.
template <detail::tensor_range Operands>
[[nodiscard]] auto einsum(std::string_view subscripts, const Operands& operands) {
  using S = sum_t<detail::read_t<std::ranges::range_value_t<const Operands>>>;
  return detail::einsum_of<S>(subscripts, detail::all_as_element<S>(operands));
}

}  // namespace ravel
