// SPDX-License-Identifier: BSL-1.0
// weights{w}: how much each element counts, as an option of means and quantiles. Keeps a copy of w in double precision, which is checked
// once and never changes. Any thread may read it.
#pragma once

#include <ravel/op/detail/in_doubles.hpp>
#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/moments.hpp>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <vector>

namespace ravel {

class weights;

namespace detail {

inline bool is_valid_weight(double weight) { return weight >= 0 && weight <= std::numeric_limits<double>::max(); }
[[noreturn]] RAVEL_API void throw_invalid_weight(index_t place, double weight);
// Throws if the total of `count` weights is infinite, or if it is 0 and there are some.
RAVEL_API void check_total_of_weights(double total, index_t count);
// The sum of the weights. Throws if they are not valid weights.
RAVEL_API double checked_total(const buffer<double>& values);

void check_shape_of_weights(const char* operation, const weights& given, const shape& of);
void check_list_of_weights(const char* operation, const weights& given);

// A number in braces. A tensor, which converts to its only element where it has one, is not such a number.
struct listed_number {
  template <class N>
    requires std::is_arithmetic_v<N>
  listed_number(N number) : value(static_cast<double>(number)) {}

  double value;
};
inline buffer<double> doubles_of_list(std::initializer_list<listed_number> list) {
  const buffer<double> made = unfilled_buffer<double>(std::ssize(list));
  std::ranges::transform(list, made.data(), &listed_number::value);
  return made;
}

}  // namespace detail

// Weights are not negative and not all 0. An element of weight 0 does not count.
class weights {
 public:
  template <detail::number_reader W>
  explicit weights(const W& w) : values_(detail::clone_as_doubles(w)), total_(detail::checked_total(values_)) {
    if constexpr (shaped<W>) shape_ = w.shape();
  }
  explicit weights(std::initializer_list<detail::listed_number> w)
      : values_(detail::doubles_of_list(w)), total_(detail::checked_total(values_)) {}

  index_t size() const { return values_.size(); }
  std::span<const double> span() const& { return {values_.data(), static_cast<std::size_t>(values_.size())}; }
  std::span<const double> span() const&& = delete;  // the span would outlive the weights: name them first
  double total() const { return total_; }

 private:
  friend void detail::check_shape_of_weights(const char* operation, const weights& given, const shape& of);
  friend void detail::check_list_of_weights(const char* operation, const weights& given);

  buffer<double> values_;
  double total_;
  std::optional<shape> shape_;
};

namespace detail {

// Elements and weights come in pairs, so their shapes must agree.
inline void check_shape_of_weights(const char* operation, const weights& given, const shape& of) {
  if (given.shape_ && *given.shape_ != of) throw_not_of_one_shape(operation, of, *given.shape_);
}
template <class R>
void check_shape_of_weights(const char* operation, const weights& given, const R& r) {
  if constexpr (shaped<R>) check_shape_of_weights(operation, given, r.shape());
}

// Weights of the places of a window stand in a list.
inline void check_list_of_weights(const char* operation, const weights& given) {
  if (given.shape_ && given.shape_->rank() != 1) throw_no_list(operation, "weights", *given.shape_);
}

struct weighted_value {
  double value;
  double weight;
};

// The elements that count, in the order of their positions; none is a value_error. NaN is among them unless the policy skips it.
RAVEL_API std::vector<weighted_value> weigh(const char* operation, const node<double>& values, const weights& given, nan_policy policy);

}  // namespace detail
}  // namespace ravel
