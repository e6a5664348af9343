// SPDX-License-Identifier: BSL-1.0
// Takes names, signs and types from a formula, and writes the place of an error.
#include "plan/formula_reader.hpp"

#include <algorithm>

namespace ravel::detail {

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
