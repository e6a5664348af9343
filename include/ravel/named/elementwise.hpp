// SPDX-License-Identifier: BSL-1.0
// Operators, named functions, map, where and casts of named expressions, computed as if looped over the union of their dims. Extents must
// agree; positional axes broadcast as those of tensors do. Lazy. The functions are those of the tensor layer, and fuse to one loop
// likewise.
#pragma once

#include <ravel/element/cast.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/named/lazy_named.hpp>
#include <ravel/tensor/make.hpp>

namespace ravel {

namespace adl_barrier {

template <class D>
struct cast_to {
  template <class A>
    requires requires(const A& a) { ravel::cast<D>(a); }
  auto operator()(const A& a) const {
    return ravel::cast<D>(a);
  }
};

template <class F>
struct mapped {
  F f;

  template <class... As>
    requires requires(const F& g, const As&... as) { ravel::map(g, as...); }
  auto operator()(const As&... as) const {
    return ravel::map(f, as...);
  }
};

}  // namespace adl_barrier

namespace detail {

// At least one operand has dims. The others may be tensors, and values: an element, a time or a string.
template <class... Xs>
concept named_among =
    (named_operand<Xs> || ...) && ((named_operand<Xs> || shaped_reader<Xs> || element<Xs> || time_element<Xs> || word<Xs>)&&...);
// And the function accepts all.
template <class F, class... Xs>
concept applies_named = named_among<Xs...> && applies<F, Xs...>;

}  // namespace detail

#define RAVEL_NAMED_OPERATOR(sign, function)                         \
  template <class A, class B>                                        \
    requires detail::applies_named<adl_barrier::function##_of, A, B> \
  [[nodiscard]] auto operator sign(const A& a, const B& b) {         \
    return detail::apply_named(adl_barrier::function##_of(), a, b);  \
  }
RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_NAMED_OPERATOR)
RAVEL_FOR_EACH_COMPARING_OPERATOR(RAVEL_NAMED_OPERATOR)
RAVEL_FOR_EACH_SHIFT_OPERATOR(RAVEL_NAMED_OPERATOR)
#undef RAVEL_NAMED_OPERATOR

// Compilers show the macro's name in the error.
#define RAVEL_TAKES_BOOLS_SO_COMPARE_FIRST(sign, function)                                          \
  template <class A, class B>                                                                       \
    requires(detail::named_among<A, B> && !detail::applies_named<adl_barrier::function##_of, A, B>) \
  void operator sign(const A& a, const B& b) = delete;  // of bools: compare first, e != 0
#define RAVEL_TAKES_ELEMENTS_WITH_THIS_OPERATOR(sign, function)                                     \
  template <class A, class B>                                                                       \
    requires(detail::named_among<A, B> && !detail::applies_named<adl_barrier::function##_of, A, B>) \
  void operator sign(const A& a, const B& b) = delete;  // cast<T>(e) gives elements that have it
RAVEL_FOR_EACH_LOGICAL_OPERATOR(RAVEL_TAKES_BOOLS_SO_COMPARE_FIRST)
RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_TAKES_ELEMENTS_WITH_THIS_OPERATOR)
RAVEL_FOR_EACH_COMPARISON(RAVEL_TAKES_ELEMENTS_WITH_THIS_OPERATOR)
RAVEL_FOR_EACH_SHIFT_OPERATOR(RAVEL_TAKES_ELEMENTS_WITH_THIS_OPERATOR)
#undef RAVEL_TAKES_ELEMENTS_WITH_THIS_OPERATOR
#undef RAVEL_TAKES_BOOLS_SO_COMPARE_FIRST

#define RAVEL_NAMED_SIGN(sign, function)                          \
  template <class A>                                              \
    requires detail::applies_named<adl_barrier::function##_of, A> \
  [[nodiscard]] auto operator sign(const A& a) {                  \
    return detail::apply_named(adl_barrier::function##_of(), a);  \
  }
RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_NAMED_SIGN)
#undef RAVEL_NAMED_SIGN

#define RAVEL_NAMED_FUNCTION(name, ...)                              \
  namespace adl_barrier {                                            \
  struct name##_of {                                                 \
    template <class... As>                                           \
      requires requires(const As&... as) { ravel::name(as...); }     \
    auto operator()(const As&... as) const {                         \
      return ravel::name(as...);                                     \
    }                                                                \
  };                                                                 \
  }                                                                  \
  template <class X, class... Xs>                                    \
    requires detail::applies_named<adl_barrier::name##_of, X, Xs...> \
  [[nodiscard]] auto name(const X& x, const Xs&... xs) {             \
    return detail::apply_named(adl_barrier::name##_of(), x, xs...);  \
  }

RAVEL_FOR_EACH_FUSED_FUNCTION(RAVEL_NAMED_FUNCTION)
RAVEL_FOR_EACH_PAIR_FUNCTION(RAVEL_NAMED_FUNCTION)
RAVEL_FOR_EACH_UNARY_FUNCTION(RAVEL_NAMED_FUNCTION)
RAVEL_FOR_EACH_BINARY_FUNCTION(RAVEL_NAMED_FUNCTION)
RAVEL_NAMED_FUNCTION(arg)
RAVEL_NAMED_FUNCTION(clip)
#undef RAVEL_NAMED_FUNCTION

// Positions in a branch are looked up only where the branch is taken; those of the other branch may lie outside.
template <class C, class A, class B>
  requires detail::applies_named<adl_barrier::chosen_where, C, A, B>
[[nodiscard]] auto where(const C& condition, const A& a, const B& b) {
  return detail::apply_named(adl_barrier::chosen_where(), condition, a, b);
}

template <class F, class... Xs>
  requires detail::applies_named<adl_barrier::mapped<F>, Xs...>
[[nodiscard]] auto map(F f, const Xs&... xs) {
  return detail::apply_named(adl_barrier::mapped<F>{std::move(f)}, xs...);
}
template <detail::named_operand X, class F>
  requires std::invocable<const F&, detail::named_value_t<X>>
void map(const X& x, const F& f) = delete;  // the function leads: map(f, a, b)

#define RAVEL_WRITE_A_PRODUCT_OVER_DIMS(name)            \
  template <class A, class B>                            \
    requires(detail::has_dims<A> || detail::has_dims<B>) \
  void name(const A& a, const B& b) = delete;  // dims say what is summed: sum(a(i, k) * b(k, j), k)
RAVEL_WRITE_A_PRODUCT_OVER_DIMS(matmul)        // dims say what is summed: sum(a(i, k) * b(k, j), k)
RAVEL_WRITE_A_PRODUCT_OVER_DIMS(dot)           // dims say what is summed: sum(a(i) * b(i), i)
RAVEL_WRITE_A_PRODUCT_OVER_DIMS(outer)         // other dims are other axes: a(i) * b(j)
#undef RAVEL_WRITE_A_PRODUCT_OVER_DIMS
template <detail::has_dims E, class Axes = ints>
void transpose(const E& e, const Axes& axes = {}) = delete;  // dims have no order: order(e, j, i) gives them one
template <detail::has_dims E, class... Numbers>
void rot90(const E& e, const Numbers&... numbers) = delete;  // dims have no order: turn the tensor and then name its axes, rot90(t)(i, j)
template <detail::has_dims E, class Shape = shape>
void reshape(const E& e, const Shape& extents) = delete;  // order(e, pack(i, j)) joins dims, e(pack(i(2), j)) takes an axis apart

template <class D, detail::named_operand X>
  requires detail::applies<adl_barrier::cast_to<D>, X>
[[nodiscard]] auto cast(const X& x) {
  return detail::apply_named(adl_barrier::cast_to<D>(), x);
}

namespace detail {

template <class T, class X>
named<T> as_elements(const X& x) {
  if constexpr (!named_source<X>) {
    return bound<T>({scalar_tensor<T>(cast_value<T>(x)), {}});
  } else if constexpr (std::same_as<named_value_t<X>, T>) {
    return x;
  } else {
    return map(widened<T>(), named<named_value_t<X>>(x));
  }
}

template <class S, class X>
void add_factor(const X& x, factors<S>& to) {
  if constexpr (is_named<X>) {
    if constexpr (std::same_as<sum_t<typename X::value_type>, S>) {
      if (to.size() < most_factors) {
        if (add_factors_of(x, to)) return;
      } else if constexpr (integer_element<S>) {  // an integer product could wrap
        factors<S> more;
        if (add_factors_of(x, more)) throw_too_many_factors();
      }
    }
  }
  to.push_back(as_elements<S>(x));
}

}  // namespace detail
}  // namespace ravel
