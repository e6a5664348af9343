// SPDX-License-Identifier: BSL-1.0
// Computes with lengths as polynomials of extents.
#include <ravel/base/error.hpp>
#include <ravel/base/shape.hpp>
#include "plan/steps.hpp"

#include <algorithm>
#include <atomic>

namespace ravel {

std::uint64_t detail::next_extent_number() {
  static std::atomic<std::uint64_t> made = 0;
  return made.fetch_add(1, std::memory_order_relaxed);
}

planned_extent::planned_extent(std::string name)
    : told_(std::make_shared<const told>(told{std::move(name), detail::next_extent_number()})) {}

planned_length::planned_length(index_t known, known_number) {
  if (known != 0) terms_.push_back({{}, known});
}
planned_length::planned_length(const planned_extent& of) : terms_{{{of}, 1}} {}

std::optional<index_t> planned_length::number() const {
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_[0].factors.empty()) return terms_[0].times;
  return std::nullopt;
}
std::optional<planned_extent> planned_length::lone_extent() const {
  const planned_extent* const lone = detail::found_extent::lone(*this);
  return lone ? std::optional(*lone) : std::nullopt;
}

struct length_access {
  using term = planned_length::term;

  static const std::vector<term>& terms(const planned_length& of) { return of.terms_; }
  static bool made_before(const planned_extent& a, const planned_extent& b) { return a.told_->number < b.told_->number; }
  // More factors first, then in the order in which their extents were made.
  static bool before(const term& a, const term& b) {
    if (a.factors.size() != b.factors.size()) return a.factors.size() > b.factors.size();
    return std::lexicographical_compare(a.factors.begin(), a.factors.end(), b.factors.begin(), b.factors.end(), made_before);
  }
  static void add(planned_length& to, std::vector<planned_extent> factors, index_t times) {
    if (times == 0) return;
    std::sort(factors.begin(), factors.end(), made_before);
    const term more{std::move(factors), times};
    const auto at = std::lower_bound(to.terms_.begin(), to.terms_.end(), more, before);
    if (at == to.terms_.end() || at->factors != more.factors) {
      to.terms_.insert(at, more);
    } else if ((at->times = detail::add_index(at->times, times)) == 0) {
      to.terms_.erase(at);
    }
  }
};

extent_values::extent_values(std::initializer_list<std::pair<planned_extent, index_t>> known) {
  for (const auto& [of, value] : known) {
    if (set(of, value)) throw value_error(detail::text() << "extent " << of.name() << " has two values");
  }
}
std::optional<index_t> extent_values::set(const planned_extent& of, index_arg value) {
  if (const std::optional<index_t> before = find(of)) return *before == value ? std::nullopt : before;
  known_.emplace(place_of(of), of, value);
  return std::nullopt;
}
std::optional<index_t> extent_values::find(const planned_extent& of) const {
  const auto found = place_of(of);
  return found == known_.end() || !(found->first == of) ? std::nullopt : std::optional(found->second);
}
// Its place, or the one that it would have. Extents are mostly set in the order in which they were made.
std::vector<extent_values::known_extent>::const_iterator extent_values::place_of(const planned_extent& of) const {
  const auto before = [](const known_extent& one, const planned_extent& other) { return length_access::made_before(one.first, other); };
  if (known_.empty() || before(known_.back(), of)) return known_.end();
  return std::lower_bound(known_.begin(), known_.end(), of, before);
}

index_t planned_length::total(const extent_values& values) const {
  index_t total = 0;
  for (const term& one : terms_) {
    index_t product = one.times;
    for (const planned_extent& factor : one.factors) {
      const std::optional<index_t> value = values.find(factor);
      if (!value) throw shape_error(detail::text() << "extent " << factor.name() << " has no value");
      product = detail::mul_index(product, *value);
    }
    total = detail::add_index(total, product);
  }
  return total;
}
index_t planned_length::at(const extent_values& values) const {
  const index_t number = total(values);
  if (number < 0) throw shape_error(detail::text() << "the length " << to_string(*this) << " is " << number);
  return number;
}

bool planned_length::known_by(const extent_values& values) const {
  return std::ranges::all_of(terms_, [&](const term& one) {
    return std::ranges::all_of(one.factors, [&](const planned_extent& factor) { return values.find(factor).has_value(); });
  });
}

bool operator==(const planned_length& a, const planned_length& b) {
  return std::equal(
      a.terms_.begin(), a.terms_.end(), b.terms_.begin(), b.terms_.end(),
      [](const planned_length::term& x, const planned_length::term& y) { return x.times == y.times && x.factors == y.factors; });
}

std::string to_string(const planned_length& of) { return to_string(of, {}); }
// By names that are given, terms are in the order of the names, which does not depend on which extent was made first.
std::string to_string(const planned_length& of, const detail::extent_words& words) {
  if (of.terms_.empty()) return "0";
  struct written_term {
    std::vector<std::string> factors;
    index_t times;
  };
  std::vector<written_term> terms;
  for (const planned_length::term& one : of.terms_) {
    written_term& made = terms.emplace_back(written_term{{}, one.times});
    for (const planned_extent& factor : one.factors) made.factors.push_back(words ? words(factor) : factor.name());
    if (words) std::sort(made.factors.begin(), made.factors.end());
  }
  const auto before = [](const written_term& a, const written_term& b) {
    return a.factors.size() != b.factors.size() ? a.factors.size() > b.factors.size() : a.factors < b.factors;
  };
  if (words) std::sort(terms.begin(), terms.end(), before);
  detail::text written;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto& [factors, signed_times] = terms[i];
    const bool negative = signed_times < 0;
    written << (i == 0 ? (negative ? "-" : "") : negative ? " - " : " + ");
    const index_t times = negative ? -signed_times : signed_times;
    if (times != 1 || factors.empty()) written << times << (factors.empty() ? "" : " * ");
    for (std::size_t k = 0; k < factors.size(); ++k) written << (k ? " * " : "") << factors[k];
  }
  return written;
}

const planned_length& planned_shape::operator[](index_arg axis) const& {
  return lengths_[static_cast<std::size_t>(detail::check_axis(axis, rank()))];
}
planned_length planned_shape::elements() const {
  planned_length product = 1;
  for (const planned_length& one : lengths_) product = product * one;
  return product;
}
bool planned_shape::known_by(const extent_values& values) const {
  return std::ranges::all_of(lengths_, [&](const planned_length& one) { return one.known_by(values); });
}
std::string to_string(const planned_shape& of) { return to_string(of, {}); }
std::string to_string(const planned_shape& of, const detail::extent_words& words) {
  std::string written = "[";
  for (const planned_length& one : of.lengths_) {
    const std::string whole = to_string(one, words);
    const bool alone = whole.find(' ') == std::string::npos || (whole[0] == '`' && one.lone_extent());
    written += (written.size() > 1 ? " " : "") + (alone ? whole : "(" + whole + ")");
  }
  return written + "]";
}

planned_length operator+(const planned_length& a, const planned_length& b) {
  planned_length total = a;
  for (const auto& one : length_access::terms(b)) length_access::add(total, one.factors, one.times);
  return total;
}
planned_length operator-(const planned_length& a, const planned_length& b) { return a + b * -1; }
planned_length operator*(const planned_length& a, const planned_length& b) {
  planned_length product = 0;
  for (const auto& x : length_access::terms(a)) {
    for (const auto& y : length_access::terms(b)) {
      std::vector<planned_extent> factors = x.factors;
      factors.insert(factors.end(), y.factors.begin(), y.factors.end());
      length_access::add(product, std::move(factors), detail::mul_index(x.times, y.times));
    }
  }
  return product;
}

std::optional<planned_length> detail::length_quotient(const planned_length& a, const planned_length& b) {
  const auto& by = length_access::terms(b);
  if (by.size() != 1 || by[0].times < 0) return std::nullopt;
  planned_length quotient = 0;
  for (auto [factors, times] : length_access::terms(a)) {
    for (const planned_extent& of : by[0].factors) {
      const auto found = std::ranges::find(factors, of);
      if (found == factors.end()) return std::nullopt;
      factors.erase(found);
    }
    if (times % by[0].times != 0) return std::nullopt;
    length_access::add(quotient, std::move(factors), times / by[0].times);
  }
  return quotient;
}

}  // namespace ravel
