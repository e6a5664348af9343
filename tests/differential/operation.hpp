// SPDX-License-Identifier: BSL-1.0
// What a random program is made of: readers of any element type, and operations on them. Each file beside this one registers some.
#pragma once

#include <ravel/element/dtype.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/loop/compare.hpp>

#include <support/random.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace differential {

using ravel::index_t;
using ravel::reader;

template <class... Ts>
using readers_of = std::variant<reader<Ts>...>;
using value = readers_of<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t,
                         std::uint64_t, float, double, std::complex<double>>;

inline ravel::dtype type_of(const value& v) {
  return std::visit([](const auto& r) { return r.dtype(); }, v);
}
inline index_t size_of(const value& v) {
  return std::visit([](const auto& r) { return r.size(); }, v);
}
template <class T>
const reader<T>& as(const value& v) {
  return std::get<reader<T>>(v);
}

// Whatever an operation is told besides its operands, and which the checker is told too.
using parameters = std::vector<index_t>;

struct operation {
  std::string name;
  std::vector<ravel::dtype> operands;
  value (*apply)(const std::vector<value>& operands, const parameters& told);  // may throw; a reduction gives one element
  // What to tell it, for operands that fit; nothing where it cannot be applied.
  std::optional<parameters> (*tell)(const std::vector<value>& operands, support::random& r);
};

// Operands of one size, and nothing to tell.
inline std::optional<parameters> equal_sizes(const std::vector<value>& operands, support::random&) {
  for (const value& v : operands) {
    if (size_of(v) != size_of(operands[0])) return std::nullopt;
  }
  return parameters{};
}

inline value erased(value v) { return v; }
template <ravel::readable R>
value erased(R&& r) {
  return reader<ravel::value_t<std::remove_cvref_t<R>>>(std::forward<R>(r));
}
// One element, as a result of a reduction.
template <class T>
value single(T x) {
  return erased(ravel::make_buffer<ravel::canonical_t<T>>(1, x));
}

template <class Function, class... Ts>
struct application {
  template <std::size_t... I>
  static value on(const std::vector<value>& x, std::index_sequence<I...>) {
    return erased(Function{}(as<Ts>(x[I])...));
  }
  static value apply(const std::vector<value>& x, const parameters&) { return on(x, std::index_sequence_for<Ts...>()); }
};

template <class Function, class... Ts>
void add(std::vector<operation>& all, const char* name) {
  all.push_back({name, {ravel::dtype_of<Ts>()...}, application<Function, Ts...>::apply, equal_sizes});
}

void add_arithmetic(std::vector<operation>& all);
void add_functions(std::vector<operation>& all);
void add_casts(std::vector<operation>& all);
void add_views(std::vector<operation>& all);
void add_reductions(std::vector<operation>& all);

}  // namespace differential
