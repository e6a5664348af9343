// SPDX-License-Identifier: BSL-1.0
// Axes by name on distributed tensors: t(i, j) is an expression with dims, order(e, j, i) a distributed tensor again. Naming, aligning and
// ordering are views, so they are local; verbs along dims are those along axes, and a sum over a product of two is a product of matrices.
#pragma once

#include <ravel/mpi/lines.hpp>
#include <ravel/mpi/product.hpp>
#include <ravel/mpi/refused.hpp>
#include <ravel/named/order.hpp>
#include <ravel/named/reduce.hpp>
#include <ravel/named/verbs.hpp>

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

namespace ravel {
namespace mpi {

template <class X>
class named;

}  // namespace mpi

template <class X>
inline constexpr bool names_axis<mpi::named<X>> = true;

namespace mpi {

namespace detail {

using ravel::detail::form;
using ravel::detail::loops;
using ravel::detail::lowering;

template <class X>
concept spread_named = requires(const std::remove_cvref_t<X>& x) { []<class Y>(const named<Y>&) {}(x); };

template <class X>
concept beside_spread_named =
    spread_named<X> || distributed<X> || ravel::detail::named_operand<X> || local_operand<X> || element<std::remove_cvref_t<X>>;
template <class... Xs>
concept spread_named_among = (spread_named<Xs> || ...) && (beside_spread_named<Xs> && ...);

// The form of an operand; none of a value, which stands beside any.
template <class X>
std::optional<form> form_of_operand(const X& x) {
  if constexpr (spread_named<X>) {
    return x.of();
  } else if constexpr (ravel::detail::named_operand<X>) {
    const ravel::named<ravel::detail::named_value_t<X>> e(x);
    return e.of();
  } else if constexpr (distributed<X>) {
    return ravel::detail::form_of({}, x.shape());
  } else if constexpr (readable<X>) {
    return ravel::detail::form_of({}, ravel::detail::as_read_tensor(x).shape());
  } else {
    return std::nullopt;
  }
}

// An operand whose leading axes are the loops of the whole expression.
template <class X>
auto aligned_operand(const X& x, const lowering& to) {
  const auto change = [&](const std::vector<dim>& labels) {
    return [&](const dims& map) { return ravel::detail::aligned(map, labels, to); };
  };
  if constexpr (spread_named<X>) {
    return x.values().changed(change(x.labels()));
  } else if constexpr (ravel::detail::named_operand<X>) {
    return ravel::named<ravel::detail::named_value_t<X>>(x).lower(to);
  } else if constexpr (distributed<X>) {
    return x.changed(change({}));
  } else if constexpr (readable<X>) {
    return ravel::detail::viewed(ravel::detail::as_read_tensor(x), change({}));
  } else {
    return x;
  }
}

// The values over these loops, which are all that the expression has.
template <class X>
X values_over(const named<X>& e, const loops& axes) {
  return aligned_operand(e, lowering(axes, e.of().positional));
}

template <class... Xs>
form joined_form(const Xs&... xs) {
  const std::tuple forms{form_of_operand(xs)...};
  const auto pointer = [](const std::optional<form>& f) { return f ? &*f : nullptr; };
  form joint = std::apply([&](const auto&... each) { return ravel::detail::joined_forms({pointer(each)...}); }, forms);
  ravel::detail::check_known(joint);
  return joint;
}

template <class F, class... Xs>
auto over_joint_dims(const F& f, const Xs&... xs) {
  const form joint = joined_form(xs...);
  const lowering to(joint.dims, joint.positional);
  return named(f(aligned_operand(xs, to)...), ravel::detail::names(joint.dims));
}

// Positions are looked up at once, by each rank from operands that all have. All values count as taken, so none may lie outside.
template <class X>
named<X> bound_to_names(const named<X>& e, const ravel::detail::named_places& places) {
  const form base = e.of();
  const ravel::detail::binding b = ravel::detail::plan_binding(base, places);
  ravel::detail::check_known(b.whole);
  std::vector<dim> labels = e.labels();
  if (label_alone(b, labels)) return named<X>(e.values(), std::move(labels));
  const lowering to(b.whole.dims, b.whole.positional);
  const ravel::detail::all_found found = find_positions(b, shape_at(base.positional, b), to);
  X changed = e.values().changed([&](const dims& map) { return named_map(map, b, b.whole.dims, found, e.labels(), labels); });
  return named<X>(std::move(changed), std::move(labels));
}

// f(values, axes): the dims along which it goes are gone, or stay with the extents that f gives them.
template <class X, class F>
auto along_dims(const char* verb, const named<X>& e, const named_axes& axes, const F& f) {
  const form whole = e.of();
  const ravel::detail::dims_plan plan = ravel::detail::plan_dims(verb, whole, axes, ravel::detail::axes_are::kept);
  const loops others = ravel::detail::without(whole.dims, plan.along), order = ravel::detail::with_more(others, plan.along);
  const X values = values_over(e, order);
  const auto made = f(values, ints(ravel::detail::axes_behind(others.size(), plan)));
  return named(made, ravel::detail::labels_along(plan, ravel::detail::names(order), values.shape(), made.shape()));
}

}  // namespace detail

// An expression with dims: the leading axes of its values have names. A handle; copies share the elements.
template <class X>
class [[nodiscard]] named {
 public:
  using value_type = typename X::value_type;

  // With positional axes alone.
  named(const X& x) : named(x, {}) {}
  // For the engine.
  named(X values, std::vector<dim> labels) : values_(std::move(values)), labels_(std::move(labels)) {}
  named(const named&) = default;
  named& operator=(const named&) & = default;  // binds a name anew

  const world& ranks() const& { return values_.ranks(); }
  // The shape of the axes that are still positional.
  ravel::shape shape() const { return of().positional; }
  index_t rank() const { return of().positional.rank(); }

  // Places of the positional axes, dims among them.
  template <class... Places>
    requires(sizeof...(Places) > 0)
  named operator()(const Places&... places) const {
    return name_axes(*this, places...);
  }

  // Writes through t(i, j). Dims that the source lacks are stretched. Collective.
  template <class E>
  const named& assign(const E& e) const
    requires std::same_as<X, tensor<value_type>> && detail::beside_spread_named<E>
  {
    if constexpr (element<E>) {
      fill(values_, e);
    } else {
      copy(source(e), values_);
    }
    return *this;
  }
  const named& operator=(const named& e) const&& { return assign(e); }
  template <class E>
    requires(!std::same_as<E, named>)
  const named& operator=(const E& e) const&& {
    return assign(e);
  }

  // For the engine.
  const X& values() const& { return values_; }
  const X& values() const&& = delete;  // it would outlive the expression: name it first
  const std::vector<dim>& labels() const& { return labels_; }
  const std::vector<dim>& labels() const&& = delete;
  ravel::detail::form of() const { return ravel::detail::form_of(labels_, values_.shape()); }
  // An operand over the dims of this one, which are all that it may have.
  template <class E>
  auto source(const E& e) const {
    const ravel::detail::form own = of(), joint = detail::joined_form(*this, e);
    if (joint.dims.size() > own.dims.size()) {
      throw value_error(ravel::detail::text() << "the target has no dims "
                                              << ravel::detail::to_string(ravel::detail::without(joint.dims, own.dims)));
    }
    return detail::aligned_operand(e, ravel::detail::lowering(own.dims, own.positional));
  }

 private:
  X values_;
  std::vector<dim> labels_;
};

// A product of two expressions: a sum over dims of both is a product of matrices.
template <class X, class A, class B>
class [[nodiscard]] named_product : public named<X> {
 public:
  named_product(const named<X>& whole, const A& a, const B& b) : named<X>(whole), a_(a), b_(b) {}

  // For the engine.
  const A& first() const& { return a_; }
  const B& second() const& { return b_; }

 private:
  A a_;
  B b_;
};

// t(i, j) finds it by argument-dependent lookup. Dims, packs and sums of dims name axes; numbers and slices take positions. Local.
template <detail::distributed X, class... Places>
named<X> name_axes(const X& x, const Places&... places) {
  return detail::bound_to_names(named<X>(x), ravel::detail::places_of(places...));
}
template <class X, class... Places>
named<X> name_axes(const named<X>& e, const Places&... places) {
  return detail::bound_to_names(e, ravel::detail::places_of(places...));
}

// The dims of an expression, in the order of its axes. Local.
template <class X>
[[nodiscard]] std::vector<dim> dims_of(const named<X>& e) {
  return e.labels();
}
// Whether an expression has a dim. Local.
template <class X>
[[nodiscard]] bool has_dim(const named<X>& e, const dim& d) {
  return e.of().find(d) != nullptr;
}
// The extent of a dim of an expression. Local.
template <class X>
[[nodiscard]] index_t extent(const named<X>& e, const dim& d) {
  const ravel::detail::form whole = e.of();
  check_has(whole, d, "extent");
  return whole.find(d)->extent;
}
// The same with another dim in the place of one.
template <class X>
[[nodiscard]] named<X> rename(const named<X>& e, const dim& from, const dim& to) {
  check_has(e.of(), from, "rename");
  if (!same(from, to) && has_dim(e, to)) {
    throw value_error(ravel::detail::text() << "rename: there is a dim " << to.name() << " already");
  }
  std::vector<dim> labels = e.labels();
  for (dim& d : labels) {
    if (same(d, from)) d = to;
  }
  return named<X>(e.values(), std::move(labels));
}

// order(e, i, pack(j, k)): a distributed tensor or expression with these axes, before the positional ones. No dim may be left. A view.
template <class X, class... Axes>
[[nodiscard]] X order(const named<X>& e, const Axes&... axes) {
  ravel::detail::axis_groups groups;
  (groups.add(axes), ...);
  const ravel::detail::axis_order plan = ravel::detail::plan_order(e.of(), std::move(groups).taken());
  if (!plan.left.empty()) {
    throw value_error(ravel::detail::text() << "dims " << ravel::detail::to_string(plan.left) << " are still bound: order them too");
  }
  const X values = detail::values_over(e, plan.named);
  return plan.packed ? reshape(values, ints(packed_shape(plan, values.shape()))) : values;
}

namespace detail {

template <class X>
concept factor_with_dims = spread_named<X> || ravel::detail::named_operand<X>;

// The result of a * b remembers both. A sum of integers, which could wrap in their own type, asks for the factors of any product.
template <bool Times, class X, class A, class B>
auto with_factors(const named<X>& whole, const A& a, const B& b) {
  if constexpr (Times && (integer_element<typename X::value_type> || (factor_with_dims<A> && factor_with_dims<B>))) {
    return named_product<X, A, B>(whole, a, b);
  } else {
    return whole;
  }
}

}  // namespace detail

#define RAVEL_MPI_NAMED_OPERATOR(sign, ...)                                                                  \
  template <class A, class B>                                                                                \
    requires detail::spread_named_among<A, B>                                                                \
  [[nodiscard]] auto operator sign(const A& a, const B& b) {                                                 \
    const auto whole = detail::over_joint_dims([](const auto& x, const auto& y) { return x sign y; }, a, b); \
    return detail::with_factors<std::string_view(#sign) == "*">(whole, a, b);                                \
  }
// The operators of distributed tensors, over the dims of both. Nothing moves.
RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_MPI_NAMED_OPERATOR)
RAVEL_FOR_EACH_COMPARING_OPERATOR(RAVEL_MPI_NAMED_OPERATOR)
#undef RAVEL_MPI_NAMED_OPERATOR

#define RAVEL_MPI_NAMED_SIGN(sign, ...)          \
  template <detail::spread_named A>              \
  [[nodiscard]] auto operator sign(const A& a) { \
    return named(sign a.values(), a.labels());   \
  }
// The signs of distributed tensors.
RAVEL_FOR_EACH_SIGN_OPERATOR(RAVEL_MPI_NAMED_SIGN)
#undef RAVEL_MPI_NAMED_SIGN

#define RAVEL_MPI_NAMED_FUNCTION(name, ...)                                                            \
  template <class... Xs>                                                                               \
    requires detail::spread_named_among<Xs...>                                                         \
  [[nodiscard]] auto name(const Xs&... xs) {                                                           \
    return detail::over_joint_dims([](const auto&... values) { return mpi::name(values...); }, xs...); \
  }
// The function of this name of distributed tensors, over the dims of all. Nothing moves.
RAVEL_FOR_EACH_ELEMENTWISE_FUNCTION(RAVEL_MPI_NAMED_FUNCTION)
#undef RAVEL_MPI_NAMED_FUNCTION

// The function of the elements at each position, which must be pure. Nothing moves.
template <class Function, class... Xs>
  requires detail::spread_named_among<Xs...>
[[nodiscard]] auto map(Function f, const Xs&... xs) {
  return detail::over_joint_dims([&](const auto&... values) { return mpi::map(f, values...); }, xs...);
}

#define RAVEL_MPI_NAMED_CAST(name)                      \
  template <class D, detail::spread_named X>            \
  [[nodiscard]] auto name(const X& x) {                 \
    return named(mpi::name<D>(x.values()), x.labels()); \
  }
// cast, wrap_cast and saturate_cast of each element.
RAVEL_FOR_EACH_CAST(RAVEL_MPI_NAMED_CAST)
#undef RAVEL_MPI_NAMED_CAST

#define RAVEL_MPI_NAMED_IN_PLACE(sign, ...)                                          \
  template <class T, detail::beside_spread_named E>                                  \
  const named<tensor<T>>& operator sign##=(const named<tensor<T>>& to, const E& e) { \
    to.values() sign## = to.source(e);                                               \
    return to;                                                                       \
  }
// Writes the operator's result back to each element of the target. Collective.
RAVEL_FOR_EACH_ARITHMETIC_OPERATOR(RAVEL_MPI_NAMED_IN_PLACE)
#undef RAVEL_MPI_NAMED_IN_PLACE

// ---- verbs along dims, as they are along axes

#define RAVEL_MPI_NAMED_CALLS(name, what, types, parameters, names)                                                            \
  template <detail::spread_named E, RAVEL_LISTED types ravel::detail::no_keep... Options>                                      \
    requires requires(const E& e, RAVEL_LISTED parameters const ints& on, const Options&... options) {                         \
      mpi::name(e.values(), RAVEL_LISTED names on, options...);                                                                \
    }                                                                                                                          \
  [[nodiscard]] auto name(const E& e, RAVEL_LISTED parameters const named_axes& axes, const Options&... options) {             \
    return detail::along_dims(#name, e, axes,                                                                                  \
                              [&](const auto& x, const ints& on) { return mpi::name(x, RAVEL_LISTED names on, options...); }); \
  }
// The lines of two expressions, side by side over the dims of both.
#define RAVEL_MPI_NAMED_CALLS_PAIRS(name, what)                                                                                   \
  template <class A, class B, ravel::detail::no_keep... Options>                                                                  \
    requires(detail::spread_named_among<A, B> && (detail::without_target<Options> && ...) &&                                      \
             requires(const ravel::tensor<const typename A::value_type>& x, const ravel::tensor<const typename B::value_type>& y, \
                      const ints& on, const Options&... o) { ravel::name(x, y, on, o...); })                                      \
  [[nodiscard]] auto name(const A& a, const B& b, const named_axes& axes, const Options&... options) {                            \
    const auto of_pairs = [&](const auto& pairs, const ints& on) {                                                                \
      const auto verb = [](const auto&... given) { return ravel::name(given...); };                                               \
      return detail::reduced_over_pairs(#name, pairs, on, nullptr, verb, options...);                                             \
    };                                                                                                                            \
    return detail::along_dims(#name, map(ravel::detail::paired{}, a, b), axes, of_pairs);                                         \
  }
#define RAVEL_MPI_NAMED(name) RAVEL_STAMP(RAVEL_MPI_NAMED_CALLS, name)

// The verb along dims: along axes, which it takes by name. Collective.
RAVEL_FOR_EACH_VERB(RAVEL_MPI_NAMED)
RAVEL_STAMP_OTHERS(RAVEL_MPI_NAMED_CALLS)
RAVEL_STAMP_1(RAVEL_MPI_NAMED_CALLS, reduce_with, gone)
RAVEL_STAMP_1(RAVEL_MPI_NAMED_CALLS, scan, kept)
RAVEL_STAMP_2(RAVEL_MPI_NAMED_CALLS, reduce, gone)
template <detail::spread_named E, std::floating_point Q, ravel::detail::no_keep... Options>
  requires requires(const E& e, Q q, const ints& on, const Options&... options) { mpi::quantile(e.values(), q, on, options...); }
[[nodiscard]] auto quantile(const E& e, Q q, const named_axes& axes, const Options&... options) {
  return detail::along_dims("quantile", e, axes, [&](const auto& x, const ints& on) { return mpi::quantile(x, q, on, options...); });
}
// f(tensor, ints) along dims, of the lines that each rank has. If it keeps the axes, the dims stay; if it drops them, they are gone.
template <detail::spread_named E, class F>
  requires requires(const E& e, const ints& on) { detail::works_on_lines<F>(e.values(), on); }
[[nodiscard]] auto apply_along(const E& e, const named_axes& axes, const F& f) {
  return detail::along_dims("apply_along", e, axes, [&](const auto& x, const ints& on) {
    return detail::by_lines("apply_along", x, on, nullptr, f, {}, [] { return detail::maybe_border(); });
  });
}

namespace detail {

struct listed_dims {
  listed_dims(std::initializer_list<dim> list);  // never defined
};

}  // namespace detail

// Beside the refusals of mpi/refused.hpp: these take dims in braces.
#define RAVEL_MPI_NAMED_REFUSES(name)                                                    \
  void name(detail::no_distributed_form, const detail::listed_dims& dims, ...) = delete; \
  void name(detail::no_distributed_form, detail::anything, const detail::listed_dims& dims, ...) = delete;
RAVEL_FOR_EACH_VERB(RAVEL_MPI_NAMED_REFUSES)  // not distributed, or not so: collect(order(e, i)) is local; docs/mpi.md has the list
#undef RAVEL_MPI_NAMED_REFUSES

// ---- sums over products

namespace detail {

// A sum over a product as products of matrices: a stack of them over the dims of both factors that stay. The other dims of one factor are
// rows, those of the other columns, and the dims that are summed are those of both.
struct RAVEL_API matrix_dims {
  loops stack, rows, columns, summed;
};
// None if the dims are of another kind, or if matrices are so small that one machine sums the products as it computes them.
RAVEL_API std::optional<matrix_dims> matrix_dims_of(const form& rows, const form& columns, const named_axes& axes);
// Whether both have dims alone, all of them known, and each axis is a dim of both.
RAVEL_API bool share_dims(const form& a, const form& b, const named_axes& axes);

template <class S, class X>
auto in_type(const X& x) {
  if constexpr (std::same_as<value_in_t<X>, S>) {
    return x;
  } else if constexpr (distributed<X>) {
    return mpi::cast<S>(x);
  } else {
    return ravel::cast<S>(x);
  }
}

template <class S, class A, class B>
auto matrix_product(const A& a, const B& b, const matrix_dims& dims) {
  const auto count = [](const loops& of) { return ravel::detail::shape_of(of, {}).elements(); };
  const auto matrices = [&](const auto& x, const loops& down, const loops& across) {
    const auto values = aligned_operand(x, lowering(ravel::detail::with_more(ravel::detail::with_more(dims.stack, down), across), {}));
    std::vector<index_t> extents{count(down), count(across)};
    if (!dims.stack.empty()) extents.insert(extents.begin(), count(dims.stack));
    return in_type<S>(reshape(values, ints(extents)));
  };
  const auto product = mpi::matmul(matrices(a, dims.rows, dims.summed), matrices(b, dims.summed, dims.columns));
  const loops made = ravel::detail::with_more(ravel::detail::with_more(dims.stack, dims.rows), dims.columns);
  return named(reshape(product, ints(ravel::detail::shape_of(made, {}))), ravel::detail::names(made));
}

// Whether all factors have dims.
template <class X>
inline constexpr bool is_named_throughout = factor_with_dims<X>;
template <class X, class A, class B>
inline constexpr bool is_named_throughout<named_product<X, A, B>> = is_named_throughout<A> && is_named_throughout<B>;

// The product of the factors, whose integers cannot wrap.
template <class E>
auto exactly_multiplied(const E& e) {
  if constexpr (ravel::detail::instance_of<E, named_product>) {
    return map(ravel::detail::exact_times{}, exactly_multiplied(e.first()), exactly_multiplied(e.second()));
  } else {
    return e;
  }
}

// The factors of a local operand that is a product itself.
template <class E>
auto local_factors(const E& e) {
  if constexpr (spread_named<E>) {
    return ravel::detail::factors<double>();
  } else {
    return ravel::detail::factors_of(ravel::named<ravel::detail::named_value_t<E>>(e));
  }
}

template <class X, class A, class B>
auto summed_pair(const char* verb, const named_product<X, A, B>& e, const named_axes& axes);

// A sum over a product of several factors, two at a time as on one machine. Factors are distributed, or the same on all ranks.
template <class S>
class contraction_by_pairs {
 public:
  using dim_set = std::uint64_t;
  using factor = std::variant<named<tensor<S>>, ravel::named<S>>;

  contraction_by_pairs(const form& whole, const named_axes& axes) : names_(ravel::detail::names(whole.dims)) {
    for (const sized_dim& d : whole.dims) extents_.push_back(d.extent);
    const auto is_summed = [&](const sized_dim& s) { return [&](const dim& d) { return same(d, s.of); }; };
    left_ = set_of(names_);
    for (const sized_dim& s : axes.dims()) left_ &= ~(dim_set{1} << (std::ranges::find_if(names_, is_summed(s)) - names_.begin()));
  }

  template <class E>
  void add(const E& e) {
    if constexpr (ravel::detail::instance_of<E, named_product>) {
      add(e.first());
      add(e.second());
    } else if constexpr (spread_named<E>) {
      factors_.push_back(in_memory(e));
    } else {
      const auto known = local_factors(e);
      for (const auto& f : known) factors_.push_back(ravel::named<S>(ravel::cast<S>(f)));
      if (known.empty()) factors_.push_back(ravel::named<S>(ravel::cast<S>(ravel::named<ravel::detail::named_value_t<E>>(e))));
    }
  }
  // Collective.
  named<tensor<S>> result() {
    for (std::size_t k = 0; k < factors_.size(); ++k) factors_[k] = summed(factors_[k], dims_of(factors_[k]) & ~needed_beside(k, k));
    std::vector<dim_set> sets;
    for (const factor& f : factors_) sets.push_back(dims_of(f));
    for (const auto [a, b] : ravel::detail::plan_contraction(sets, extents_, left_)) {
      factor made = product(factors_[a], factors_[b], dims_of(factors_[a]) & dims_of(factors_[b]) & ~needed_beside(a, b));
      factors_.erase(factors_.begin() + static_cast<std::ptrdiff_t>(b));
      factors_.erase(factors_.begin() + static_cast<std::ptrdiff_t>(a));
      factors_.push_back(std::move(made));
    }
    return std::get<named<tensor<S>>>(factors_.front());
  }

 private:
  template <class X>
  static named<tensor<S>> in_memory(const named<X>& e) {
    if constexpr (std::same_as<X, tensor<S>>) {
      return e;
    } else {
      return {clone(in_type<S>(e.values())), e.labels()};
    }
  }
  dim_set set_of(const std::vector<dim>& some) const {
    dim_set all = 0;
    for (std::size_t k = 0; k < names_.size(); ++k) {
      all |= dim_set{std::ranges::any_of(some, [&](const dim& d) { return same(d, names_[k]); })} << k;
    }
    return all;
  }
  dim_set dims_of(const factor& f) const {
    return std::visit([&](const auto& e) { return set_of(ravel::detail::names(e.of().dims)); }, f);
  }
  std::vector<dim> list_of(dim_set some) const {
    std::vector<dim> all;
    for (std::size_t k = 0; k < names_.size(); ++k) {
      if ((some >> k & 1) != 0) all.push_back(names_[k]);
    }
    return all;
  }
  dim_set needed_beside(std::size_t a, std::size_t b) const {
    dim_set needed = left_;
    for (std::size_t k = 0; k < factors_.size(); ++k) needed |= k == a || k == b ? 0 : dims_of(factors_[k]);
    return needed;
  }
  factor summed(const factor& f, dim_set gone) const {
    if (gone == 0) return f;
    return std::visit([&](const auto& e) -> factor { return sum(e, list_of(gone)); }, f);
  }
  factor product(const factor& f, const factor& g, dim_set gone) const {
    const auto multiply = [&]<class A, class B>(const A& a, const B& b) -> factor {
      if constexpr (!spread_named<A> && !spread_named<B>) {
        return sum(a * b, list_of(gone));
      } else if (gone != 0) {
        return summed_pair("sum", a * b, list_of(gone));
      } else if constexpr (integer_element<S>) {
        return in_memory(exactly_multiplied(a * b));
      } else {
        return in_memory(a * b);
      }
    };
    return std::visit(multiply, f, g);
  }

  std::vector<dim> names_;
  std::vector<index_t> extents_;
  dim_set left_ = 0;
  std::vector<factor> factors_;
};

template <class X, class A, class B>
auto sum_along_axes(const char* verb, const named_product<X, A, B>& e, const named_axes& axes) {
  const auto sum_of = [&](const auto& product) {
    return along_dims(verb, product, axes, [](const auto& x, const ints& on) { return mpi::sum(x, on); });
  };
  if constexpr (integer_element<typename X::value_type>) {
    return sum_of(exactly_multiplied(e));
  } else {
    return sum_of(static_cast<const named<X>&>(e));
  }
}

// The rows are those of a distributed factor. A sum that is no product of matrices is that of the elementwise product along axes.
template <class X, class A, class B>
auto summed_pair(const char* verb, const named_product<X, A, B>& e, const named_axes& axes) {
  const auto as_matrices = [&](const auto& rows, const auto& columns) {
    const auto dims = matrix_dims_of(*form_of_operand(rows), *form_of_operand(columns), axes);
    if (!dims) return sum_along_axes(verb, e, axes);
    return decltype(sum_along_axes(verb, e, axes))(matrix_product<sum_t<typename X::value_type>>(rows, columns, *dims));
  };
  if constexpr (spread_named<A>) {
    return as_matrices(e.first(), e.second());
  } else {
    return as_matrices(e.second(), e.first());
  }
}

template <class X, class A, class B>
auto summed_product(const char* verb, const named_product<X, A, B>& e, const named_axes& axes) {
  const form whole = e.of();
  (void)ravel::detail::plan_dims(verb, whole, axes, ravel::detail::axes_are::gone);
  if constexpr (is_named_throughout<named_product<X, A, B>>) {
    constexpr std::size_t most_dims = 64;
    if constexpr (!ravel::detail::instance_of<A, named_product> && !ravel::detail::instance_of<B, named_product>) {
      const bool are_two = local_factors(e.first()).empty() && local_factors(e.second()).empty();
      if (are_two && share_dims(*form_of_operand(e.first()), *form_of_operand(e.second()), axes)) return summed_pair(verb, e, axes);
    }
    if (whole.positional.rank() == 0 && axes.positional().empty() && whole.dims.size() <= most_dims) {
      contraction_by_pairs<sum_t<typename X::value_type>> pairs(whole, axes);
      pairs.add(e);
      return decltype(sum_along_axes(verb, e, axes))(pairs.result());
    }
  }
  return sum_along_axes(verb, e, axes);
}

}  // namespace detail

// A sum over the dims that both factors have is a product of matrices: sum(a(i, k) * b(k, j), k). More factors are multiplied two at a
// time. Collective.
template <class X, class A, class B>
[[nodiscard]] auto sum(const named_product<X, A, B>& e, const named_axes& axes) {
  return detail::summed_product("sum", e, axes);
}
template <class X, class A, class B>
[[nodiscard]] auto sum(const named_product<X, A, B>& e, const named_axes& axes, const distribution& how) {
  const auto made = detail::summed_product("sum", e, axes);
  return named(clone(made.values(), how), made.labels());
}
// The sum above, divided by the number of its terms.
template <class X, class A, class B>
[[nodiscard]] auto mean(const named_product<X, A, B>& e, const named_axes& axes) {
  using T = typename X::value_type;
  using R = std::conditional_t<ravel::detail::real_or_complex<T>, T, double>;
  const ravel::detail::dims_plan plan = ravel::detail::plan_dims("mean", e.of(), axes, ravel::detail::axes_are::gone);
  const index_t terms = ravel::detail::elements_along(e.of(), plan);
  if (terms == 0) throw value_error(ravel::detail::text() << to_string(plan) << " of no elements");
  const auto total = detail::summed_product("mean", e, axes);
  return map([by = ravel::detail::promoted<R>(terms)](const auto& t) { return ravel::detail::promoted<R>(t) / by; }, total);
}

}  // namespace mpi
}  // namespace ravel
