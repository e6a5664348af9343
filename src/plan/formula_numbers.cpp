// SPDX-License-Identifier: BSL-1.0
// Takes names, signs and types from a formula, and reads numbers, texts and tensors that it writes out: 2, 0.5, 2.5f, int8(3), "a",
// float32[2]{0.5, 1.0}. Writes the place of an error.
#include <ravel/base/shape.hpp>
#include <ravel/tensor/make.hpp>
#include "any/typed.hpp"
#include "plan/formula_reader.hpp"
#include "plan/steps.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>

namespace ravel::detail {

// 12 is int32 or int64, 1.5 and 1e3 are double, 1.5f is float.
formula_value formula_reader::number() {
  const std::size_t begin = at_;
  const char *const first = formula_.data() + begin, *const end = formula_.data() + formula_.size();
  std::int64_t whole = 0;
  const auto as_integer = std::from_chars(first, end, whole);
  double real = 0;
  const auto as_real = std::from_chars(first, end, real);
  const bool is_real = as_real.ptr > as_integer.ptr || as_integer.ec == std::errc::invalid_argument;
  const auto& read = is_real ? as_real : as_integer;
  if (read.ec != std::errc()) fail<value_error>("the number does not fit", begin);
  at_ = static_cast<std::size_t>(read.ptr - formula_.data());
  const bool is_float = is_real && at_ < formula_.size() && formula_[at_] == 'f';
  if (is_float) ++at_;
  const char behind = at_ < formula_.size() ? formula_[at_] : ' ';
  if (behind == '.' || behind == '_' || std::isalnum(static_cast<unsigned char>(behind))) fail<value_error>("expected an operator", at_);
  if (is_float) {
    float single = 0;
    if (std::from_chars(first, end, single).ec != std::errc()) fail<value_error>("the number does not fit", begin);
    return {any_scalar(single)};
  }
  if (is_real) return {any_scalar(real)};
  if (std::in_range<std::int32_t>(whole)) return {any_scalar(static_cast<std::int32_t>(whole))};
  return {any_scalar(whole)};
}

template <class T>
T formula_reader::integer() {
  const std::size_t begin = place();
  T value = 0;
  const auto read = std::from_chars(formula_.data() + begin, formula_.data() + formula_.size(), value);
  if (read.ec != std::errc()) fail<value_error>(text() << "expected a number of " << name(dtype_of<T>()), begin);
  at_ = static_cast<std::size_t>(read.ptr - formula_.data());
  return value;
}

// 0.5, -inf, nan, or the bits of a NaN.
template <class T>
T formula_reader::real() {
  using bits_type = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>>;
  const std::size_t begin = place();
  const char *const first = formula_.data() + begin, *const end = formula_.data() + formula_.size();
  if (take("0x")) {
    bits_type bits = 0;
    const auto read = std::from_chars(first + 2, end, bits, 16);
    if (read.ec != std::errc()) fail<value_error>("expected the bits of a number", begin);
    at_ = static_cast<std::size_t>(read.ptr - formula_.data());
    return std::bit_cast<T>(bits);
  }
  if (take("nan")) return static_cast<T>(std::numeric_limits<float>::quiet_NaN());
  std::conditional_t<half_element<T>, float, T> value = 0;
  const auto read = std::from_chars(first, end, value);
  if (read.ec != std::errc()) fail<value_error>(text() << "expected a number of " << name(dtype_of<T>()), begin);
  at_ = static_cast<std::size_t>(read.ptr - formula_.data());
  return static_cast<T>(value);
}

std::string formula_reader::quoted(char mark) {
  const std::size_t begin = place();
  need({&mark, 1});
  std::string value;
  for (;;) {
    if (at_ == formula_.size()) fail<value_error>(text() << "the text has no closing " << std::string(1, mark), begin);
    const char c = formula_[at_++];
    if (c == mark) return value;
    if (c != '\\') {
      value += c;
      continue;
    }
    const std::string_view behind = formula_.substr(at_);
    unsigned char byte = 0;
    const auto is_hex = [](char digit) { return std::isxdigit(static_cast<unsigned char>(digit)) != 0; };
    if (behind.starts_with(mark) || behind.starts_with('\\')) {
      value += behind[0];
      ++at_;
    } else if (behind.size() > 2 && behind[0] == 'x' && is_hex(behind[1]) && is_hex(behind[2])) {
      std::from_chars(behind.data() + 1, behind.data() + 3, byte, 16);
      value += static_cast<char>(byte);
      at_ += 3;
    } else {
      fail<value_error>(text() << "a text has \\" << std::string(1, mark) << ", \\\\ and \\x7f behind a \\", at_ - 1);
    }
  }
}

any_scalar formula_reader::element(dtype type) {
  return with_held_type(type, [&](auto of) -> any_scalar {
    using T = typename decltype(of)::type;
    if constexpr (std::same_as<T, std::string>) {
      return quoted('"');
    } else if constexpr (std::same_as<T, bool>) {
      if (take("true")) return true;
      need("false");
      return false;
    } else if constexpr (complex_element<T>) {
      need("(");
      const auto first = real<typename T::value_type>();
      need(",");
      const auto second = real<typename T::value_type>();
      need(")");
      return T(first, second);
    } else if constexpr (integer_element<T>) {
      return integer<T>();
    } else {
      return real<T>();
    }
  });
}

// int8(3)
formula_value formula_reader::typed(dtype type) {
  if (kind_of(type) == element_kind::complex) {
    --at_;  // its parentheses are those of the call
    return {element(type)};
  }
  any_scalar value = element(type);
  need(")");
  return {std::move(value)};
}

// float32[2]{0.5, 1.0}, row by row.
formula_value formula_reader::tensor_literal(dtype type) {
  const std::size_t at = at_;
  std::vector<index_t> extents;
  const planned_shape lengths = shape();
  for (const planned_length& one : lengths.lengths()) {
    const auto number = one.number();
    if (!number || *number < 0) fail<value_error>("a tensor that is written out has numbers as lengths", at);
    extents.push_back(*number);
  }
  need("{");
  std::vector<any_scalar> values;
  if (!take("}")) {
    do values.push_back(element(type));
    while (take(","));
    need("}");
  }
  return placed(at, [&]() -> formula_value { return {written_out(type, ravel::shape(extents), values)}; });
}

planned written_out(dtype type, const ravel::shape& whole, std::span<const any_scalar> values) {
  if (whole.elements() != std::ssize(values))
    throw value_error(text() << "the shape " << to_string(whole) << " has " << whole.elements() << " elements, not " << values.size());
  const std::string written = text() << name(type) << to_string(whole) << "{" << comma_list(values, element_text) << "}";
  const any_tensor made = with_held_type(type, [&](auto of) -> any_tensor {
    using T = typename decltype(of)::type;
    const tensor<T> elements = empty<T>(whole);
    for (std::size_t k = 0; k < values.size(); ++k) elements.data()[k] = any_access::value<T>(values[k]);
    return tensor<const T>(elements);
  });
  return planned_access::wrap(make_released<true, literal_step>(made, written));
}

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool in_name(char c) { return begins_formula_name(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::optional<dtype> type_named(std::string_view called) {
  for (int k = 0; k <= static_cast<int>(dtype::bfloat16); ++k) {
    const auto type = static_cast<dtype>(k);
    if (type != dtype::other && ravel::name(type) == called) return type;
  }
  return std::nullopt;
}

bool is_formula_word(std::string_view name) { return !name.empty() && begins_formula_name(name[0]) && std::ranges::all_of(name, in_name); }
std::string written_name(const std::string& name) {
  constexpr std::string_view reserved[] = {"true", "false", "keep", "cast", "wrap_cast", "saturate_cast", "length"};
  return is_formula_word(name) && std::ranges::find(reserved, name) == std::end(reserved) ? name : text_in_marks(name, '`');
}

formula_reader::formula_reader(std::string_view formula, const formula_scope& scope) : formula_(formula), scope_(scope) {
  if (formula_.size() <= longest_formula) return;
  const std::string line = scope.line ? text() << "line " << scope.line << ": " : text();
  throw value_error(text() << line << (scope.line ? "a line" : "a formula") << " has at most " << longest_formula << " characters, not "
                           << formula_.size());
}

std::string formula_reader::with_place(const std::string& why, std::size_t at) const {
  constexpr std::size_t shown = 60;  // characters before and behind the place
  const std::size_t from = at > shown ? at - shown : 0;
  std::string line(formula_.substr(from, 2 * shown));
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  text whole;
  if (scope_.line > 0) whole << "line " << scope_.line << ": ";
  return whole << why << "\n  " << line << "\n  " << std::string(at - from, ' ') << "^";
}

std::size_t formula_reader::place() {
  while (at_ < formula_.size() && is_blank(formula_[at_])) ++at_;
  return at_;
}
bool formula_reader::take(std::string_view sign) {
  if (!formula_.substr(place()).starts_with(sign)) return false;
  at_ += sign.size();
  return true;
}
void formula_reader::need(std::string_view sign) {
  if (!take(sign)) fail<value_error>(text() << "expected " << sign, at_);
}
std::string_view formula_reader::take_name() {
  const std::size_t begin = place();
  if (at_ < formula_.size() && begins_formula_name(formula_[at_])) {
    while (at_ < formula_.size() && in_name(formula_[at_])) ++at_;
  }
  return formula_.substr(begin, at_ - begin);
}
std::string formula_reader::need_name(std::string_view what) {
  if (next() == '`') return quoted('`');
  std::string name(take_name());
  if (name.empty()) fail<value_error>(text() << "expected " << what, at_);
  return name;
}
// A name, or names joined by ::.
std::string_view formula_reader::take_word() {
  const std::size_t begin = place();
  std::string_view last = take_name();
  while (!last.empty() && formula_.substr(at_).starts_with("::") && at_ + 2 < formula_.size() && begins_formula_name(formula_[at_ + 2])) {
    at_ += 2;
    last = take_name();
  }
  return formula_.substr(begin, at_ - begin);
}
dtype formula_reader::need_type() {
  const std::size_t at = place();
  const std::string_view called = take_name();
  const auto type = type_named(called);
  if (!type) fail<value_error>(text() << "there is no type named " << called, at);
  return *type;
}

}  // namespace ravel::detail
