// SPDX-License-Identifier: BSL-1.0
// The steps that compute nothing, and names, which are immutable; and what recording and running share of all steps.
#pragma once

#include <ravel/any/elementwise.hpp>
#include <ravel/base/error.hpp>
#include <ravel/plan/detail/call_step.hpp>
#include <ravel/plan/planned.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

namespace ravel::detail {

// Extents that a step of the run finds: the length of a result of its own, or the number of true elements of a mask, which all selections
// by one mask step share. Such an extent names its step, so that whoever reads the length can wait for it. Any thread may call these
// functions.

// In the order in which extents are made.
std::uint64_t next_extent_number();

struct found_extent {
  // A length that the step that is made next for it finds.
  static planned_extent by_step(std::string name);
  // The number of true elements. The mask is told by its step, whatever its names.
  static planned_extent by_mask(const shared_recorded& mask);
  // A step finds the extents of its shape that have no step yet.
  static void set_step(const planned_shape& shape, const shared_recorded& step);
  // True if a run is given its number by its inputs, and no step finds it.
  static bool is_of_input(const planned_extent& of) { return of.told_->where == planned_extent::found::by_input; }
  static std::uint64_t number(const planned_extent& of) { return of.told_->number; }
  // A length of a step in a run, at least 0: the length of diff(x), n - 1, is 0 for an empty axis.
  static index_t length_in_run(const planned_length& of, const extent_values& extents);
  // A term is negative. Such a length is wrong for an empty axis, and so may lengths be that are made of it.
  static bool may_end_below_zero(const planned_shape& shape);
  // The extent that a length is, if it is no more than one; else null. It is a part of the length, so that no run copies a handle to ask.
  static const planned_extent* lone(const planned_length& of) {
    const bool is_lone = of.terms_.size() == 1 && of.terms_[0].factors.size() == 1 && of.terms_[0].times == 1;
    return is_lone ? of.terms_[0].factors.data() : nullptr;
  }
  // Calls f(extent) for each factor of each term.
  template <class F>
  static void each_extent(std::span<const planned_length> lengths, const F& f) {
    for (const planned_length& one : lengths) {
      for (const auto& term : one.terms_) {
        for (const planned_extent& factor : term.factors) f(factor);
      }
    }
  }
  // The steps that find those extents of the lengths that no operand has. shape_error if one is gone.
  static std::vector<shared_recorded> finders(std::span<const planned_length> lengths, std::span<const shared_recorded> operands);

 private:
  static std::vector<planned_extent> extents_in(std::span<const planned_length> lengths);
};

class program_stack;

// A given value of the program: no other step is the same.
class named_step : public recorded {
 public:
  const std::string& name() const { return name_; }
  bool same_call(const recorded& other) const override { return this == &other; }
  std::size_t call_hash() const override { return std::hash<const void*>()(this); }
  std::string written(std::span<const std::string>) const override { return name_; }

 protected:
  named_step(dtype type, planned_shape shape, std::string name)
      : recorded(step_work::given, type, std::move(shape), {}), name_(std::move(name)) {}

 private:
  std::string name_;
};

class placeholder_step final : public named_step {
 public:
  placeholder_step(dtype type, planned_shape shape, std::string name) : named_step(type, std::move(shape), std::move(name)) {}

  any_operand run(const operand_values&, const extent_values&) const override;
};

class variable_step final : public named_step {
 public:
  variable_step(std::string name, const any_tensor& where);
  const any_tensor& where() const { return where_; }

  any_operand run(const operand_values&, const extent_values&) const override { return where_; }

 private:
  any_tensor where_;
};

// A tensor of the program, or a number.
class held_step : public recorded {
 public:
  explicit held_step(const any_operand& x);
  const any_operand& value() const { return value_; }

  any_operand run(const operand_values&, const extent_values&) const override { return value_; }
  bool same_call(const recorded& other) const override;
  std::size_t call_hash() const override;
  std::string written(std::span<const std::string>) const override;
  std::string saved(std::span<const std::string> operands, const extent_words& words) const override;

 private:
  any_operand value_;
};

// A tensor that a text writes out.
class literal_step final : public held_step {
 public:
  literal_step(const any_tensor& x, std::string text) : held_step(x), text_(std::move(text)) {}

  bool same_call(const recorded& other) const override { return text_ == static_cast<const literal_step&>(other).text_; }
  std::size_t call_hash() const override { return std::hash<std::string>()(text_); }
  std::string written(std::span<const std::string>) const override { return text_; }
  std::string saved(std::span<const std::string>, const extent_words&) const override { return text_; }

 private:
  std::string text_;
};

// A length of the run as a number.
class length_step final : public recorded {
 public:
  // Its operands are steps that find the length.
  explicit length_step(const planned_length& of)
      : recorded(step_work::given, dtype::int64, {}, found_extent::finders({&of, 1}, {})), length_(of) {}
  const planned_length& length() const { return length_; }

  any_operand run(const operand_values&, const extent_values& extents) const override { return any_scalar(length_.at(extents)); }
  bool same_call(const recorded& other) const override { return length_ == static_cast<const length_step&>(other).length_; }
  std::span<const planned_length> reads_lengths() const override { return {&length_, 1}; }
  std::string written(std::span<const std::string>) const override {
    const std::string whole = to_string(length_);
    return length_.lone_extent() && whole.find(' ') != std::string::npos ? "(" + whole + ")" : whole;
  }
  std::string saved(std::span<const std::string>, const extent_words& words) const override {
    const auto number = length_.number();  // as a number it would be weak
    return number ? scalar_literal(any_scalar(*number)) : to_string(length_, words);
  }

 private:
  planned_length length_;
};

class name_step final : public recorded {
 public:
  name_step(std::string name, shared_recorded of) : recorded(step_work::view, of->type(), of->shape(), {of}), name_(std::move(name)) {}
  const std::string& name() const { return name_; }

  any_operand run(const operand_values& operands, const extent_values&) const override { return operands[0]; }
  bool same_call(const recorded&) const override { return true; }
  std::string written(std::span<const std::string> operands) const override { return operands[0]; }

 private:
  std::string name_;
};

// A step as one of its class, or null. Comparing types is several times as fast as a dynamic cast.
template <class Step>
const Step* as_step(const recorded& of) {
  static_assert(std::is_final_v<Step>);
  return typeid(of) == typeid(Step) ? static_cast<const Step*>(&of) : nullptr;
}
inline const held_step* held_behind(const recorded& of) {
  return of.work() == step_work::given ? dynamic_cast<const held_step*>(&of) : nullptr;
}

// The number of a step that gives one: of a length an example, as only a run knows it.
inline std::optional<any_operand> number_behind(const recorded& of) {
  if (const held_step* const held = held_behind(of); held && held->value().scalar) return held->value();
  return as_step<length_step>(of) ? std::optional(any_operand(any_scalar(index_t{1}))) : std::nullopt;
}

// Examples of operands in the place of their values. They tell the type that a call gives.
class example_values {
 public:
  template <class F>
  example_values(std::span<const shared_recorded> operands, const F& example) {
    for (const shared_recorded& one : operands) {
      places_.push_back(all_.size());
      all_.push_back(example(*one));
    }
  }
  operand_values all() const { return {all_.data(), places_}; }

 private:
  std::vector<any_operand> all_;
  std::vector<std::size_t> places_;
};

inline std::string step_text(const planned& x) { return step_text(*planned_access::step(x)); }
// "a, b, c": the words of each.
template <class All, class Word>
std::string comma_list(const All& all, const Word& word) {
  std::string listed;
  for (const auto& one : all) listed += (listed.empty() ? "" : ", ") + word(one);
  return listed;
}
// The name that a message has for a step, or nothing.
std::string name_of(const recorded& step);
// Throws an error of the kind of this one with another message, if it is one that arguments cause. Others are to pass as they are.
void throw_same_kind(const error& thrown, const std::string& message);
// The lengths of steps side by side: 1 is stretched, and all others of an axis must be one polynomial. shape_error names the two.
planned_shape broadcast_shape(std::string_view called, std::span<const shared_recorded> operands);
// shape_error unless it has one axis. The role, such as "the list of places ", stands before its text.
void check_line(const char* verb, const recorded& x, const char* role);
// type_error unless they are integers.
void check_positions(const char* verb, const recorded& positions);
// The type that a call gives of examples of the operands. type_error if it takes none; if an example has too few elements, `else_type`.
dtype type_of_call(std::span<const shared_recorded> operands, const step_function& run, dtype else_type);
// A call that computes its value at once. Its type is that of examples.
planned record_at_once(const char* verb, call_arguments arguments, step_function run, dtype else_type, planned_shape shape,
                       std::vector<shared_recorded> operands);
// Calls of f with the tensors of operands.
template <class F>
step_function on_one(F f) {
  return [f = std::move(f)](const operand_values& operands, const extent_values&) -> any_operand { return f(operands.tensor(0)); };
}
template <class F>
step_function on_two(F f) {
  return [f = std::move(f)](const operand_values& operands, const extent_values&) -> any_operand {
    return f(operands.tensor(0), operands.tensor(1));
  };
}
// Adds the function of an elementwise step, whose operands were added before. False if no machine computes it.
bool add_function(const recorded& step, program_stack& to);
// The operand whose bits are those of an elementwise step in any case: of x * 1, x / 1, x - 0, -(-x), !!m, and of a cast to the type that x
// has. Null: there is none.
const shared_recorded* same_value(const recorded& step);
// The numbers of a run; shape_error if one is below 0.
shape shape_at(const planned_shape& of, const extent_values& extents);
// The shape of a value in a run, where a length below 0 is 0: see found_extent.
shape shape_in_run(const planned_shape& of, const extent_values& extents);
inline shape shape_in_run(const recorded& of, const extent_values& extents) { return shape_in_run(of.shape(), extents); }

using lengths_of = std::vector<planned_length>;

inline std::size_t axis_at(index_t axis, index_t rank) { return static_cast<std::size_t>(check_axis(axis, rank)); }

// A tensor of one element in the type and the rank of a step. A view is tried on it, so that what it refuses of any shape is refused when
// the view is recorded.
any_tensor one_element(const recorded& of);
inline any_tensor one_element(const planned& x) { return one_element(*planned_access::step(x)); }

// A run makes the view f(tensor, extents). It asks for the lengths of the view and these.
using view_function = std::function<any_tensor(const any_tensor& x, const extent_values& extents)>;
planned record_view(const char* verb, const planned& x, call_arguments arguments, lengths_of made, view_function f, lengths_of also = {});
// The view f(tensor, arguments…), which is tried.
template <class F, class... Arguments>
planned record_tried_view(const char* verb, const planned& x, lengths_of made, const F& f, const Arguments&... arguments) {
  (void)f(one_element(x), arguments...);
  return record_view(verb, x, arguments_of(arguments...), std::move(made),
                     [f, arguments...](const any_tensor& t, const extent_values&) { return f(t, arguments...); });
}

// Defaults that the row of a verb tells mean the same, written or left out.
void drop_defaults_of_row(std::string_view verb, call_arguments& arguments);

// The binary operators of formulas with the precedence that they have in C++.

struct binary_operator {
  std::string_view sign;
  int precedence;
  any_pair f;
};
// A sign that begins with another one stands before it.
inline constexpr binary_operator binary_operators[] = {
    {"||", 1, any_pair::logical_or}, {"&&", 2, any_pair::logical_and},   {"==", 6, any_pair::equals},
    {"!=", 6, any_pair::differs},    {"<<", 8, any_pair::shifted_left},  {">>", 8, any_pair::shifted_right},
    {"<=", 7, any_pair::less_equal}, {">=", 7, any_pair::greater_equal}, {"|", 3, any_pair::bit_or},
    {"^", 4, any_pair::bit_xor},     {"&", 5, any_pair::bit_and},        {"<", 7, any_pair::less},
    {">", 7, any_pair::greater},     {"+", 9, any_pair::plus},           {"-", 9, any_pair::minus},
    {"*", 10, any_pair::times},      {"/", 10, any_pair::divided_by},    {"%", 10, any_pair::modulus},
};
inline constexpr int tightest = 11;
// a < b < c compares a truth value with c. Formulas do not have such chains; what is written has parentheses there.
constexpr bool compares(int precedence) { return precedence == 6 || precedence == 7; }

// The operator that begins the text, or null.
constexpr const binary_operator* operator_at(std::string_view text) {
  const auto found = std::ranges::find_if(binary_operators, [&](const binary_operator& one) { return text.starts_with(one.sign); });
  return found == std::end(binary_operators) ? nullptr : found;
}

// The loosest precedence of the operators outside of parentheses, which have a blank on both sides; `tightest` if there is none.
int loosest_operator(std::string_view written);

}  // namespace ravel::detail
