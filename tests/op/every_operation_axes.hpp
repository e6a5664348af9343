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

// What is run along an axis of tensors of each kind that hold the same numbers.
class along_axis {
 public:
  along_axis(run_along& run, const ravel::shape& s, index_t axis, support::random& r)
      : run_(run),
        shape_(s),
        axis_(axis),
        x_(backing::small_values<double>(r, s.elements())),
        y_(backing::small_values<double>(r, s.elements())) {
    for (const double value : x_) {
      k_.push_back(std::abs(value));
      mask_.push_back(value > 2);
    }
  }

  results made(backing::kind how, const std::function<void(const std::string&)>& after = {}) const {
    const auto in = [&](const numbers& of, auto type) { return backing::readable(how, shape_, as_vector<decltype(type)>(of)); };
    results all;
    all.after = after;
    run_(all, in(x_, double()), in(y_, double()), in(k_, int()), in(mask_, bool()), axis_);
    return all;
  }
  std::string name(backing::kind how) const {
    return "kind " + std::to_string(static_cast<int>(how)) + " along axis " + std::to_string(axis_) + " of " + to_string(shape_);
  }

 private:
  run_along& run_;
  ravel::shape shape_;
  index_t axis_;
  numbers x_, y_, k_, mask_;
};

inline void check_every_axis(run_along& run) {
  support::random r(29);
  const auto check_one = [&](const ravel::shape& s, backing::kind how, index_t axis) {
    const along_axis one(run, s, axis, r);
    check(one.name(how).c_str(), one.made(how), one.made(backing::kind::dense), backing::is_sparse(how));
  };
  const ravel::shape shapes[] = {{2, 2, 2}, {3, 7, 4}, {2, 40, 9}, {5, 2, 70}};
  support::each_combination(check_one, shapes, backing::evaluated_kinds, index_list{0, 1, 2});
}

inline void check_every_axis_shared(run_along& run) {
  support::random r(41);
  for (const backing::kind how : backing::evaluated_kinds) {
    const along_axis one(run, {4, 30, 6}, static_cast<index_t>(how) % 3, r);
    check_shared(one.name(how), [&] { return one.made(how); });
  }
}

inline std::string run_alone_along(run_along& run) {
  support::random r(47);
  const along_axis one(run, {30, 40, 50}, 1, r);
  return run_alone([&](const auto& after) { static_cast<void>(one.made(backing::kind::dense, after)); });
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
