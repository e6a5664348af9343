// SPDX-License-Identifier: BSL-1.0
// Runs a call on a tensor of float, int32 or complex64 and on the same tensor as an any_tensor, and compares type, shape and elements of
// the results, to the bit. A call that the type refuses is a type_error at run time. RAVEL_SAME also notes the verb, so that a test can say
// which rows of the table it left out.
#pragma once

#include <ravel/ravel.hpp>

#include <support/catch.hpp>

#include <complex>
#include <cstring>
#include <set>
#include <string>
#include <type_traits>

namespace any_tests {

using verb_names = std::set<std::string>;

template <class T>
void require_same_bits(const T& made, const T& wanted) {
  static_assert(std::is_trivially_copyable_v<T>);
  REQUIRE(std::memcmp(&made, &wanted, sizeof(T)) == 0);
}

template <class T>
concept held_result = std::convertible_to<const T&, ravel::any_tensor>;

template <held_result M, held_result W>
void require_same_result(const M& made, const W& wanted) {
  const ravel::any_tensor x = made, y = wanted;
  CHECK(x.dtype() == y.dtype());
  REQUIRE(x.shape() == y.shape());
  const auto unequal = [](const ravel::any_tensor& a) { return kind_of(a.dtype()) > ravel::element_kind::integer ? isnan(a) : a != a; };
  REQUIRE(all_of(x == y || (unequal(x) && unequal(y))));
}
// Records, which no handle of run-time type holds, have one type.
template <class R>
  requires(!held_result<R> && ravel::readable<R>)
void require_same_result(const R& made, const R& wanted) {
  REQUIRE(made.size() == wanted.size());
  const ravel::reader<typename R::value_type> a(made), b(wanted);
  for (ravel::index_t i = 0; i < a.size(); ++i) require_same_bits(a[i], b[i]);
}
template <ravel::element T>
void require_same_result(T made, T wanted) {
  require_same_bits(made, wanted);
}
template <ravel::element T>
void require_same_result(const ravel::any_scalar& made, T wanted) {
  CHECK(made.dtype() == ravel::dtype_of<T>());
  require_same_bits(ravel::as<T>(made), wanted);
}
inline void require_same_result(const std::vector<ravel::buffer<double>>& made, const std::vector<ravel::buffer<double>>& wanted) {
  REQUIRE(made.size() == wanted.size());
  for (std::size_t i = 0; i < made.size(); ++i) require_same_result(made[i], wanted[i]);
}

template <class M, class W>
  requires(std::is_aggregate_v<M> && std::is_aggregate_v<W>)
void require_same_result(const M& made, const W& wanted) {
  if constexpr (std::is_trivially_copyable_v<W>) {
    require_same_bits(made, wanted);
  } else if constexpr (requires { made.counts; }) {
    require_same_result(made.counts, wanted.counts);
    require_same_result(made.edges, wanted.edges);
  } else if constexpr (requires { made.coefficients; }) {
    require_same_result(made.coefficients, wanted.coefficients);
    require_same_bits(made.r_squared, wanted.r_squared);
  } else if constexpr (requires { made.keys; }) {
    require_same_result(made.keys, wanted.keys);
    require_same_result(made.values, wanted.values);
  } else {
    require_same_result(made.values, wanted.values);
  }
}
template <class T, class F>
void require_same_call(const char* call, const ravel::tensor<T>& t, const F& f) {
  CAPTURE(call, ravel::dtype_of<T>());
  const ravel::any_tensor x = t;
  if constexpr (std::invocable<const F&, const ravel::tensor<T>&>) {
    require_same_result(f(x), f(t));
  } else {
    CHECK_THROWS_AS(static_cast<void>(f(x)), ravel::type_error);
  }
}

// Numbers whose sums and quotients a float rounds.
template <class T>
ravel::tensor<T> rounded_numbers() {
  using ravel::index_t;
  return clone(ravel::compute<T>({4, 6}, [](index_t i, index_t j) {
    const auto whole = static_cast<float>((6 * i + j) * 7 % 11 + 1);
    return ravel::cast_value<T>(ravel::real_element<ravel::real_of_t<T>> ? whole / 8 + 0.1F : whole);
  }));
}

// f(t, run) for tensors of three kinds of numbers.
template <class F>
void for_three_kinds(const F& f) {
  f(rounded_numbers<float>());
  f(rounded_numbers<std::int32_t>());
  f(rounded_numbers<std::complex<float>>());
}

}  // namespace any_tests

// The verb of x and what else stands in the parentheses.
#define RAVEL_SAME(name, ...)                                 \
  names.erase(#name);                                         \
  any_tests::require_same_call(#name "(" #__VA_ARGS__ ")", t, \
                               [&](const auto& x) -> decltype(ravel::name(__VA_ARGS__)) { return ravel::name(__VA_ARGS__); });

// Rows of the table that have a run-time form, which RAVEL_SAME takes out of `names`.
#define RAVEL_NAME_OF_ROW(name) RAVEL_NAME_OF_ROW_AS(name, RAVEL_VERB_##name)
#define RAVEL_NAME_OF_ROW_AS(name, ...) RAVEL_NAME_OF_FORM(name, __VA_ARGS__)
#define RAVEL_NAME_OF_FORM(name, form, takes, at_run_time, ...) RAVEL_NAME_##at_run_time(name)
#define RAVEL_NAME_own(name) names.insert(#name);
#define RAVEL_NAME_in_type RAVEL_NAME_own
#define RAVEL_NAME_as_double RAVEL_NAME_own
#define RAVEL_NAME_as_precise RAVEL_NAME_own
#define RAVEL_NAME_visited RAVEL_NAME_own
#define RAVEL_NAME_none(name)

// Forms of rows that need no arguments beside the axes.
#define RAVEL_SAME_OF_ROW(name) RAVEL_SAME_OF_ROW_AS(name, RAVEL_VERB_##name)
#define RAVEL_SAME_OF_ROW_AS(name, ...) RAVEL_SAME_OF_FORM(name, __VA_ARGS__)
#define RAVEL_SAME_OF_FORM(name, form, takes, at_run_time, ...) RAVEL_SAME_##form(name)
#define RAVEL_SAME_reduces(name) \
  RAVEL_SAME(name, x)            \
  RAVEL_SAME(name, x, 1)         \
  RAVEL_SAME(name, x, {0, 1}, keep)
#define RAVEL_SAME_gathers RAVEL_SAME_reduces
#define RAVEL_SAME_along(name) \
  RAVEL_SAME(name, x, 1)       \
  RAVEL_SAME(name, x(1, all))
#define RAVEL_SAME_lines RAVEL_SAME_along
#define RAVEL_SAME_reduces_at(name) \
  RAVEL_SAME(name, x, 2)            \
  RAVEL_SAME(name, x, 2, 1, keep)
#define RAVEL_SAME_reduces_by(name) \
  RAVEL_SAME(name, x, 0.25)         \
  RAVEL_SAME(name, x, 0.25, 1, keep)
#define RAVEL_SAME_along_by(name)
#define RAVEL_SAME_along_by_two(name)
#define RAVEL_SAME_lines_by(name)
#define RAVEL_SAME_written(name)
#define RAVEL_SAME_written_by(name)
#define RAVEL_SAME_written_by_two(name)
#define RAVEL_SAME_pairs(name)     \
  RAVEL_SAME(name, x, x(all, all)) \
  RAVEL_SAME(name, x, flip(x, 0), 1)
