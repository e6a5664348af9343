// SPDX-License-Identifier: BSL-1.0
// Reads a text as a formula, or a line of a saved plan, from left to right, by the precedence of operators. Borrows the text and the names;
// an error has a caret below its place. Nested parts are read by recursion, at most 100 deep.
#pragma once

#include <ravel/base/error.hpp>
#include <ravel/plan/text.hpp>
#include "plan/formula_value.hpp"
#include "plan/steps.hpp"

#include <map>
#include <string>
#include <string_view>

namespace ravel::detail {

using named_extents = std::map<std::string, planned_extent, std::less<>>;

// The meaning of names; the line of the text, or 0.
struct formula_scope {
  const planned_names& values;
  const named_extents* extents;  // null: those in the shapes of the values
  std::size_t line = 0;
};

inline bool begins_formula_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline constexpr std::size_t longest_formula = 65536;
// A name as formulas have it: a word of letters, digits and _, or any text between backquotes.
std::string written_name(const std::string& name);
bool is_formula_word(std::string_view name);
std::optional<dtype> type_named(std::string_view called);

class formula_reader {
 public:
  formula_reader(std::string_view formula, const formula_scope& scope);

  // All that is left, as a planned value. Only a step of a saved plan may stand for several.
  planned read(bool may_have_parts = false);

  template <class Error>
  [[noreturn]] void fail(const std::string& why, std::size_t at) const {
    throw Error(with_place(why, at));
  }
  // Calls f(). Its errors get the place, or that of an argument.
  template <class F>
  auto placed(std::size_t at, const F& f) const {
    try {
      return f();
    } catch (const error& thrown) {
      const auto* const own = dynamic_cast<const error_place*>(&thrown);
      throw_same_kind(thrown, with_place(thrown.what(), own ? own->at : at));
      throw;
    }
  }

  std::size_t place();  // behind blanks
  bool at_end() { return place() == formula_.size(); }
  bool take(std::string_view sign);
  void need(std::string_view sign);
  std::string_view take_name();
  std::string need_name(std::string_view what);
  dtype need_type();
  // [n 3], where names stand for extents. A name that is not known is given to `unknown`, if there is one.
  planned_shape shape(const std::function<planned_extent(std::string_view name)>& unknown = {});

 private:
  class level;

  std::string with_place(const std::string& why, std::size_t at) const;
  std::string_view take_word();
  char next() { return place() < formula_.size() ? formula_[at_] : '\0'; }

  formula_value expression(int looser);
  void check_chain(std::size_t begin, std::size_t middle, std::size_t at) const;
  formula_value prefixed();
  formula_value value();
  formula_value plain_value();
  formula_value named(std::string_view word, std::size_t at);
  formula_value number();
  formula_value typed(dtype type);
  formula_value tensor_literal(dtype type);
  formula_value cast_call(std::string_view called);
  formula_value maker_call(std::string_view called);
  formula_value call(std::string_view called, std::size_t at);
  formula_value at_places(const planned& x, const formula_list& places, std::size_t at) const;
  formula_list values_until(std::string_view end);
  planned_length length_in_shape(const std::function<planned_extent(std::string_view name)>& unknown);
  any_scalar element(dtype type);
  template <class T>
  T real();
  template <class T>
  T integer();
  std::string quoted(char mark);
  formula_value known_value(std::string_view name, std::size_t at) const;
  std::optional<planned_extent> extent_named(std::string_view name) const;
  std::optional<planned_extent> extent_before_others();

  std::string_view formula_;
  const formula_scope& scope_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace ravel::detail
