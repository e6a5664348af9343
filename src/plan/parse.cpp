// SPDX-License-Identifier: BSL-1.0
// Reads formulas by the precedence of their operators. Calls between numbers are computed at once.
#include <ravel/plan/parse.hpp>

#include <ravel/base/error.hpp>
#include <ravel/plan/elementwise.hpp>
#include <ravel/plan/verbs.hpp>
#include "any/typed.hpp"
#include "plan/formula_verbs.hpp"

#include <algorithm>
#include <charconv>
#include <variant>
#include <vector>

namespace ravel {

namespace detail {

namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name(std::string_view name) {
  return !name.empty() && begins_name(name[0]) && std::ranges::all_of(name, [](char c) { return begins_name(c) || is_digit(c); });
}

// A number, or a planned value.
using formula_value = std::variant<any_scalar, planned>;

planned_argument argument_of(const formula_value& x) {
  return std::visit([](const auto& value) { return planned_argument(value); }, x);
}
bool is_number(const formula_value& x) { return x.index() == 0; }

struct binary_operator {
  std::string_view sign;
  int precedence;
  any_pair f;
};
// A sign that begins with another one stands before it.
constexpr binary_operator operators[] = {
    {"||", 1, any_pair::logical_or}, {"&&", 2, any_pair::logical_and},   {"==", 6, any_pair::equals},
    {"!=", 6, any_pair::differs},    {"<<", 8, any_pair::shifted_left},  {">>", 8, any_pair::shifted_right},
    {"<=", 7, any_pair::less_equal}, {">=", 7, any_pair::greater_equal}, {"|", 3, any_pair::bit_or},
    {"^", 4, any_pair::bit_xor},     {"&", 5, any_pair::bit_and},        {"<", 7, any_pair::less},
    {">", 7, any_pair::greater},     {"+", 9, any_pair::plus},           {"-", 9, any_pair::minus},
    {"*", 10, any_pair::times},      {"/", 10, any_pair::divided_by},    {"%", 10, any_pair::modulus},
};

template <class Enum>
std::optional<Enum> function_named(std::string_view called, Enum last) {
  for (int k = 0; k <= static_cast<int>(last); ++k) {
    if (name(static_cast<Enum>(k)) == called) return static_cast<Enum>(k);
  }
  return std::nullopt;
}

class formula_reader {
 public:
  formula_reader(std::string_view formula, const planned_names& names) : formula_(formula), names_(names) {
    constexpr std::size_t longest = 65536;
    if (formula_.size() > longest)
      throw value_error(text() << "a formula has at most " << longest << " characters, not " << formula_.size());
  }

  planned read() {
    const formula_value whole = expression(0);
    if (at_ < formula_.size()) fail<value_error>("expected an operator", at_);
    if (is_number(whole)) fail<value_error>("a formula needs a name", 0);
    return std::get<planned>(whole);
  }

 private:
  template <class Error>
  [[noreturn]] void fail(const std::string& why, std::size_t at) const {
    constexpr std::size_t shown = 60;  // characters before and behind the place
    const std::size_t from = at > shown ? at - shown : 0;
    std::string line(formula_.substr(from, 2 * shown));
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    throw Error(text() << why << "\n  " << line << "\n  " << std::string(at - from, ' ') << "^");
  }
  // Calls f(). Its errors get the place.
  template <class F>
  auto placed(std::size_t at, const F& f) const {
    try {
      return f();
    } catch (const shape_error& e) {
      fail<shape_error>(e.what(), at);
    } catch (const type_error& e) {
      fail<type_error>(e.what(), at);
    } catch (const index_error& e) {
      fail<index_error>(e.what(), at);
    } catch (const value_error& e) {
      fail<value_error>(e.what(), at);
    } catch (const overflow_error& e) {
      fail<overflow_error>(e.what(), at);
    }
  }

  void skip_blanks() {
    while (at_ < formula_.size() && (formula_[at_] == ' ' || formula_[at_] == '\t' || formula_[at_] == '\n' || formula_[at_] == '\r'))
      ++at_;
  }
  bool take(std::string_view sign) {
    skip_blanks();
    if (!formula_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  void need(std::string_view sign) {
    if (!take(sign)) fail<value_error>(text() << "expected " << sign, at_);
  }
  std::string_view take_name() {
    skip_blanks();
    const std::size_t begin = at_;
    if (at_ < formula_.size() && begins_name(formula_[at_])) {
      while (at_ < formula_.size() && (begins_name(formula_[at_]) || is_digit(formula_[at_]))) ++at_;
    }
    return formula_.substr(begin, at_ - begin);
  }

  const binary_operator* next_operator() {
    skip_blanks();
    const auto found =
        std::ranges::find_if(operators, [&](const binary_operator& one) { return formula_.substr(at_).starts_with(one.sign); });
    return found == std::end(operators) ? nullptr : found;
  }

  class level {
   public:
    explicit level(formula_reader& of) : of_(of) {
      constexpr int deepest = 100;
      if (++of_.depth_ > deepest) of_.fail<value_error>("the formula is nested too deep", of_.at_);
    }
    ~level() { --of_.depth_; }
    level(const level&) = delete;
    level& operator=(const level&) = delete;

   private:
    formula_reader& of_;
  };

  // Operators that bind more closely than this.
  formula_value expression(int looser) {
    const level inside(*this);
    formula_value left = prefixed();
    for (const binary_operator* next; (next = next_operator()) && next->precedence > looser;) {
      const std::size_t at = at_;
      at_ += next->sign.size();
      const formula_value right = expression(next->precedence);
      left = placed(at, [&] { return combined(next->f, left, right); });
    }
    return left;
  }
  static formula_value combined(any_pair f, const formula_value& a, const formula_value& b) {
    if (is_number(a) && is_number(b)) return only_element(apply_any(f, std::get<any_scalar>(a), std::get<any_scalar>(b)));
    return record(f, argument_of(a), argument_of(b));
  }
  static formula_value changed(any_single f, const formula_value& x) {
    if (is_number(x)) return only_element(apply_any(f, std::get<any_scalar>(x)));
    return record(f, argument_of(x));
  }

  formula_value prefixed() {
    skip_blanks();
    const std::size_t at = at_;
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

  formula_value value() {
    skip_blanks();
    const std::size_t at = at_;
    if (take("(")) {
      formula_value inner = expression(0);
      need(")");
      return inner;
    }
    if (at_ < formula_.size() && (is_digit(formula_[at_]) || formula_[at_] == '.')) return number();
    const std::string_view name = take_name();
    if (name.empty()) fail<value_error>("expected a value", at);
    if (name == "true") return any_scalar(true);
    if (name == "false") return any_scalar(false);
    if (name == "cast" || name == "wrap_cast" || name == "saturate_cast") return cast_call(name, at);
    if (take("(")) return call(name, at);
    if (const planned* const known = names_.find(name)) return *known;
    fail<value_error>(text() << "there is no value named " << name, at);
  }

  // 12 is int32 or int64, 1.5 and 1e3 are double, 1.5f is float.
  formula_value number() {
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
    if (at_ < formula_.size() && (begins_name(formula_[at_]) || is_digit(formula_[at_]) || formula_[at_] == '.'))
      fail<value_error>("expected an operator", at_);
    if (is_float) return any_scalar(static_cast<float>(real));
    if (is_real) return any_scalar(real);
    if (std::in_range<std::int32_t>(whole)) return any_scalar(static_cast<std::int32_t>(whole));
    return any_scalar(whole);
  }

  formula_value cast_call(std::string_view called, std::size_t at) {
    need("<");
    skip_blanks();
    const std::size_t type_at = at_;
    const std::string_view type = take_name();
    std::optional<dtype> to;
    for (int k = 0; k < static_cast<int>(dtype::other); ++k) {
      if (ravel::name(static_cast<dtype>(k)) == type) to = static_cast<dtype>(k);
    }
    if (!to) fail<value_error>(text() << "there is no type named " << type, type_at);
    need(">");
    need("(");
    const formula_value x = expression(0);
    need(")");
    return placed(at, [&]() -> formula_value {
      if (is_number(x)) return cast(std::get<any_scalar>(x), *to);
      const planned& of = std::get<planned>(x);
      return called == "cast" ? cast(of, *to) : called == "wrap_cast" ? wrap_cast(of, *to) : saturate_cast(of, *to);
    });
  }

  struct arguments {
    std::vector<formula_value> operands;
    std::optional<ints> axes;
    bool kept = false;
  };
  arguments read_arguments() {
    arguments read;
    if (take(")")) return read;
    do {
      skip_blanks();
      const std::size_t at = at_;
      if (take("{")) {
        if (read.axes) fail<value_error>("axes are named twice", at);
        std::vector<index_t> axes;
        if (!take("}")) {
          do axes.push_back(axis());
          while (take(","));
          need("}");
        }
        read.axes = ints(axes);
      } else if (const std::size_t before = at_; take_name() == "keep") {
        read.kept = true;
      } else {
        at_ = before;
        read.operands.push_back(expression(0));
      }
    } while (take(","));
    need(")");
    return read;
  }
  index_t axis() {
    skip_blanks();
    const std::size_t at = at_;
    const bool negative = take("-");
    skip_blanks();
    index_t read = 0;
    const auto [end, failed] = std::from_chars(formula_.data() + at_, formula_.data() + formula_.size(), read);
    if (failed != std::errc() || read < 0) fail<value_error>("expected an axis", at);
    at_ = static_cast<std::size_t>(end - formula_.data());
    return negative ? -read : read;
  }

  formula_value call(std::string_view called, std::size_t at) {
    const arguments given = read_arguments();
    const std::vector<formula_value>& x = given.operands;
    const auto need_operands = [&](std::size_t n) {
      if (x.size() != n || given.axes || given.kept)
        fail<value_error>(text() << called << " takes " << n << (n == 1 ? " value" : " values"), at);
    };
    if (const formula_verb verb = formula_verb_named(called)) return verb_call(called, verb, given, at);
    if (const auto f = function_named(called, any_single::logistic)) {
      need_operands(1);
      return placed(at, [&] { return changed(*f, x[0]); });
    }
    if (const auto f = function_named(called, any_pair::hypot)) {
      need_operands(2);
      return placed(at, [&] { return combined(*f, x[0], x[1]); });
    }
    if (called == "matmul" || called == "dot") {
      need_operands(2);
      return placed(at, [&]() -> formula_value {
        const auto f = called == "matmul" ? static_cast<any_tensor (*)(const any_data&, const any_data&)>(&ravel::matmul)
                                          : static_cast<any_tensor (*)(const any_data&, const any_data&)>(&ravel::dot);
        return record_product(called == "matmul" ? "matmul" : "dot", f, argument_of(x[0]), argument_of(x[1]));
      });
    }
    if (called == "where" || called == "clip") {
      need_operands(3);
      return placed(at, [&]() -> formula_value {
        const auto record_three = called == "where" ? &record_where : &record_clip;
        return record_three(argument_of(x[0]), argument_of(x[1]), argument_of(x[2]));
      });
    }
    fail<value_error>(text() << "there is no function named " << called, at);
  }

  // One axis may be a bare number.
  formula_value verb_call(std::string_view called, formula_verb verb, const arguments& given, std::size_t at) {
    const auto& x = given.operands;
    std::optional<ints> axes = given.axes;
    const bool by_number = x.size() == 2 && is_number(x[1]) && kind_of(std::get<any_scalar>(x[1]).dtype()) == element_kind::integer;
    if (by_number && !axes) axes = ints(cast_value<index_t>(std::get<any_scalar>(x[1])));
    const bool fits = (x.size() == 1 || (by_number && !given.axes)) && !is_number(x[0]);
    if (!fits) fail<value_error>(text() << called << " takes a value that is no number, and axes: " << called << "(x, {0, 1})", at);
    return placed(at, [&]() -> formula_value { return verb({std::get<planned>(x[0]), axes, given.kept}); });
  }

  std::string_view formula_;
  const planned_names& names_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

}  // namespace detail

planned_names::planned_names(std::initializer_list<std::pair<const std::string, planned>> named) {
  for (const auto& [name, value] : named) set(name, value);
}
void planned_names::set(const std::string& name, const planned& value) {
  if (!detail::is_name(name))
    throw value_error(detail::text() << "a name in formulas has letters, digits and _, and begins with no digit: " << name);
  known_.insert_or_assign(name, value);
}
const planned* planned_names::find(std::string_view name) const& {
  const auto found = known_.find(name);
  return found == known_.end() ? nullptr : &found->second;
}
planned planned_names::at(std::string_view name) const {
  const planned* const found = find(name);
  if (!found) throw value_error(detail::text() << "there is no value named " << name);
  return *found;
}

planned parse(std::string_view formula, const planned_names& names) { return detail::formula_reader(formula, names).read(); }

}  // namespace ravel
