// SPDX-License-Identifier: BSL-1.0
// Calls sums and means of products along dims: sum_of_product(x, y, "(0 i k * 1 k j) over k"). A number in the text is that of an operand,
// and the words behind it name its first axes. They are bound as x(i, k) is, so that the call is recorded as the expression with names is.
#include <ravel/base/error.hpp>
#include "any/typed.hpp"
#include "plan/formula_reader.hpp"
#include "plan/formula_value.hpp"
#include "plan/named_product.hpp"

#include <charconv>
#include <map>

namespace ravel::detail {

namespace {

class product_reader {
 public:
  product_reader(const formula_call& call, std::string_view text) : call_(call), text_(text) {}

  planned read(contraction_gives what) {
    const planned_named product = named(part());
    if (!take("over")) fail("expected over");
    std::vector<named_axis> axes;
    while (!at_end()) {
      if (begins_number()) {
        axes.emplace_back(number());
      } else {
        axes.emplace_back(next_dim());
      }
    }
    const planned_named made = contracted_planned(product, named_axes(std::span<const named_axis>(axes)), what);
    return made.values();
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw placed_error<value_error>(text() << why << " at character " << at_ << " of the product", call_.all().back().at);
  }
  bool at_end() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ == text_.size();
  }
  bool take(std::string_view sign) {
    if (at_end() || !text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  bool begins_number() { return !at_end() && text_[at_] >= '0' && text_[at_] <= '9'; }
  index_t number() {
    index_t value = 0;
    const auto read = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (read.ec != std::errc()) fail("expected a number");
    at_ = static_cast<std::size_t>(read.ptr - text_.data());
    return value;
  }
  // i, or i#2 for another dim of that name.
  dim next_dim() {
    const std::size_t begin = at_;
    const auto in_word = [](char c) { return begins_formula_name(c) || (c >= '0' && c <= '9') || c == '#'; };
    while (at_ < text_.size() && in_word(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word.empty()) fail("expected the name of a dim");
    return dims_.try_emplace(std::string(word), std::string(word.substr(0, word.find('#')))).first->second;
  }
  bool begins_dim() { return !at_end() && begins_formula_name(text_[at_]) && !is_over(); }
  bool is_over() const { return text_.substr(at_) == "over" || text_.substr(at_).starts_with("over "); }

  planned_named_operand part() {
    constexpr int deepest = 256;
    if (++depth_ > deepest) fail("the product is nested too deep");
    planned_named_operand made = unchecked_part();
    --depth_;
    return made;
  }
  planned_named_operand unchecked_part() {
    if (take("-")) return record_named(any_single::negated, named(part()));
    if (!take("(")) return operand();
    const planned_named_operand first = part();
    const bool times = take("*");
    if (!times && !take("/")) fail("expected * or /");
    const planned_named made = record_named(times ? any_pair::times : any_pair::divided_by, first, part());
    if (!take(")")) fail("expected )");
    return made;
  }
  planned_named_operand operand() {
    if (!begins_number()) fail("expected the number of an operand");
    const index_t place = number();
    if (place >= std::ssize(call_.all()) - 1) fail(text() << "there is no operand " << place);
    const planned value = planned_access::wrap(operand_of(call_.all()[static_cast<std::size_t>(place)]).step);
    std::vector<planned_place> places;
    while (begins_dim()) places.emplace_back(sized_dim(next_dim()));
    return places.empty() ? planned_named_operand(value) : planned_named_operand(bind_planned(planned_named(value), places));
  }
  static planned_named named(const planned_named_operand& x) { return x.named ? *x.named : planned_named(planned_access::wrap(x.number)); }

  const formula_call& call_;
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::map<std::string, dim, std::less<>> dims_;
};

planned contraction_in_formula(const formula_call& call, contraction_gives what) {
  const any_scalar* const product = call.all().empty() ? nullptr : call.all().back().as<any_scalar>();
  if (call.all().size() < 2 || !product || product->dtype() != dtype::string)
    call.refuse(text() << "is written " << call.name() << "(x, y, \"(0 i k * 1 k j) over k\")");
  const std::string written = any_access::value<std::string>(*product);
  return product_reader(call, written).read(what);
}

}  // namespace

planned sum_of_product_in_formula(const formula_call& call) { return contraction_in_formula(call, contraction_gives::sum); }
planned mean_of_product_in_formula(const formula_call& call) { return contraction_in_formula(call, contraction_gives::mean); }

}  // namespace ravel::detail
