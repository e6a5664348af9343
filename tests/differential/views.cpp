// SPDX-License-Identifier: BSL-1.0
// The readers that rearrange others, and tensors that stretch them, for every type.
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

#include <differential/operation.hpp>

namespace differential {

namespace {

constexpr index_t most = 3000;  // elements of a result

using operands = std::vector<value>;

std::optional<parameters> tell_slice(const operands& x, support::random& r) {
  const index_t n = size_of(x[0]);
  if (n == 0) return parameters{0, 0, 1};
  const index_t start = r.below(n), step = r.chance(2) ? 1 : r.chance(2) ? r.between(1, 5) : -r.between(1, 5);
  const index_t room = (step > 0 ? n - 1 - start : start) / std::abs(step) + 1;
  return parameters{start, r.between(room / 2, room), step};
}
std::optional<parameters> tell_shift(const operands& x, support::random& r) {
  return parameters{r.between(-size_of(x[0]) - 2, size_of(x[0]) + 2)};
}
std::optional<parameters> tell_repeat(const operands& x, support::random& r) {
  if (size_of(x[0]) * 3 > most) return std::nullopt;
  return parameters{r.between(0, 3)};
}
std::optional<parameters> tell_select(const operands& x, support::random& r) {
  const index_t n = size_of(x[0]);
  if (n == 0) return std::nullopt;
  parameters places;
  for (index_t i = r.below(std::min<index_t>(2 * n, 200)); i > 0; --i)
    places.push_back(r.chance(2) && !places.empty() ? (places.back() + 1) % n : r.below(n));
  return places;
}
std::optional<parameters> tell_concat(const operands& x, support::random&) {
  if (size_of(x[0]) + size_of(x[1]) > most) return std::nullopt;
  return parameters{};
}

// Some consecutive elements, as the first or the last axis of a matrix with as many elements as there were.
std::optional<parameters> tell_stretch(const operands& x, support::random& r) {
  const index_t n = size_of(x[0]);
  std::vector<index_t> divisors;
  for (index_t k = 2; k <= n; ++k) {
    if (n % k == 0) divisors.push_back(k);
  }
  if (divisors.empty()) return std::nullopt;
  const index_t times = divisors[static_cast<std::size_t>(r.below(static_cast<index_t>(divisors.size())))], some = n / times;
  return parameters{r.below(2), r.below(n - some + 1), some, times};
}
template <class T>
value stretch(const operands& x, const parameters& told) {
  const index_t some = told[2], times = told[3];
  const auto part = ravel::slice(as<T>(x[0]), told[1], some);
  return told[0] == 0 ? erased(broadcast(ravel::as_tensor(part, {some, 1}), {some, times}))
                      : erased(broadcast(ravel::as_tensor(part, {1, some}), {times, some}));
}

template <class T>
void add_views_of(std::vector<operation>& all) {
  constexpr auto type = ravel::dtype_of<T>();
  const auto view = [&](const char* name, auto apply, auto tell) { all.push_back({name, {type}, apply, tell}); };
  view(
      "slice", [](const operands& x, const parameters& p) { return erased(ravel::slice(as<T>(x[0]), p[0], p[1], p[2])); }, tell_slice);
  view(
      "reverse", [](const operands& x, const parameters&) { return erased(ravel::reverse(as<T>(x[0]))); }, equal_sizes);
  view(
      "shift", [](const operands& x, const parameters& p) { return erased(ravel::shift(as<T>(x[0]), p[0])); }, tell_shift);
  view(
      "repeat", [](const operands& x, const parameters& p) { return erased(ravel::repeat(as<T>(x[0]), p[0])); }, tell_repeat);
  view(
      "select", [](const operands& x, const parameters& p) { return erased(ravel::select(as<T>(x[0]), p)); }, tell_select);
  view("stretch", stretch<T>, tell_stretch);
  all.push_back({"concat",
                 {type, type},
                 [](const operands& x, const parameters&) { return erased(ravel::concat(as<T>(x[0]), as<T>(x[1]))); },
                 tell_concat});
  all.push_back({"interleave",
                 {type, type, type},
                 [](const operands& x, const parameters&) { return erased(ravel::interleave(as<T>(x[0]), as<T>(x[1]), as<T>(x[2]))); },
                 [](const operands& x, support::random& r) { return size_of(x[0]) * 3 > most ? std::nullopt : equal_sizes(x, r); }});
}

}  // namespace

void add_views(std::vector<operation>& all) {
  [&]<class... Ts>(readers_of<Ts...>*) { (add_views_of<Ts>(all), ...); }(static_cast<value*>(nullptr));
}

}  // namespace differential
