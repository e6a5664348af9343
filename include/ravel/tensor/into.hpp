// SPDX-License-Identifier: BSL-1.0
// into{t}: an option of operations whose result has a known size. They write the result to t, which must have its shape and element type,
// and return nothing; loops over frames need no new memory. t may be an operand: the result is then made in temporary memory. Holds a
// handle to the tensor; one thread.
#pragma once

#include <ravel/loop/options.hpp>
#include <ravel/tensor/copy.hpp>
#include <ravel/tensor/views.hpp>

#include <optional>

namespace ravel {

template <class T>
struct into {
  static_assert(!std::is_const_v<T>, "into{t}: t can only be read");

  explicit into(const tensor<T>& t) : target(t) {}
  template <std::same_as<T> U>
  explicit into(const buffer<U>& b) : target(dims::row_major(b.size()), b) {}

  tensor<T> target;
};
template <class T>
into(const buffer<T>&) -> into<T>;

namespace detail {

template <class... Options>
concept gives_into = (instance_of<Options, into> || ...);

template <class First, class... More>
const auto& into_among(const First& first, const More&... more) {
  if constexpr (instance_of<First, into>) {
    return first;
  } else {
    return into_among(more...);
  }
}

// Checks the shape of a target. `order` gives the axes of the result in the order in which it is made; empty: unchanged.
RAVEL_API void check_into(const shape& target, const shape& made, const axis_list& order);

// An operand with the tensor that the result may be written to directly. Null: the result needs memory of its own.
template <class T, class R>
class aimed : public tensor<const T> {
 public:
  aimed(const tensor<const T>& x, const tensor<R>* target) : tensor<const T>(x), target_(target) {}
  const tensor<R>* target() const { return target_; }

 private:
  const tensor<R>* target_;
};

// The target for a result of elements R made from x. Null: fresh memory.
template <class R, class X>
const tensor<R>* target_of_result(const X& x) {
  if constexpr (requires { x.target(); }) {
    if constexpr (std::same_as<decltype(x.target()), const tensor<R>*>) return x.target();
  }
  return nullptr;
}

// Reorders results from the order of the view to the axes of the operand, as a row-major tensor.
template <class R>
tensor<R> in_axis_order(const tensor<R>& results, const axis_list& back) {
  return ravel::contiguous(transpose(results, as_span(back)));
}
#define RAVEL_DECLARE(T) extern template RAVEL_API tensor<T> in_axis_order(const tensor<T>&, const axis_list&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE
// As above, if `order` gives the axes of the view.
template <class R>
tensor<R> in_axis_order_of_view(const tensor<R>& made, const axis_list& order) {
  axis_list back(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) back[static_cast<std::size_t>(order[k])] = static_cast<index_t>(k);
  return in_axis_order(made, back);
}
#define RAVEL_DECLARE(T) extern template RAVEL_API tensor<T> in_axis_order_of_view(const tensor<T>&, const axis_list&);
RAVEL_FOR_EACH_ELEMENT(RAVEL_DECLARE)
#undef RAVEL_DECLARE

// The memory of a result, in row-major order of a view: the given tensor if its elements are in that order, else fresh memory.
template <class R>
class result_memory {
 public:
  // order: the axes of the result in the order of the view; empty: the same order.
  result_memory(const tensor<R>* given, const shape& extents, const axis_list& order = {}) : order_(order) {
    if (given) {
      check_into(given->shape(), extents, order);
      given_.emplace(*given);
      made_.emplace(order.empty() ? *given : transpose(*given, as_span(order)));
      if (is_contiguous(*made_)) return;
    }
    apart_.emplace(empty_tensor<R>(extents));
  }

  const tensor<R>& view() const { return apart_ ? *apart_ : *made_; }
  R* data() const { return tensor_data(view()); }
  // The complete result.
  tensor<R> result() const {
    if (!given_) return order_.empty() ? *apart_ : in_axis_order_of_view(*apart_, order_);
    if (apart_) copy(*apart_, *made_);
    return *given_;
  }

 private:
  axis_list order_;
  std::optional<tensor<R>> given_, made_, apart_;
};

// Writes an expression to `given`, or clones it if that is null.
template <class X>
tensor<read_t<X>> written_or_cloned(const tensor<read_t<X>>* given, const X& x) {
  if (!given) return clone(x);
  check_into(given->shape(), x.shape(), {});
  copy(x, *given);
  return *given;
}

template <class R, class X>
bool meets_target(const tensor<R>& target, const X& x) {
  if constexpr (input<X>) {
    auto&& looked = node_for_call(x);
    const node<read_t<X>>& source = looked;
    return source.meets(written(tensor_node_of<R>(target))) != overlap::none;
  }
  return false;
}

template <class Made, class R>
inline constexpr bool fits_into = false;
template <class R>
inline constexpr bool fits_into<tensor<R>, R> = true;

// Calls verb(x, rest…) and writes to the target among the arguments.
template <class Verb, class X, class... Args>
void write_into(const Verb& verb, const X& x, const Args&... args) {
  const auto option = into_among(args...);
  using into_t = std::remove_const_t<decltype(option)>;
  using R = std::remove_cvref_t<decltype(option.target(0))>;
  const tensor<R>& target = option.target;
  check_assignable(target.dims());
  const bool apart = (meets_target(target, x) || ... || meets_target(target, args));
  const aimed<read_t<X>, R> operand(as_read_tensor(x), apart ? nullptr : &target);
  const auto made = call_without<into_t>([&](const auto&... rest) { return verb(operand, rest...); }, args...);
  constexpr bool fits = fits_into<std::remove_const_t<decltype(made)>, R>;
  static_assert(fits, "into{t}: the result has elements of another type than t");
  if constexpr (fits) {
    if (&detail_access::node(made) == &detail_access::node(target)) return;
    check_into(target.shape(), made.shape(), {});
    copy(made, target);
  }
}

}  // namespace detail

template <class T, class R>
inline constexpr bool shaped<detail::aimed<T, R>> = true;

// Adds name(x, …, into{t}) for an operation that returns a tensor. (Axes may be braces, from which nothing is deduced.)
#define RAVEL_TAKES_INTO(name)                                                                       \
  template <detail::input X, class... Args>                                                          \
    requires detail::gives_into<Args...>                                                             \
  void name(const X& x, const Args&... args) {                                                       \
    detail::write_into([](const auto&... given) { return name(given...); }, x, args...);             \
  }                                                                                                  \
  template <detail::shaped_reader X, class... Options>                                               \
    requires detail::gives_into<Options...>                                                          \
  void name(const X& x, const ints& axes, Options... options) {                                      \
    detail::write_into([](const auto&... given) { return name(given...); }, x, axes, options...);    \
  }                                                                                                  \
  template <detail::shaped_reader X, class A, class... Options>                                      \
    requires detail::gives_into<Options...>                                                          \
  void name(const X& x, const A& a, const ints& axes, Options... options) {                          \
    detail::write_into([](const auto&... given) { return name(given...); }, x, a, axes, options...); \
  }
// Adds name(keys, x, …, into{t}).
#define RAVEL_TAKES_INTO_BESIDE_KEYS(name)                                                                                 \
  template <class Keys, detail::shaped_reader X, class... Args>                                                            \
    requires detail::gives_into<Args...>                                                                                   \
  void name(const Keys& keys, const X& x, const Args&... args) {                                                           \
    const auto verb = [](const auto& operand, const auto& by, const auto&... rest) { return name(by, operand, rest...); }; \
    detail::write_into(verb, x, keys, args...);                                                                            \
  }

}  // namespace ravel
