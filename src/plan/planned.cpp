// SPDX-License-Identifier: BSL-1.0
// Makes placeholders, variables, and steps of what stands beside planned values.
#include <ravel/any/make.hpp>
#include <ravel/base/detail/small_vector.hpp>
#include <ravel/base/error.hpp>
#include "plan/steps.hpp"

#include <cstring>

namespace ravel {

namespace detail {

namespace {

planned_shape known_shape(const shape& of) { return std::vector<planned_length>(of.begin(), of.end()); }

void check_name(const char* what, const std::string& name) {
  if (name.empty()) throw value_error(text() << "a " << what << " needs a name");
}

}  // namespace

any_tensor operand_values::tensor(std::size_t k) const {
  const any_operand& operand = (*this)[k];
  return operand.scalar ? full(operand.dtype(), {}, *operand.scalar) : operand.values;
}

recorded::~recorded() = default;

std::string recorded::saved(std::span<const std::string> operands, const extent_words&) const {
  throw value_error(written(operands) + " has no text that can be read again: a plan that calls it cannot be saved");
}

any_operand placeholder_step::run(const operand_values&, const extent_values&) const {
  throw value_error(text() << "placeholder " << name() << " has no value");
}

variable_step::variable_step(std::string name, const any_tensor& where)
    : named_step(where.dtype(), known_shape(where.shape()), std::move(name)), where_(where) {
  check_name("variable", this->name());
  if (!where.writable()) throw layout_error(text() << "variable " << this->name() << " needs a tensor that can be written");
}

held_step::held_step(const any_operand& x)
    : recorded(step_work::given, x.scalar ? x.scalar->dtype() : x.values.dtype(),
               x.scalar ? planned_shape() : known_shape(x.values.shape()), {}),
      value_(x) {}

bool held_step::same_call(const recorded& other) const {
  const any_operand& also = static_cast<const held_step&>(other).value_;
  if (!value_.scalar || !also.scalar) {
    return !value_.scalar && !also.scalar && any_tensor_access::shared(value_.values) == any_tensor_access::shared(also.values);
  }
  return value_.scalar->dtype() == also.scalar->dtype() && visit_held(*value_.scalar, [&]<class T>(const T& one) {
           const T other_one = any_access::value<T>(*also.scalar);
           if constexpr (std::is_trivially_copyable_v<T>) {
             return std::memcmp(&one, &other_one, sizeof(T)) == 0;  // -0 is not 0, and a NaN is itself
           } else {
             return one == other_one;
           }
         });
}

std::size_t held_step::call_hash() const {
  if (!value_.scalar) return std::hash<const void*>()(any_tensor_access::shared(value_.values).get());
  return visit_held(*value_.scalar, []<class T>(const T& one) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      return std::hash<std::string_view>()({reinterpret_cast<const char*>(&one), sizeof(T)});
    } else {
      return std::hash<T>()(one);
    }
  });
}

std::string held_step::written(std::span<const std::string>) const {
  return value_.scalar ? scalar_literal(*value_.scalar) : "tensor " + step_text(*this);
}
std::string held_step::saved(std::span<const std::string> operands, const extent_words& words) const {
  return value_.scalar ? scalar_literal(*value_.scalar) : recorded::saved(operands, words);
}

std::string name_of(const recorded& step) {
  if (const auto* const given = as_step<placeholder_step>(step)) return given->name();
  if (const auto* const kept = as_step<variable_step>(step)) return kept->name();
  if (const auto* const named = as_step<name_step>(step)) return named->name();
  return {};
}

namespace {

template <class... Kinds>
void throw_if_one(const error& thrown, const std::string& message) {
  ((dynamic_cast<const Kinds*>(&thrown) ? throw Kinds(message) : void()), ...);
}

}  // namespace

void throw_same_kind(const error& thrown, const std::string& message) {
  throw_if_one<shape_error, index_error, type_error, value_error, overflow_error, layout_error>(thrown, message);
}

shape shape_at(const planned_shape& of, const extent_values& extents) {
  small_vector<index_t, 8> known;
  for (const planned_length& one : of.lengths()) known.push_back(one.at(extents));
  return shape(as_span(known));
}
shape shape_in_run(const planned_shape& of, const extent_values& extents) {
  small_vector<index_t, 8> known;
  for (const planned_length& one : of.lengths()) known.push_back(found_extent::length_in_run(one, extents));
  return shape(as_span(known));
}

std::string step_text(const recorded& step) {
  if (const auto* const held = held_behind(step); held && held->value().scalar) return scalar_literal(*held->value().scalar);
  const std::string named = name_of(step);
  return text() << named << (named.empty() ? "" : " ") << name(step.type()) << to_string(step.shape());
}

planned_argument::planned_argument(const planned_length& of) : step(make_released<true, length_step>(of)) {}
planned_argument::planned_argument(const any_operand& x, only_held) : step(make_released<true, held_step>(x)) {}

}  // namespace detail

planned placeholder(dtype type, std::string name, const planned_shape& of) {
  detail::check_name("placeholder", name);
  for (const planned_length& one : of.lengths()) {
    const auto number = one.number();
    if (number ? *number < 0 : !one.lone_extent())
      throw shape_error(detail::text() << "placeholder " << name << " has the length " << to_string(one)
                                       << ": each is an extent or a number that is not negative");
  }
  return detail::planned_access::wrap(detail::make_released<true, detail::placeholder_step>(type, of, std::move(name)));
}

variable::variable(std::string name, const any_tensor& where)
    : planned(detail::make_released<true, detail::variable_step>(std::move(name), where)) {}
any_tensor variable::value() const { return static_cast<const detail::variable_step&>(*step_).where(); }

planned called(std::string name, const planned& value) {
  detail::check_name("planned value", name);
  return detail::planned_access::wrap(detail::make_released<true, detail::name_step>(std::move(name), detail::planned_access::step(value)));
}

}  // namespace ravel
