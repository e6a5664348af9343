// SPDX-License-Identifier: BSL-1.0
// planned: a recorded step, with an element type and a shape and without elements. placeholder: what a run is given. variable: a tensor of
// the user's under a name, which updates write. Handles: copies share, and a step owns what it looks at. Any thread may read them.
#pragma once

#include <ravel/any/elementwise.hpp>
#include <ravel/plan/detail/recorded.hpp>

namespace ravel {

class planned;
namespace detail {

struct planned_access;

}  // namespace detail

class RAVEL_API_RESULT planned {
 public:
  ravel::dtype dtype() const { return step_->type(); }
  const planned_shape& shape() const& { return step_->shape(); }
  planned_shape shape() const&& { return step_->shape(); }
  index_t rank() const { return step_->shape().rank(); }

  // The parts where a mask of bools is true, which stands for its leading axes: x(x > 0); or a view of positions of the first axis.
  RAVEL_API planned operator()(const planned& places) const;
  // With dims among the places, an expression: x(i, j). Include <ravel/plan/named.hpp>.
  template <class... Places>
    requires detail::naming<Places...>
  auto operator()(const Places&... places) const {
    return name_axes(*this, places...);
  }

  explicit operator bool() const = delete;  // no elements are there before a run

 protected:
  friend struct detail::planned_access;
  explicit planned(detail::shared_recorded step) : step_(std::move(step)) {}

  detail::shared_recorded step_;
};

// Uses its own operators, also beside a tensor.
template <>
inline constexpr bool shaped<planned> = true;

// A value that each run is given. Every length is a number or an extent.
RAVEL_API planned placeholder(dtype type, std::string name, const planned_shape& of);
template <detail::held_element T>
planned placeholder(std::string name, const planned_shape& of) {
  return placeholder(dtype_of<T>(), std::move(name), of);
}

// Looks at a writable tensor, which shows no element twice. Each run reads the elements that it has then.
class RAVEL_API_RESULT variable : public planned {
 public:
  variable(std::string name, const any_tensor& where);
  any_tensor value() const;

 private:
  friend struct detail::planned_access;
  explicit variable(detail::shared_recorded step) : planned(std::move(step)) {}
};
template <>
inline constexpr bool shaped<variable> = true;

// The same value, under a name in listings and messages.
RAVEL_API planned called(std::string name, const planned& value);

namespace detail {

struct planned_access {
  static const shared_recorded& step(const planned& of) { return of.step_; }
  static planned wrap(shared_recorded step) { return planned(std::move(step)); }
  static variable wrap_variable(shared_recorded step) { return variable(std::move(step)); }
};

// A planned value; or what may stand beside one: a tensor or a reader, which each run reads; a number, which is weak; a length.
struct RAVEL_API planned_argument {
  planned_argument(const planned& value) : step(planned_access::step(value)) {}
  planned_argument(const planned_extent& of) : planned_argument(planned_length(of)) {}
  planned_argument(const planned_length& of);
  template <class X>
    requires(!std::derived_from<X, planned> && std::convertible_to<const X&, any_operand>)
  planned_argument(const X& x) : planned_argument(any_operand(x), only_held()) {}

  shared_recorded step;

 private:
  struct only_held {};
  planned_argument(const any_operand& x, only_held);
};

template <class X>
concept planned_handle = std::derived_from<X, planned>;
// At least one is a planned value, and the others may stand beside one.
template <class... Xs>
concept planned_among = (planned_handle<Xs> || ...) && (std::convertible_to<const Xs&, planned_argument> && ...);

// The same without single values, which have no axes.
template <class... Xs>
concept planned_tensors_among = planned_among<Xs...> && ((planned_handle<Xs> || std::convertible_to<const Xs&, any_tensor>)&&...);

}  // namespace detail
}  // namespace ravel
