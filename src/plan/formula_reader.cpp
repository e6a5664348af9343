// SPDX-License-Identifier: BSL-1.0
// Reads formulas by the precedence of their operators. Calls between numbers are computed at once.
#include "plan/formula_reader.hpp"

#include <ravel/plan/planned.hpp>
#include "any/typed.hpp"
#include "plan/bundle.hpp"
#include "plan/formula_value.hpp"
#include "plan/steps.hpp"

#include <algorithm>

namespace ravel::detail {

namespace {

bool is_number(const formula_value& x) { return x.as<any_scalar>() != nullptr; }

// Sums, differences and products of lengths and integers are lengths.
std::optional<planned_length> combined_lengths(any_pair f, const formula_value& a, const formula_value& b) {
  if (!a.as<planned_length>() && !b.as<planned_length>()) return std::nullopt;
  const auto x = length_argument(a), y = length_argument(b);
  if (!x || !y) return std::nullopt;
  if (f == any_pair::plus) return *x + *y;
  if (f == any_pair::minus) return *x - *y;
  if (f == any_pair::times) return *x * *y;
  return std::nullopt;
}

formula_value combined(any_pair f, const formula_value& a, const formula_value& b) {
  if (is_number(a) && is_number(b)) return {only_element(apply_any(f, *a.as<any_scalar>(), *b.as<any_scalar>()))};
  if (const auto length = combined_lengths(f, a, b)) return {*length};
  return {record(f, operand_of(a), operand_of(b))};
}
formula_value changed(any_single f, const formula_value& x) {
  if (is_number(x)) return {only_element(apply_any(f, *x.as<any_scalar>()))};
  const auto* const length = x.as<planned_length>();
  if (length && f == any_single::negated) return {*length * -1};
  return {record(f, operand_of(x))};
}

}  // namespace

planned formula_reader::read(bool may_have_parts) {
  const std::size_t at = place();
  const formula_value whole = expression(0);
  if (!at_end()) fail<value_error>("expected an operator", at_);
  if (is_number(whole)) fail<value_error>("a formula needs a name", 0);
  if (may_have_parts && whole.as<planned>()) return *whole.as<planned>();
  return placed(at, [&] { return planned_access::wrap(operand_of(whole).step); });
}

std::optional<planned_extent> formula_reader::extent_named(std::string_view name) const {
  if (!scope_.extents) return scope_.values.extent(name);
  const auto found = scope_.extents->find(name);
  return found == scope_.extents->end() ? std::nullopt : std::optional(found->second);
}

class formula_reader::level : noncopyable {
 public:
  explicit level(formula_reader& of) : of_(of) {
    constexpr int deepest = 100;
    if (++of_.depth_ > deepest) of_.fail<value_error>("the formula is nested too deep", of_.at_);
  }
  ~level() { --of_.depth_; }

 private:
  formula_reader& of_;
};

// a < b < c from `begin` to here, with b and the second sign at these places. Plans of earlier versions have such lines, so a saved one is
// read.
void formula_reader::check_chain(std::size_t begin, std::size_t middle, std::size_t at) const {
  if (scope_.line > 0) return;
  const auto words = [&](std::size_t from, std::size_t end) {
    const std::string_view all = formula_.substr(from, end - from);
    return all.substr(0, all.find_last_not_of(" \t\r\n") + 1);
  };
  constexpr std::size_t longest = 60;
  const std::string_view first = words(begin, at), second = words(middle, at_);
  const bool is_short = first.size() + second.size() <= longest;
  fail<value_error>(text() << "comparisons do not chain: write " << (is_short ? first : "a < b") << " && " << (is_short ? second : "b < c"),
                    at);
}

// Operators that bind more closely than this.
formula_value formula_reader::expression(int looser) {
  const level inside(*this);
  const std::size_t begin = place();
  std::size_t middle = begin;
  formula_value left = prefixed();
  int before = 0;
  for (const binary_operator* next; (next = operator_at(formula_.substr(place()))) && next->precedence > looser;) {
    const std::size_t at = at_;
    at_ += next->sign.size();
    const std::size_t behind = place();
    const formula_value right = expression(next->precedence);
    if (compares(before) && before == next->precedence) check_chain(begin, middle, at);
    before = next->precedence;
    middle = behind;
    left = placed(at, [&] { return combined(next->f, left, right); });
  }
  return left;
}

formula_value formula_reader::prefixed() {
  const std::size_t at = place();
  constexpr std::pair<std::string_view, any_single> signs[] = {
      {"-", any_single::negated}, {"!", any_single::logical_not}, {"~", any_single::bit_not}, {"+", any_single::unary_plus}};
  for (const auto& [sign, f] : signs) {
    if (!take(sign)) continue;
    const level inside(*this);
    const formula_value x = prefixed();
    return placed(at, [&, by = f] { return changed(by, x); });
  }
  return value();
}

// A value, and behind it the name of one of its results, or places: value_counts(x).counts, t1["city"], x(mask).
formula_value formula_reader::value() {
  formula_value made = plain_value();
  while (const planned* const known = made.as<planned>()) {
    const std::size_t at = place();
    if (next() == '.' && at + 1 < formula_.size() && begins_formula_name(formula_[at + 1])) {
      ++at_;
      const std::string accessor = "." + std::string(take_name());
      made = placed(at, [&]() -> formula_value { return {part_named(*known, accessor)}; });
    } else if (parts_behind(*known) && take("[")) {
      const std::string accessor = "[" + text_in_marks(quoted('"'), '"') + "]";
      need("]");
      made = placed(at, [&]() -> formula_value { return {part_named(*known, accessor)}; });
    } else if (take("(")) {
      made = at_places(*known, values_until(")"), at);
    } else {
      break;
    }
  }
  return made;
}
formula_value formula_reader::at_places(const planned& x, const formula_list& places, std::size_t at) const {
  if (places.size() != 1 || !is_operand(places[0])) fail<value_error>("expected a mask or positions: x(mask)", at);
  return placed(at, [&]() -> formula_value { return {planned_access::wrap(operand_of({x}).step)(*places[0].as<planned>())}; });
}

formula_value formula_reader::plain_value() {
  const std::size_t at = place();
  if (take("(")) {
    formula_value inner = expression(0);
    need(")");
    return inner;
  }
  if (take("{")) return {values_until("}")};
  if (next() == '[') return {shape()};
  if (next() == '"') return {any_scalar(quoted('"'))};
  if (next() == '`') return known_value(quoted('`'), at);
  if ((next() >= '0' && next() <= '9') || next() == '.') return number();
  const std::string_view word = take_word();
  if (word.empty()) fail<value_error>("expected a value", at);
  return named(word, at);
}

formula_value formula_reader::named(std::string_view word, std::size_t at) {
  if (word == "true") return {any_scalar(true)};
  if (word == "false") return {any_scalar(false)};
  if (word == "cast" || word == "wrap_cast" || word == "saturate_cast") return cast_call(word);
  if (next() == '<' && is_formula_maker(word) && !scope_.values.find(word)) return maker_call(word);
  if (const auto type = type_named(word)) {
    if (next() == '[') return tensor_literal(*type);
    if (take("(")) return typed(*type);
  }
  if (word.find(':') != std::string_view::npos) {
    formula_word made{std::string(word), take("("), {}};
    if (made.has_values) made.values = values_until(")");
    return {std::move(made)};
  }
  if (take("(")) return call(word, at);
  if (take("{")) return {formula_word{std::string(word), true, values_until("}")}};
  if (word == "keep" && !scope_.values.find(word)) return {formula_word{"keep", false, {}}};
  return known_value(word, at);
}

formula_value formula_reader::known_value(std::string_view name, std::size_t at) const {
  if (const planned* const known = scope_.values.find(name)) return {*known};
  if (const auto extent = placed(at, [&] { return extent_named(name); })) return {planned_length(*extent)};
  fail<value_error>(text() << "there is no value named " << name, at);
}

formula_value formula_reader::cast_call(std::string_view called) {
  const std::size_t at = at_ - called.size();
  need("<");
  const dtype to = need_type();
  need(">");
  need("(");
  const formula_value x = expression(0);
  need(")");
  return placed(at, [&]() -> formula_value {
    if (is_number(x)) return {cast(*x.as<any_scalar>(), to)};
    const planned of = planned_access::wrap(operand_of(x).step);
    return {called == "cast" ? cast(of, to) : called == "wrap_cast" ? wrap_cast(of, to) : saturate_cast(of, to)};
  });
}

formula_value formula_reader::maker_call(std::string_view called) {
  const std::size_t at = at_ - called.size();
  need("<");
  const dtype type = need_type();
  need(">");
  need("(");
  const formula_list x = values_until(")");
  return placed(at, [&]() -> formula_value { return {formula_maker(called, type, x, scope_.line == 0)}; });
}

// The values before the end, which is taken.
formula_list formula_reader::values_until(std::string_view end) {
  formula_list values;
  if (take(end)) return values;
  do {
    const std::size_t at = place();
    values.push_back(expression(0));
    values.back().at = at;
  } while (take(","));
  need(end);
  return values;
}

formula_value formula_reader::call(std::string_view called, std::size_t at) {
  const formula_list x = values_until(")");
  const auto need_operands = [&](std::size_t n) {
    const bool all = std::ranges::none_of(
        x, [](const formula_value& one) { return one.as<formula_list>() || one.as<formula_word>() || one.as<formula_weights>(); });
    if (x.size() != n || !all) fail<value_error>(text() << called << " takes " << n << (n == 1 ? " value" : " values"), at);
  };
  for (const formula_value& one : x) {
    if (is_operand(one) && called != "length") placed(one.at, [&] { return operand_of(one); });  // which is one value
  }
  if (called == "planned_weights" && x.size() == 1 && is_operand(x[0])) return {formula_weights{*x[0].as<planned>()}};
  formula_function f = formula_verb_named(called);
  if (!f) f = formula_view_named(called);
  if (f) return placed(at, [&]() -> formula_value { return {f(formula_call(called, x))}; });
  if (const auto single = single_named(called)) {
    need_operands(1);
    return placed(at, [&] { return changed(*single, x[0]); });
  }
  if (const auto pair = pair_named(called)) {
    need_operands(2);
    return placed(at, [&] { return combined(*pair, x[0], x[1]); });
  }
  if (called == "where" || called == "clip") {
    need_operands(3);
    const auto record_three = called == "where" ? &record_where : &record_clip;
    return placed(at, [&]() -> formula_value { return {record_three(operand_of(x[0]), operand_of(x[1]), operand_of(x[2]))}; });
  }
  if (called == "length") {
    const auto axis = x.size() == 2 && is_operand(x[0]) ? integer_argument(x[1]) : std::nullopt;
    if (!axis) fail<value_error>("length is written length(x, axis)", at);
    return placed(at, [&]() -> formula_value { return {x[0].as<planned>()->shape()[*axis]}; });
  }
  if (const planned* const known = scope_.values.find(called)) return at_places(*known, x, at);
  fail<value_error>(text() << "there is no function named " << called, at);
}

// An extent in a shape, behind which a length in parentheses may stand: [n (n - 1)].
std::optional<planned_extent> formula_reader::extent_before_others() {
  const std::size_t before = place();
  const std::string_view name = take_name();
  if (!name.empty() && name != "length") {
    if (auto known = extent_named(name)) return known;
  }
  at_ = before;
  return std::nullopt;
}

planned_length formula_reader::length_in_shape(const std::function<planned_extent(std::string_view name)>& unknown) {
  const std::size_t at = place();
  if (unknown && (begins_formula_name(next()) || next() == '`')) {
    const std::string name = need_name("a length");
    const auto known = extent_named(name);
    return known ? *known : unknown(name);
  }
  if (const auto known = extent_before_others()) return *known;
  if (std::string_view("-+*").find(next()) != std::string_view::npos)
    fail<value_error>("expected a value, or a length in parentheses: [(n - 1) 3], [n (-1)]", at);
  const auto length = length_argument(value());
  if (!length) fail<value_error>("expected a length", at);
  return *length;
}

planned_shape formula_reader::shape(const std::function<planned_extent(std::string_view name)>& unknown) {
  need("[");
  std::vector<planned_length> lengths;
  while (!take("]")) {
    if (at_end()) fail<value_error>("expected ]", at_);
    lengths.push_back(length_in_shape(unknown));
    take(",");
  }
  return lengths;
}

}  // namespace ravel::detail
