// SPDX-License-Identifier: BSL-1.0
// Compares a recorded expression with the same one on tensors: the type that was recorded, the lengths, and every bit of a run; or that
// both are type errors.
#pragma once

#include <ravel/any.hpp>
#include <ravel/plan.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/random.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plan_tests {

using any_values = std::span<const ravel::any_tensor>;
using planned_values = std::span<const ravel::planned>;

// One expression of tensors and of planned values.
struct two_faces {
  std::function<ravel::any_tensor(any_values)> eager;
  std::function<ravel::planned(planned_values)> recorded;
};

// The result of a call as a tensor: a number has rank 0.
template <class R>
ravel::any_tensor as_tensor_of_any(const R& result) {
  if constexpr (std::convertible_to<const R&, ravel::any_tensor>) {
    return result;
  } else {
    return ravel::scalar_tensor(result);
  }
}

template <class F>
two_faces of_one(F f) {
  return {[f](any_values x) { return as_tensor_of_any(f(x[0])); }, [f](planned_values x) -> ravel::planned { return f(x[0]); }};
}
template <class F>
two_faces of_two(F f) {
  return {[f](any_values x) { return as_tensor_of_any(f(x[0], x[1])); }, [f](planned_values x) -> ravel::planned { return f(x[0], x[1]); }};
}

// Between -1 and 1.
inline ravel::tensor<double> random_doubles(const ravel::shape& extents, std::uint64_t seed = 1) {
  return clone(ravel::random_uniform<double>(extents, -1, 1, seed));
}

bool same_bits(const ravel::any_tensor& a, const ravel::any_tensor& b);

// The text of a plan, unless a call of it has none.
std::optional<std::string> text_if_any(const ravel::plan& p);

// Each length of the placeholders is an extent, but for 1, which is stretched.
void check_recorded(const two_faces& f, std::vector<ravel::any_tensor> given);

// Small random elements of one type of each kind and size, and of all types.
std::vector<ravel::any_tensor> one_of_each_kind(support::random& r, const ravel::shape& extents);
std::vector<ravel::any_tensor> one_of_each_type(support::random& r, const ravel::shape& extents);

// An expression of one value, for each of these.
template <class F>
void check_each_kind(F f, const ravel::shape& extents = {4, 6}) {
  support::random r(7);
  const two_faces faces = of_one(f);
  for (const ravel::any_tensor& x : one_of_each_kind(r, extents)) check_recorded(faces, {x});
}
template <class F>
void check_each_type(F f, const ravel::shape& extents = {4, 6}) {
  support::random r(7);
  const two_faces faces = of_one(f);
  for (const ravel::any_tensor& x : one_of_each_type(r, extents)) check_recorded(faces, {x});
}

}  // namespace plan_tests
