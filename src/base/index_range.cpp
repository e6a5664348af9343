// SPDX-License-Identifier: BSL-1.0
// Making, composing and intersecting ranges of positions.
#include <ravel/base/error.hpp>
#include <ravel/base/index_range.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ravel {
namespace {

using wide = detail::int128;

detail::text name(const index_range& r) {
  detail::text words;
  words << "slice(" << r.start() << ", " << r.size() << ", " << r.step() << ")";
  return words;
}

// The inverse of a modulo n, for n >= 1 and gcd(a, n) = 1: Euclid, keeping the factor of `a` only.
index_t inverse_modulo(index_t a, index_t n) {
  index_t r = detail::floor_mod(a, n), previous = n, factor = 1, before = 0;
  while (r != 0) {
    const index_t q = previous / r;
    previous = std::exchange(r, previous - q * r);
    before = std::exchange(factor, before - q * factor);
  }
  return detail::floor_mod(before, n);
}

// The smallest position at or after `from` that both ascending ranges would reach if they went on forever; needs a common position.
wide first_common(const index_range& a, const index_range& b, index_t divisor, index_t from) {
  const index_t modulus = b.step() / divisor;  // a.start + a.step * i meets b where i is this much modulo that
  const auto apart = static_cast<index_t>((wide{b.start()} - a.start()) / divisor % modulus);
  const wide i = wide{detail::floor_mod(apart, modulus)} * inverse_modulo(a.step() / divisor, modulus) % modulus;
  const wide common = a.start() + i * a.step(), period = wide{a.step()} * modulus;
  return common >= from ? common : common + (from - common + period - 1) / period * period;
}

}  // namespace

void index_range::throw_no_positions() { throw value_error("an empty range has no first or last position"); }

std::optional<index_t> index_range::find(index_arg position) const {
  if (count_ == 0 || position < min() || position > max()) return std::nullopt;
  const index_t apart = position - start_;
  if (apart % step_ != 0) return std::nullopt;
  return apart / step_;
}

index_range index_range::reversed() const { return count_ == 0 ? *this : index_range(last(), count_, -step_); }

index_range index_range::offset(index_arg by) const { return slice(detail::add_index(start_, by), count_, step_); }

index_range index_range::select(const index_range& places) const {
  places.check_within(count_);
  if (places.empty()) return {start_, 0, 1};
  return {(*this)[places.start_], places.count_, step_ * places.step_};
}

void index_range::check_within(index_arg size) const {
  const bool fits = count_ == 0 ? 0 <= start_ && start_ <= size : 0 <= min() && max() < size;
  if (fits) return;
  if (count_ == 0) throw index_error(name(*this) << " starts outside [0, " << size << "]");
  const index_t outside = min() < 0 ? min() : max();
  throw index_error(name(*this) << " reaches position " << outside << ", which is outside [0, " << size << ")");
}

index_range slice(index_arg start, index_arg count, index_arg step) {
  if (count < 0) {
    detail::text message;
    message << "count " << count << " is negative: a slice up to there is slice_from(" << start << ").before(last";
    if (count < -1) message << " - " << -1 - count;
    throw value_error(message << ")");
  }
  detail::check_size(count, "count");
  if (step == 0) throw value_error(detail::text() << "slice(" << start << ", " << count << ", 0): the step must not be 0");
  detail::add_index(start, count > 1 ? detail::mul_index(count - 1, step) : 0);
  return {start, count, step};
}

index_range intersect(const index_range& a, const index_range& b) {
  const index_range none = slice(a.start(), 0);
  if (a.empty() || b.empty()) return none;
  if (a.step() < 0) return intersect(a.reversed(), b).reversed();
  if (b.step() < 0) return intersect(a, b.reversed());
  const index_t divisor = std::gcd(a.step(), b.step());
  if ((wide{b.start()} - a.start()) % divisor != 0) return none;
  const wide first = first_common(a, b, divisor, std::max(a.min(), b.min()));
  const index_t end = std::min(a.max(), b.max());
  if (first > end) return none;
  const wide period = wide{a.step()} * (b.step() / divisor);
  const wide count = (end - first) / period + 1;
  return slice(static_cast<index_t>(first), static_cast<index_t>(count), count > 1 ? static_cast<index_t>(period) : 1);
}

}  // namespace ravel
