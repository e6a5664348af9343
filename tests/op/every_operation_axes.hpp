// SPDX-License-Identifier: BSL-1.0
// Runs operations along every axis of tensors over every backing, and compares what they give with what they give of memory. Two files say
// which operations.
#pragma once

#include "every_operation.hpp"

#include <support/combinations.hpp>
#include <support/vanishing.hpp>

#include <chrono>

namespace every_operation {

template <class T>
using held = ravel::tensor<const T>;

// With the shape, which elements in order do not tell.
template <class R>
numbers told_with_shape(const R& result) {
  numbers all = told(result);
  if constexpr (requires { result.shape().rank(); }) {
    for (const index_t extent : result.shape()) all.push_back(static_cast<double>(extent));
  }
  return all;
}

using run_along = void(results& all, const held<double>& x, const held<double>& y, const held<int>& k, const held<bool>& mask,
                       index_t axis);

inline void check_axis(run_along& run, const ravel::shape& s, const numbers& x, const numbers& y, backing::kind how, index_t axis) {
  numbers k, mask;
  for (const double value : x) {
    k.push_back(std::abs(value));
    mask.push_back(value > 2);
  }
  const auto made = [&](backing::kind kind) {
    const auto in = [&](const numbers& of, auto type) { return backing::readable(kind, s, as_vector<decltype(type)>(of)); };
    results all;
    run(all, in(x, double()), in(y, double()), in(k, int()), in(mask, bool()), axis);
    return all;
  };
  const std::string what = "kind " + std::to_string(static_cast<int>(how)) + " along axis " + std::to_string(axis) + " of " + to_string(s);
  check(what.c_str(), made(how), made(backing::kind::dense), backing::is_sparse(how));
}

inline void check_every_axis(run_along& run) {
  support::random r(29);
  const auto check_one = [&](const ravel::shape& s, backing::kind how, index_t axis) {
    const auto x = backing::small_values<double>(r, s.elements()), y = backing::small_values<double>(r, s.elements());
    check_axis(run, s, x, y, how, axis);
  };
  const ravel::shape shapes[] = {{2, 2, 2}, {3, 7, 4}, {2, 40, 9}, {5, 2, 70}};
  support::each_combination(check_one, shapes, backing::evaluated_kinds, index_list{0, 1, 2});
}

struct operands_along {
  held<double> x, y;
  held<int> k;
  held<bool> mask;
};

inline operands_along in_vanishing_memory(const ravel::shape& s, const numbers& x, const numbers& y) {
  numbers k, mask;
  for (const double value : x) {
    k.push_back(std::abs(value));
    mask.push_back(value > 2);
  }
  const auto in = [&]<class T>(const numbers& of, std::type_identity<T>) { return as_tensor(support::vanishing<T>(of), s); };
  return {in(x, std::type_identity<double>()), in(y, std::type_identity<double>()), in(k, std::type_identity<int>()),
          in(mask, std::type_identity<bool>())};
}

inline void check_bound_anew(run_along& run) {
  support::random r(31);
  const ravel::shape s{3, 7, 4};
  const auto x = backing::small_values<double>(r, s.elements()), y = backing::small_values<double>(r, s.elements());
  for (index_t axis = 0; axis < s.rank(); ++axis) {
    const operands_along kept = in_vanishing_memory(s, x, y);
    results expected;
    run(expected, kept.x, kept.y, kept.k, kept.mask, axis);
    operands_along now = in_vanishing_memory(s, x, y);
    bool inside = false;
    results found;
    found.before = [&] { inside = true; };
    found.after = [&](const std::string&) {
      inside = false;
      now = in_vanishing_memory(s, x, y);
    };
    const auto bind_anew = [&](const ravel::progress&) {
      if (inside) now = {};
    };
    ravel::with_progress(bind_anew, std::chrono::seconds(0), [&] { run(found, now.x, now.y, now.k, now.mask, axis); });
    check(("bound anew along axis " + std::to_string(axis)).c_str(), found, expected);
  }
}

}  // namespace every_operation

// A result by the name of the operation.
#define ALONG(name, call) \
  all.begin();            \
  all.add(#name, told_with_shape(ravel::name call));
#define ALONG_INTO(name, call)                                           \
  {                                                                      \
    const ravel::tensor<double> target = ravel::ones<double>(x.shape()); \
    all.begin();                                                         \
    ravel::name call;                                                    \
    all.add(#name, told(target));                                        \
  }
