// SPDX-License-Identifier: BSL-1.0
// planned: a recorded step, with an element type and a shape and without elements. placeholder: what a run is given. variable: a tensor of
// the user's under a name, which updates write. Handles: copies share, and a step owns what it looks at. Any thread may read them.
// Operators, functions, where, clip and casts each record a step. Types are promoted and shapes broadcast as those of any_tensor; but a
// length that is not known is never stretched, not even if it turns out to be 1. Errors come when a step is recorded.
#pragma once

#include <ravel/any/any_tensor.hpp>
#include <ravel/any/elementwise.hpp>
#include <ravel/plan/extent.hpp>
#include <ravel/reader/detail/node.hpp>

#include <functional>
#include <string_view>

namespace ravel::detail {

// A recorded step of a plan: its operands, the type and the shape of its value, and how a run computes it. Immutable, shared by handles and
// plans; deep chains are released in a loop. Any thread may read and run it.

class recorded;
struct shaped_part;
using shared_recorded = std::shared_ptr<const recorded>;

// The values of the operands of a step, among those of all steps of a run.
class operand_values {
 public:
  operand_values(const any_operand* all, std::span<const std::size_t> places) : all_(all), places_(places) {}
  std::size_t size() const { return places_.size(); }
  const any_operand& operator[](std::size_t k) const { return all_[places_[k]]; }
  // A length of the run, which is a number, as a tensor of rank 0.
  RAVEL_API any_tensor tensor(std::size_t k) const;

 private:
  const any_operand* all_;
  std::span<const std::size_t> places_;
};

// A given step computes nothing. A view and elementwise work are lazy, and are done where their value is read. All other work is done at
// once and gives memory of its own.
enum class step_work : unsigned char { given, view, elementwise, at_once };

class RAVEL_API recorded : public released_by_queue {
 public:
  recorded(step_work work, dtype type, planned_shape shape, std::vector<shared_recorded> operands)
      : operands_(std::move(operands)), shape_(std::move(shape)), type_(type), work_(work) {}
  ~recorded() override;

  step_work work() const { return work_; }
  dtype type() const { return type_; }
  const planned_shape& shape() const { return shape_; }
  std::span<const shared_recorded> operands() const { return operands_; }

  virtual any_operand run(const operand_values& operands, const extent_values& extents) const = 0;
  // True if a step of the same class computes the same of equal operands.
  virtual bool same_call(const recorded& other) const = 0;
  // Equal for the same call. Calls that a program has often, and that are mostly different, have different ones.
  virtual std::size_t call_hash() const { return 0; }
  // As it was called, with names of the operands.
  virtual std::string written(std::span<const std::string> operands) const = 0;
  // As a saved plan has it: a text that is read as the same call. value_error if there is none.
  virtual std::string saved(std::span<const std::string> operands, const extent_words& words) const;
  // About how many additions one element takes.
  virtual int cost() const { return 0; }
  // True if operands that are computed would be copied to memory first.
  virtual bool reads_memory() const { return false; }
  // The lengths that a run asks for, beside those of the shape.
  virtual std::span<const planned_length> reads_lengths() const { return {}; }
  // True for a view whose positions are elements of an operand: each run makes it anew.
  virtual bool is_placed_by_elements() const { return false; }
  // The verb, if this is a call of one with operands and nothing else; else empty.
  virtual std::string_view verb_alone() const { return {}; }
  // The values for which it stands, which steps behind it pick: it cannot be copied. Null for one value.
  virtual const std::vector<shaped_part>* parts() const { return nullptr; }
  bool gives_parts() const { return parts() != nullptr; }

 private:
  friend struct found_extent;
  mutable std::weak_ptr<const void> count_;  // of true elements: an extent that all selections by this mask share
  std::vector<shared_recorded> operands_;
  planned_shape shape_;
  dtype type_;
  step_work work_;
};

// "x float64[n 3]", or without a name "float64[n 3]".
RAVEL_API std::string step_text(const recorded& step);

}  // namespace ravel::detail

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

RAVEL_API planned record(any_single f, const planned_argument& x);
RAVEL_API planned record(any_pair f, const planned_argument& a, const planned_argument& b);
RAVEL_API planned record_where(const planned_argument& mask, const planned_argument& a, const planned_argument& b);
RAVEL_API planned record_clip(const planned_argument& x, const planned_argument& low, const planned_argument& high);

}  // namespace detail

#define RAVEL_OF_ONE(called, function)                      \
  template <detail::planned_handle X>                       \
  [[nodiscard]] planned called(const X& x) {                \
    return detail::record(detail::any_single::function, x); \
  }
#define RAVEL_OF_TWO(called, function)                       \
  template <class A, class B>                                \
    requires detail::planned_among<A, B>                     \
  [[nodiscard]] planned called(const A& a, const B& b) {     \
    return detail::record(detail::any_pair::function, a, b); \
  }
#define RAVEL_COMPARED RAVEL_OF_TWO
RAVEL_STAMP_ELEMENTWISE
#undef RAVEL_COMPARED
#undef RAVEL_OF_TWO
#undef RAVEL_OF_ONE

// The mask must be of bools.
template <class Mask, class A, class B>
  requires detail::planned_among<Mask, A, B>
[[nodiscard]] planned where(const Mask& mask, const A& a, const B& b) {
  return detail::record_where(mask, a, b);
}
template <class X, class Low, class High>
  requires detail::planned_among<X, Low, High>
[[nodiscard]] planned clip(const X& x, const Low& low, const High& high) {
  return detail::record_clip(x, low, high);
}

#define RAVEL_PLANNED_CAST(name)                                \
  RAVEL_API planned name(const planned& x, dtype to);           \
  template <detail::stored_element T, detail::planned_handle X> \
  planned name(const X& x) {                                    \
    return name(x, dtype_of<T>());                              \
  }
RAVEL_FOR_EACH_CAST(RAVEL_PLANNED_CAST)
#undef RAVEL_PLANNED_CAST

}  // namespace ravel
