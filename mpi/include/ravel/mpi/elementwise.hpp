// SPDX-License-Identifier: BSL-1.0
// Operators and named functions, map, where, clip, casts and views of distributed tensors: those of local tensors, applied block by block
// when the result is needed. All of them are local and move nothing. Local tensors and values beside distributed ones count as equal on all
// ranks. A view changes dims and shares the elements; a copy to a view that shows an element at several positions is an error.
#pragma once

#include <ravel/element/detail/function_table.hpp>
#include <ravel/mpi/tensor.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/views.hpp>

#include <typeinfo>

namespace ravel {
namespace mpi {

// A function of distributed tensors, local ones and values, of one shape. Holds its operands; immutable.
template <class F, class... Xs>
class [[nodiscard]] lazy : public adl_barrier::viewed_by_places<lazy<F, Xs...>> {
 public:
  using value_type = ravel::detail::read_t<std::invoke_result_t<const F&, const detail::bound_to_block_t<Xs>&...>>;

  lazy(F f, Xs... operands) : f_(std::move(f)), operands_(std::move(operands)...) {}

  const world& ranks() const& { return first_leaf().ranks(); }
  ravel::shape shape() const { return first_leaf().shape(); }
  index_t rank() const { return first_leaf().rank(); }
  index_t extent(index_arg axis) const { return first_leaf().extent(axis); }
  index_t size() const { return first_leaf().size(); }

  using adl_barrier::viewed_by_places<lazy>::operator();
  template <ravel::detail::integer... Int>
    requires(sizeof...(Int) > 0)
  void operator()(Int... places) const = delete;  // one element may be on another rank: mpi::at(t, {i, j}) gives it to all ranks

  // For the engine.
  template <class Change>
  lazy changed(const Change& change) const {
    return std::apply([&](const Xs&... xs) { return lazy(f_, xs.changed(change)...); }, operands_);
  }
  void add_leaves(detail::block_evaluation& to) const {
    to.add_function(typeid(F));
    std::apply([&](const Xs&... xs) { (xs.add_leaves(to), ...); }, operands_);
  }
  auto bound(detail::bind_cursor& at) const {
    return std::apply(
        [&](const Xs&... xs) {
          const std::tuple<detail::bound_to_block_t<Xs>...> values{xs.bound(at)...};  // braces: from left to right
          return std::apply(f_, values);
        },
        operands_);
  }
  const auto& first_leaf() const& { return std::get<first_spread()>(operands_).first_leaf(); }

 private:
  static constexpr std::size_t first_spread() {
    constexpr bool found[] = {detail::is_spread<Xs>...};
    std::size_t k = 0;
    while (!found[k]) ++k;
    return k;
  }

  F f_;
  std::tuple<Xs...> operands_;
};

namespace detail {

template <class X>
concept local_operand = readable<X> && ravel::detail::handle<std::remove_cvref_t<X>>;

// Converts to an operand of one shape.
template <class X>
auto operand(const X& x, const ravel::shape& joint) {
  const auto stretch = [&](const dims& map) { return ravel::detail::stretched_map(map, joint); };
  if constexpr (distributed<X>) {
    return x.shape() == joint ? x : x.changed(stretch);
  } else if constexpr (readable<X>) {
    static_assert(local_operand<X>, "nobody owns these elements: borrow(x) looks at them, adopt(std::move(x)) takes them over");
    using T = ravel::detail::read_t<X>;
    return local_leaf<T>(ravel::detail::as_read_tensor(x)).changed(stretch);
  } else {
    return value_leaf<std::decay_t<X>>(x);
  }
}

template <class X>
using spread_operand_t = decltype(operand(std::declval<const X&>(), std::declval<const ravel::shape&>()));
template <class X>
using bound_operand_t = bound_to_block_t<spread_operand_t<std::remove_cvref_t<X>>>;

template <class X>
void join_shape(ravel::shape& joint, const X& x) {
  if constexpr (distributed<X>) {
    ravel::detail::widen_shape(joint, x.shape());
  } else if constexpr (readable<X>) {
    ravel::detail::widen_shape(joint, ravel::detail::as_read_tensor(x).shape());
  }
}
template <class... Xs>
ravel::shape joined_shape(const Xs&... xs) {
  ravel::shape joint;
  (join_shape(joint, xs), ...);
  return joint;
}

// Makes a function of what is spread over ranks: `operand<X>` is what stands for an X on one rank, of(f, xs...) the whole. Sparse tensors
// have their own in sparse_tensor.hpp; the operators below are stamped once for both.
template <class... Xs>
struct elementwise_over_ranks;

template <class... Xs>
  requires spread_among<Xs...>
struct elementwise_over_ranks<Xs...> {
  template <class X>
  using operand = bound_operand_t<X>;

  template <class F>
  static auto of(F f, const Xs&... xs) {
    const ravel::shape joint = joined_shape(xs...);
    return lazy<F, spread_operand_t<Xs>...>(std::move(f), detail::operand(xs, joint)...);
  }
};

template <class... Xs>
concept has_elementwise = requires { sizeof(elementwise_over_ranks<Xs...>); };
// The operand that stands for an X among Xs.
template <class X, class... Xs>
using elementwise_operand_t = typename elementwise_over_ranks<Xs...>::template operand<X>;

}  // namespace detail

// Functions of tensors, whose types do not depend on those of the operands: roll calls compare them.
#define RAVEL_MPI_APPLIES(sign, object)             \
  struct applies_##object {                         \
    template <class A, class B>                     \
    auto operator()(const A& a, const B& b) const { \
      return a sign b;                              \
    }                                               \
  };
#define RAVEL_MPI_APPLIES_SIGN(sign, object) \
  struct applies_##object {                  \
    template <class A>                       \
    auto operator()(const A& a) const {      \
      return sign a;                         \
    }                                        \
  };
#define RAVEL_MPI_APPLIES_FUNCTION(name, ...) \
  struct applies_##name {                     \
    template <class... Xs>                    \
    auto operator()(const Xs&... xs) const {  \
      return ravel::name(xs...);              \
    }                                         \
  };
#define RAVEL_MPI_APPLIES_CAST(name)    \
  template <class D>                    \
  struct applies_##name {               \
    template <class X>                  \
    auto operator()(const X& x) const { \
      return ravel::name<D>(x);         \
    }                                   \
  };
namespace detail {
RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_MPI_APPLIES)
RAVEL_FOR_EACH_COMPARING_OPERATOR(RAVEL_MPI_APPLIES)
RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_MPI_APPLIES_SIGN)
RAVEL_FOR_EACH_ELEMENTWISE_FUNCTION(RAVEL_MPI_APPLIES_FUNCTION)
RAVEL_FOR_EACH_CAST(RAVEL_MPI_APPLIES_CAST)
template <class Function>
struct calls_map {
  Function f;

  template <class... Xs>
  auto operator()(const Xs&... xs) const {
    return ravel::map(f, xs...);
  }
};
}  // namespace detail
#undef RAVEL_MPI_APPLIES
#undef RAVEL_MPI_APPLIES_SIGN
#undef RAVEL_MPI_APPLIES_FUNCTION
#undef RAVEL_MPI_APPLIES_CAST

#define RAVEL_MPI_OPERATOR(sign, object)                                                                                               \
  template <class A, class B>                                                                                                          \
    requires(detail::has_elementwise<A, B> &&                                                                                          \
             requires(const detail::elementwise_operand_t<A, A, B>& a, const detail::elementwise_operand_t<B, A, B>& b) { a sign b; }) \
  [[nodiscard]] auto operator sign(const A& a, const B& b) {                                                                           \
    return detail::elementwise_over_ranks<A, B>::of(detail::applies_##object{}, a, b);                                                 \
  }
// The operators of local tensors, element by element. Extents must agree or stretch, those of sparse tensors must agree. Nothing moves.
RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_MPI_OPERATOR)
RAVEL_FOR_EACH_COMPARING_OPERATOR(RAVEL_MPI_OPERATOR)
#undef RAVEL_MPI_OPERATOR

#define RAVEL_MPI_SIGN(sign, object)                                                                           \
  template <class A>                                                                                           \
    requires(detail::has_elementwise<A> && requires(const detail::elementwise_operand_t<A, A>& a) { sign a; }) \
  [[nodiscard]] auto operator sign(const A& a) {                                                               \
    return detail::elementwise_over_ranks<A>::of(detail::applies_##object{}, a);                               \
  }
// The signs of local tensors, element by element.
RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_MPI_SIGN)
#undef RAVEL_MPI_SIGN

#define RAVEL_MPI_FUNCTION(name, ...)                                                                                                   \
  template <class... Xs>                                                                                                                \
    requires(detail::has_elementwise<Xs...> && requires(const detail::elementwise_operand_t<Xs, Xs...>&... xs) { ravel::name(xs...); }) \
  [[nodiscard]] auto name(const Xs&... xs) {                                                                                            \
    return detail::elementwise_over_ranks<Xs...>::of(detail::applies_##name{}, xs...);                                                  \
  }
// The function of this name of local tensors, element by element. Nothing moves.
RAVEL_FOR_EACH_ELEMENTWISE_FUNCTION(RAVEL_MPI_FUNCTION)
#undef RAVEL_MPI_FUNCTION

// The function of the elements at each position, which must be pure. Nothing moves. It is called for entries of sparse tensors, and once
// for their default value.
template <class Function, class... Xs>
  requires detail::has_elementwise<Xs...>
[[nodiscard]] auto map(Function f, const Xs&... xs) {
  return detail::elementwise_over_ranks<Xs...>::of(detail::calls_map<Function>{std::move(f)}, xs...);
}

#define RAVEL_MPI_CAST(name)                                                      \
  template <class D, class X>                                                     \
    requires(detail::has_elementwise<X> && castable<typename X::value_type, D>)   \
  [[nodiscard]] auto name(const X& x) {                                           \
    return detail::elementwise_over_ranks<X>::of(detail::applies_##name<D>{}, x); \
  }
// cast, wrap_cast and saturate_cast of each element, as of local tensors.
RAVEL_FOR_EACH_CAST(RAVEL_MPI_CAST)
#undef RAVEL_MPI_CAST

using ravel::broadcast;
using ravel::diagonal;
using ravel::flat;
using ravel::flip;
using ravel::new_axis;
using ravel::reshape;
using ravel::rot90;
using ravel::rotate;
using ravel::select;
using ravel::slice;
using ravel::split;
using ravel::squeeze;
using ravel::stretch;
using ravel::swap_axes;
using ravel::take;
using ravel::tile;
using ravel::transpose;
using ravel::windows;

}  // namespace mpi

template <mpi::detail::distributed X>
struct detail::view_maker<X> {
  template <class Change>
  static X of(const X& x, const Change& change) {
    return x.changed(change);
  }
  template <class Change>
  static X to_read(const X& x, const Change& change) {
    return x.changed(change);
  }
};

}  // namespace ravel
