// SPDX-License-Identifier: BSL-1.0
// Reads values of formulas as parameters of calls.
#include "plan/formula_value.hpp"

#include <ravel/base/error.hpp>
#include "any/typed.hpp"
#include "plan/bundle.hpp"

namespace ravel::detail {

planned_argument operand_of(const formula_value& x) {
  if (const auto* const number = x.as<any_scalar>()) return *number;
  if (const auto* const value = x.as<planned>()) {
    if (const auto* const parts = parts_behind(*value))
      throw value_error(text() << "this has several results: write one of them behind it, as " << (*parts)[0].accessor);
    return *value;
  }
  if (const auto* const length = x.as<planned_length>()) return *length;
  if (const auto* const word = x.as<formula_word>()) throw value_error(word->word + " is no value");
  throw value_error(x.as<formula_weights>() ? "weights are no value" : "a list is no value");
}

std::optional<index_t> integer_argument(const formula_value& x) {
  if (const auto* const length = x.as<planned_length>()) return length->number();
  const auto* const number = x.as<any_scalar>();
  if (!number || kind_of(number->dtype()) != element_kind::integer) return std::nullopt;
  return cast_value<index_t>(*number);
}
std::optional<double> real_argument(const formula_value& x) {
  const auto* const number = x.as<any_scalar>();
  if (!number || is_text(number->dtype())) return std::nullopt;
  const element_kind kind = kind_of(number->dtype());
  if (kind != element_kind::integer && kind != element_kind::real) return std::nullopt;
  return cast_value<double>(*number);
}

namespace {

// A number is a list of one.
template <class T>
std::optional<std::vector<T>> listed(const formula_value& x, std::optional<T> (*read)(const formula_value&)) {
  if (const auto one = read(x)) return std::vector<T>{*one};
  return each_of(x, read);
}

}  // namespace

std::optional<std::vector<index_t>> integers_argument(const formula_value& x) { return listed<index_t>(x, &integer_argument); }
std::optional<std::vector<double>> reals_argument(const formula_value& x) { return listed<double>(x, &real_argument); }

std::optional<planned_length> length_argument(const formula_value& x) {
  if (const auto* const length = x.as<planned_length>()) return *length;
  const auto number = integer_argument(x);
  return number ? std::optional(planned_length(*number)) : std::nullopt;
}
std::optional<planned_shape> shape_argument(const formula_value& x) {
  if (const auto* const whole = x.as<planned_shape>()) return *whole;
  const auto list = listed<planned_length>(x, &length_argument);
  return list ? std::optional(planned_shape(*list)) : std::nullopt;
}

std::optional<decay> decay_argument(const formula_value& x) {
  const auto* const word = x.as<formula_word>();
  if (!word || word->values.size() != 1) return std::nullopt;
  const auto value = real_argument(word->values[0]);
  if (!value) return std::nullopt;
  if (word->word == "decay::alpha") return decay::alpha(*value);
  if (word->word == "decay::span") return decay::span(*value);
  if (word->word == "decay::half_life") return decay::half_life(*value);
  return std::nullopt;
}

namespace {

[[noreturn]] void throw_too_large(const text& value, const text& most) {
  throw value_error(text() << "an argument of a formula is at most " << std::string(most) << " here, not " << std::string(value));
}

}  // namespace

index_t limited_argument(index_t value) {
  if (value > most_in_formula || value < -most_in_formula) throw_too_large(text() << value, text() << most_in_formula);
  return value;
}
double limited_argument(double value, double most) {
  if (value > most || value < -most) throw_too_large(text() << value, text() << most);
  return value;
}

const formula_value* braced_value(const formula_value& x, std::string_view name) {
  const auto* const word = x.as<formula_word>();
  return word && word->has_values && word->word == name && word->values.size() == 1 ? &word->values[0] : nullptr;
}

}  // namespace ravel::detail
