// SPDX-License-Identifier: BSL-1.0
// Parses subscripts, and makes named operands from them.
#include <ravel/base/error.hpp>
#include <ravel/named/reduce.hpp>

#include <algorithm>

namespace ravel::detail {

namespace {

// Throws an error that shows the pattern with a mark under the fault.
template <class Error = value_error>
[[noreturn]] void throw_pattern(std::string_view pattern, std::size_t at, const std::string& why) {
  throw Error(text() << why << "\n  " << pattern << "\n  " << std::string(at, ' ') << "^");
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The letters of one operand; '.' is the ellipsis.
using subscripts = std::string;

class einsum_parser {
 public:
  explicit einsum_parser(std::string_view pattern) : pattern_(pattern) {}

  std::vector<subscripts> operands;
  std::vector<std::vector<std::size_t>> places;  // of each operand's subscripts in the pattern, and of the next character
  subscripts result;

  void read() {
    const std::size_t arrow = pattern_.find("->");
    const std::size_t end = std::min(arrow, pattern_.size());
    std::size_t start = 0;
    for (std::size_t comma; (comma = pattern_.substr(0, end).find(',', start)) != std::string_view::npos; start = comma + 1)
      add_operand(start, comma);
    add_operand(start, end);
    result = arrow == std::string_view::npos ? implied() : stated(arrow + 2);
  }
  void check_operands(std::size_t given) const {
    if (given == operands.size()) return;
    const std::size_t end = std::min(pattern_.find("->"), pattern_.size());
    throw_pattern(pattern_, given < operands.size() ? places[given].front() : end,
                  text() << "einsum: there are subscripts for " << counted(operands.size(), "operand") << ", and " << given << " given");
  }
  // The error of a shape that does not fit a subscript, or that has no subscript.
  [[noreturn]] void fail(std::size_t operand, std::size_t subscript, const std::string& why) const {
    throw_pattern<shape_error>(pattern_, places[operand][subscript], why);
  }

 private:
  void add_operand(std::size_t from, std::size_t to) {
    operands.push_back(axes(from, to));
    auto& at = places.emplace_back();
    for (std::size_t k = from; k < to; ++k) {
      if (pattern_[k] == ' ') continue;
      at.push_back(k);
      if (pattern_[k] == '.') k += 2;
    }
    at.push_back(at.empty() ? from : at.back() + (operands.back().back() == '.' ? 3 : 1));
  }
  subscripts axes(std::size_t from, std::size_t to) const {
    subscripts all;
    for (std::size_t k = from; k < to; ++k) {
      const char c = pattern_[k];
      if (c == ' ') continue;
      if (pattern_.substr(k, 3) == "...") {
        if (all.find('.') != subscripts::npos) throw_pattern(pattern_, k, "einsum: a second ellipsis in one operand");
        all.push_back('.');
        k += 2;
      } else if (is_letter(c)) {
        all.push_back(c);
      } else {
        throw_pattern(pattern_, k, "einsum: a letter, an ellipsis, a comma or -> is expected here");
      }
    }
    return all;
  }
  subscripts stated(std::size_t from) const {
    for (std::size_t k = from; k < pattern_.size(); ++k) {
      const char c = pattern_[k];
      if (!is_letter(c)) continue;
      if (pattern_.substr(from, k - from).find(c) != std::string_view::npos)
        throw_pattern(pattern_, k, "einsum: a letter occurs twice on the right");
      if (count(c) == 0) throw_pattern(pattern_, k, "einsum: no operand has this letter");
    }
    const subscripts all = axes(from, pattern_.size());
    if (count('.') > 0 && all.find('.') == subscripts::npos)
      throw_pattern(pattern_, pattern_.size(), "einsum: the axes of the ellipsis are missing on the right");
    if (count('.') == 0 && all.find('.') != subscripts::npos)
      throw_pattern(pattern_, pattern_.find("...", from), "einsum: no operand has an ellipsis");
    return all;
  }
  subscripts implied() const {
    subscripts all;
    if (count('.') > 0) all.push_back('.');
    for (const std::string_view range : {"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"}) {
      for (const char c : range) {
        if (count(c) == 1) all.push_back(c);
      }
    }
    return all;
  }
  std::ptrdiff_t count(char c) const {
    std::ptrdiff_t n = 0;
    for (const subscripts& s : operands) n += std::count(s.begin(), s.end(), c);
    return n;
  }

  std::string_view pattern_;
};

// A dim for each letter, with the extent where it first occurs.
class letters {
 public:
  sized_dim& of(char c) {
    for (sized_dim& d : all_) {
      if (d.of.name()[0] == c) return d;
    }
    return all_.emplace_back(dim(std::string(1, c)));
  }

 private:
  loops all_;
};

template <class S>
named<S> with_letters(const einsum_parser& parsed, std::size_t number, const tensor<const S>& x, letters& dims) {
  const subscripts& axes = parsed.operands[number];
  const auto size = static_cast<index_t>(axes.size());
  const bool rest = axes.find('.') != subscripts::npos;
  const index_t stated = size - static_cast<index_t>(rest), behind = x.rank() - size;
  const auto operand = [&]() -> std::string { return text() << "operand " << number + 1 << " has shape " << to_string(x.shape()); };
  if (rest ? stated > x.rank() : stated != x.rank())
    parsed.fail(number, static_cast<std::size_t>(std::min(size, x.rank() + static_cast<index_t>(rest))),
                text() << "einsum: " << operand() << ", and " << counted(stated, "letter"));
  named_places places;
  bool passed = false;  // the ellipsis
  for (std::size_t k = 0; k < axes.size(); ++k) {
    passed = passed || axes[k] == '.';
    if (axes[k] == '.') {
      places.add(place(ellipsis), 1, 1, true);
      continue;
    }
    sized_dim& d = dims.of(axes[k]);
    const index_t extent = x.extent(static_cast<index_t>(k) + (passed ? behind : 0));
    if (d.stated() && d.extent != extent)
      parsed.fail(number, k,
                  text() << "einsum: " << operand() << ", where " << d.of.name() << " would be " << extent << " and not " << d.extent);
    d.extent = extent;
    places.add(d.of);
  }
  return bind_places(named<S>(x), places);
}

// Broadcasts the ellipsis axes of an operand with those of the operands before it.
void widen_rest(const einsum_parser& parsed, std::size_t operand, const shape& own, shape& joint) {
  const shape before = joint;
  try {
    widen_shape(joint, own);
  } catch (const shape_error&) {
    parsed.fail(operand, parsed.operands[operand].find('.'),
                text() << "einsum: the ellipsis of operand " << operand + 1 << " has the axes " << to_string(own)
                       << ", which do not stretch to " << to_string(before));
  }
}

// Moves the ellipsis axes from the end to their place in the result.
template <class S>
tensor<const S> with_ellipsis_at(const tensor<const S>& x, std::size_t at, std::size_t named) {
  std::vector<index_t> order;
  for (std::size_t k = 0; k < at; ++k) order.push_back(static_cast<index_t>(k));
  for (auto k = static_cast<index_t>(named); k < x.rank(); ++k) order.push_back(k);
  for (std::size_t k = at; k < named; ++k) order.push_back(static_cast<index_t>(k));
  return transpose(x, order);
}

// The operands with dims for letters, and the dims of the result.
template <class S>
struct lettered {
  std::vector<labelled<S>> factors;
  std::vector<dim> left;
  std::size_t ellipsis_at;  // in the result
};

template <class S>
lettered<S> with_all_letters(std::string_view pattern, const std::vector<tensor<const S>>& operands) {
  einsum_parser parsed(pattern);
  parsed.read();
  parsed.check_operands(operands.size());
  letters dims;
  shape rest;
  lettered<S> made;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const named<S> operand = with_letters(parsed, k, operands[k], dims);
    widen_rest(parsed, k, operand.of().positional, rest);
    made.factors.push_back(values_of(operand));
  }
  for (const char c : parsed.result) {
    if (c != '.') made.left.push_back(dims.of(c).of);
  }
  made.ellipsis_at = parsed.result.find('.');
  return made;
}

}  // namespace

template <class S>
tensor<const S> einsum_of(std::string_view pattern, const std::vector<tensor<const S>>& operands) {
  lettered<S> of = with_all_letters(pattern, operands);
  const auto subject = [&]() -> std::string { return text() << "einsum \"" << pattern << "\""; };
  const labelled<S> made = with_subject(subject, [&] { return contracted<S>(std::move(of.factors), of.left, std::vector<index_t>()); });
  return of.ellipsis_at == subscripts::npos ? made.values : with_ellipsis_at(made.values, of.ellipsis_at, of.left.size());
}

template <class S>
std::string einsum_text(std::string_view pattern, const std::vector<tensor<const S>>& operands) {
  lettered<S> of = with_all_letters(pattern, operands);
  return contraction_text<S>(std::move(of.factors), of.left, {});
}

#define RAVEL_INSTANTIATE(S)                                                                           \
  template RAVEL_API tensor<const S> einsum_of(std::string_view, const std::vector<tensor<const S>>&); \
  template RAVEL_API std::string einsum_text(std::string_view, const std::vector<tensor<const S>>&);
RAVEL_FOR_EACH_SUM(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
