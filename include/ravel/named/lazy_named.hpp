// SPDX-License-Identifier: BSL-1.0
// The result of elementwise work on named expressions: one function of all operands, over the union of their dims, with its type kept so
// that it fuses to one loop. Also dim_positions, a dim as an expression of its positions. Owns its sources.
#pragma once

#include <ravel/element/detail/function_table.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/named/named.hpp>
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/elementwise.hpp>

#include <cmath>
#include <string_view>
#include <tuple>
#include <typeinfo>

namespace ravel {

namespace adl_barrier {

// The expression of a dim's positions: 0, 1, 2, …
class RAVEL_API dim_positions : public named_base {
 public:
  using value_type = index_t;

  explicit dim_positions(sized_dim of);

  const detail::form& of() const& { return form_; }
  const detail::form& of() const&& = delete;  // it would outlive the expression: name it first
  tensor<const index_t> lower(const detail::lowering& to) const;
  const sized_dim& position_of() const& { return form_.dims.front(); }
  const sized_dim& position_of() const&& = delete;

 private:
  detail::form form_;
};

// x + y and similar, with a name each (plus_of, negated_of, …); the operator is looked up where the operands are.
#define RAVEL_NAMED_OPERATOR(sign, function)                  \
  struct function##_of {                                      \
    template <class A, class B>                               \
      requires requires(const A& a, const B& b) { a sign b; } \
    auto operator()(const A& a, const B& b) const {           \
      return a sign b;                                        \
    }                                                         \
  };
RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_NAMED_OPERATOR)
RAVEL_FOR_EACH_COMPARING_OPERATOR(RAVEL_NAMED_OPERATOR)
RAVEL_FOR_EACH_SHIFT_OPERATOR(RAVEL_NAMED_OPERATOR)
#undef RAVEL_NAMED_OPERATOR

#define RAVEL_NAMED_SIGN(sign, function)        \
  struct function##_of {                        \
    template <class A>                          \
      requires requires(const A& a) { sign a; } \
    auto operator()(const A& a) const {         \
      return sign a;                            \
    }                                           \
  };
RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_NAMED_SIGN)
#undef RAVEL_NAMED_SIGN

struct chosen_where {
  template <class C, class A, class B>
    requires requires(const C& c, const A& a, const B& b) { where(c, a, b); }
  auto operator()(const C& c, const A& a, const B& b) const {
    return where(c, a, b);
  }
};

}  // namespace adl_barrier

template <class F, class... Xs>
class lazy_named;

namespace detail {

template <class X>
concept word = !shaped_reader<X> && std::convertible_to<const X&, std::string_view>;

// The stored form of an operand: an expression, or a value, with its characters owned.
template <class X>
auto kept_operand(const X& x) {
  if constexpr (is_dim<X>) {
    return adl_barrier::dim_positions(x);
  } else if constexpr (named_handle<X> || shaped_reader<X>) {
    return named<named_value_t<X>>(x);
  } else if constexpr (word<X>) {
    return std::string(std::string_view(x));
  } else {
    return x;
  }
}
template <class X>
using kept_operand_t = decltype(kept_operand(std::declval<const X&>()));

// To find the type of a result, a reader of the element type stands for an expression.
template <class X>
struct stand_in : std::type_identity<X> {};
template <named_source X>
struct stand_in<X> : std::type_identity<reader<named_value_t<X>>> {};
template <class X>
using stand_in_t = typename stand_in<std::remove_cvref_t<X>>::type;

template <class F, class... Xs>
concept applies = requires(const F& f, const stand_in_t<Xs>&... xs) {
  { f(xs...) } -> readable;
};
template <class F, class... Xs>
using applied_t = read_t<std::invoke_result_t<const F&, const stand_in_t<Xs>&...>>;

template <class X>
auto lower_operand(const X& x, const lowering& to) {
  if constexpr (is_named<X>) {
    return x.lower(to);
  } else {
    return x;
  }
}

// Computes a function that is not fused into a loop once, over the loops it depends on, instead of again for all others.
template <class T>
tensor<const T> computed_once(const tensor<const T>& x, const lowering& to) {
  return x.size() < to.elements && x.layout() == layout::computed ? tensor<const T>(clone(x)) : x;
}
template <class E>
lazy_tensor<E> computed_once(lazy_tensor<E> x, const lowering&) {
  return x;
}

template <class X>
bool may_miss(const X& x) {
  if constexpr (is_named<X>) {
    return x.of().may_miss;
  } else {
    return false;
  }
}

// The branches learn where they are taken if one of them may look up positions outside.
template <class C, class A, class B>
auto lower_where(const lowering& to, const C& condition, const A& a, const B& b) {
  const auto mask = lower_operand(condition, to);
  if (!may_miss(a) && !may_miss(b))
    return tensor<const applied_t<adl_barrier::chosen_where, C, A, B>>(where(mask, lower_operand(a, to), lower_operand(b, to)));
  const tensor<const bool> first = mask;
  const branch_masks taken = masks_of_branches(to.taken, first);
  const lowering then = to.where_taken(taken.yes), otherwise = to.where_taken(taken.no);
  return tensor<const applied_t<adl_barrier::chosen_where, C, A, B>>(where(first, lower_operand(a, then), lower_operand(b, otherwise)));
}

template <class X>
const form* form_or_none(const X& x) {
  if constexpr (is_named<X>) {
    return &x.of();
  } else {
    return nullptr;
  }
}
template <class... Xs>
form joined_operands(const Xs&... xs) {
  return joined_forms({form_or_none(xs)...});
}

template <class X>
bool add_affine(const X& x, affine_form& sum, index_t times);

}  // namespace detail

template <class F, class... Xs>
class lazy_named : public adl_barrier::named_base {
 public:
  using value_type = detail::applied_t<F, Xs...>;

  explicit lazy_named(F f, Xs... xs) : form_(detail::joined_operands(xs...)), f_(std::move(f)), xs_(std::move(xs)...) {}
  lazy_named(const lazy_named&) = default;
  lazy_named& operator=(const lazy_named&) & = default;

  ravel::shape shape() const { return form_.positional; }
  index_t rank() const { return form_.positional.rank(); }

  template <class... Places>
    requires(sizeof...(Places) > 0)
  named<value_type> operator()(const Places&... places) const {
    return named<value_type>(*this)(places...);
  }

  template <std::same_as<value_type> V>  // without dims and axes
  operator V() const&& {
    return named<value_type>(*this);
  }
  explicit operator bool() const = delete;  // no truth value: ask same(i, j) of dims, equal(order(a, i), order(b, i)) of values

  // For the engine.
  const detail::form& of() const& { return form_; }
  const detail::form& of() const&& = delete;  // it would outlive the expression: name it first
  const std::tuple<Xs...>& operands() const& { return xs_; }
  const std::tuple<Xs...>& operands() const&& = delete;
  auto lower(const detail::lowering& to) const {
    return std::apply(
        [&](const Xs&... xs) {
          if constexpr (std::same_as<F, adl_barrier::chosen_where>) {
            return detail::lower_where(to, xs...);
          } else {
            return detail::computed_once(f_(detail::lower_operand(xs, to)...), to);
          }
        },
        xs_);
  }

 private:
  detail::form form_;
  [[no_unique_address]] F f_;
  std::tuple<Xs...> xs_;
};

template <class F, class... Xs>
inline constexpr bool names_axis<lazy_named<F, Xs...>> = true;

namespace detail {

template <class F, class... Xs>
auto apply_named(F f, const Xs&... xs) {
  return lazy_named<F, kept_operand_t<Xs>...>(std::move(f), kept_operand(xs)...);
}

// ---- positions as sums of dims

template <class A>
bool add_affine_product(const A&, const auto&, affine_form&, index_t) {
  return false;
}
template <is_named A, integer Int>
bool add_affine_product(const A& a, const Int& by, affine_form& sum, index_t times) {
  return add_affine(a, sum, mul_index(times, to_index(by)));
}

template <class F, class A, class B>
bool add_affine_call(const lazy_named<F, A, B>& e, affine_form& sum, index_t times) {
  const auto& [a, b] = e.operands();
  if constexpr (std::same_as<F, adl_barrier::plus_of>) return add_affine(a, sum, times) && add_affine(b, sum, times);
  if constexpr (std::same_as<F, adl_barrier::minus_of>) return add_affine(a, sum, times) && add_affine(b, sum, -times);
  if constexpr (std::same_as<F, adl_barrier::times_of>) return add_affine_product(a, b, sum, times) || add_affine_product(b, a, sum, times);
  return false;
}
template <class A>
bool add_affine_call(const lazy_named<adl_barrier::negated_of, A>& e, affine_form& sum, index_t times) {
  return add_affine(std::get<0>(e.operands()), sum, -times);
}
bool add_affine_call(const auto&, affine_form&, index_t) { return false; }

template <class T>
bool add_affine_call(const named<T>& e, affine_form& sum, index_t times) {
  return named_access::node(e).add_affine(sum, times);
}

template <class X>
bool add_affine(const X& x, affine_form& sum, index_t times) {
  if constexpr (integer<X>) {
    sum.constant = add_index(sum.constant, mul_index(times, to_index(x)));
    return true;
  } else if constexpr (std::same_as<X, adl_barrier::dim_positions>) {
    sum.add(x.position_of().of, times);
    return true;
  } else {
    return add_affine_call(x, sum, times);
  }
}

// ---- products, also negated and divided ones

template <class S>
using factors = std::vector<named<S>>;

// Adds x as a factor of a product of elements S. A value has no dims.
template <class S, class X>
void add_factor(const X& x, factors<S>& to);
// Deeper sums of positions are looked up, and products of more factors are not taken apart.
inline constexpr int deepest_sum = 12;
inline constexpr std::size_t most_factors = 32;
[[noreturn]] RAVEL_API void throw_too_many_factors();

template <class S>
bool add_factors_of(const auto&, factors<S>&) {
  return false;
}
template <class S, class A, class B>
bool add_factors_of(const lazy_named<adl_barrier::times_of, A, B>& e, factors<S>& to) {
  add_factor(std::get<0>(e.operands()), to);
  add_factor(std::get<1>(e.operands()), to);
  return true;
}

template <class S, class A>
bool add_factors_of(const lazy_named<adl_barrier::negated_of, A>& e, factors<S>& to) {
  if constexpr (std::is_unsigned_v<S>) return false;
  add_factor(std::get<0>(e.operands()), to);
  add_factor(S(-1), to);
  return true;
}
// Division by a value is multiplication by its inverse, unless that is zero, infinite, subnormal or NaN.
template <class S, class A, element B>
  requires(real_element<S> || complex_element<S>)
bool add_factors_of(const lazy_named<adl_barrier::divided_by_of, A, B>& e, factors<S>& to) {
  const S inverse = S(1) / promoted<S>(std::get<1>(e.operands()));
  if (!std::isnormal(std::abs(inverse))) return false;
  add_factor(std::get<0>(e.operands()), to);
  add_factor(inverse, to);
  return true;
}

template <class S, class T>
bool add_factors_of(const named<T>& e, factors<S>& to) {
  return named_access::node(e).add_factors(&to);
}

// ---- behind a handle

template <class E>
class lazy_node final : public named_node<typename E::value_type> {
  using T = typename E::value_type;

 public:
  explicit lazy_node(const E& e) : named_node<T>(e.of()), e_(e) {}

  tensor<const T> lower(const lowering& to) const override { return computed_once(tensor<const T>(e_.lower(to)), to); }
  bool add_affine(affine_form& sum, index_t times) const override {
    if constexpr (integer_element<T>) return this->of().depth <= deepest_sum && detail::add_affine(e_, sum, times);
    return false;
  }
  bool add_factors(void* to) const override {
    if constexpr (element<T>) return add_factors_of(e_, *static_cast<factors<sum_t<T>>*>(to));
    return false;
  }

 private:
  E e_;
};

[[noreturn]] RAVEL_API void throw_still_bound(const loops& left);
// The elements of an order(…) that has dims left: reading one throws.
template <class T>
struct still_bound {
  loops left;
  T operator()(std::span<const index_t>) const { throw_still_bound(left); }
};

// A view of such a tensor does not know its dims. Naming its axes reports the dims left, instead of an unknown dim.
template <class T>
void check_none_left(const tensor<const T>& t) {
  const untyped_node& base = *tensor_node_of<T>(t).base();
  if (typeid(base) == typeid(computed_of_span<T, still_bound<T>>) && base.size() > 0) static_cast<void>(t.base()[0]);
}

// The named expression behind order(…), or behind a plain tensor.
template <class X>
named<read_t<X>> named_of_tensor(const X& x) {
  using T = read_t<X>;
  if constexpr (requires { x.with_dims(); }) {
    return x.with_dims();
  } else {
    const tensor<const T> values = as_read_tensor(x);
    check_none_left(values);
    return bound<T>({values, {}});
  }
}

// Products of two factors, in the types of sums, are compiled once, in src/: those inside a sum are seldom computed.
template <class E>
inline constexpr bool is_product_in_src = false;
template <class S>
  requires among<S, float, double, std::complex<float>, std::complex<double>, std::int64_t, std::uint64_t>
inline constexpr bool is_product_in_src<lazy_named<adl_barrier::times_of, named<S>, named<S>>> = true;
template <class S>
std::shared_ptr<const named_node<S>> product_in_src(const lazy_named<adl_barrier::times_of, named<S>, named<S>>& e);

template <class E>
std::shared_ptr<const named_node<named_value_t<E>>> node_of(const E& e) {
  using T = named_value_t<E>;
  if constexpr (is_dim<E>) {
    return make_released<false, lazy_node<adl_barrier::dim_positions>>(adl_barrier::dim_positions(e));
  } else if constexpr (shaped_reader<E>) {
    return named_access::shared(named_of_tensor(e));
  } else if constexpr (named_handle<E>) {
    return named_access::shared<T>(e);
  } else if constexpr (is_product_in_src<E>) {
    return product_in_src(e);
  } else {
    return make_released<false, lazy_node<E>>(e);
  }
}

}  // namespace detail
}  // namespace ravel
