// SPDX-License-Identifier: BSL-1.0
// Reductions of lines: what takes elements piece by piece and gives a result for each line, or for each of a band of lines side by side,
// with the bits that the reduction of the line alone has. Knows no shapes; a sink belongs to one thread.
#pragma once

#include <ravel/op/detail/nan_policy.hpp>
#include <ravel/op/fold/detail/ordered.hpp>

#include <memory>
#include <vector>

namespace ravel::detail {

// The reductions of the engine, beside `least` and `greatest`: the element each gives for a T, and what it is of nothing.
struct summing {
  template <element T>
  using result = sum_t<T>;
  template <class R>
  static R of_none() {
    return R{};
  }
};
struct multiplying {
  template <element T>
  using result = sum_t<T>;
  template <class R>
  static R of_none() {
    return R{1};
  }
};
struct averaging {
  static constexpr const char* name = "mean";
  template <element T>
  using result = std::conditional_t<real_or_complex<T>, T, double>;
};

template <class Op, class T>
struct axis_result {
  using type = T;
};
template <class Op, class T>
  requires requires { typename Op::template result<T>; }
struct axis_result<Op, T> {
  using type = typename Op::template result<T>;
};
template <class Op, class T>
using axis_result_t = typename axis_result<Op, T>::type;

// What takes the elements of a view one piece after the other, in row-major order.
template <class T>
class element_sink {
 public:
  virtual ~element_sink() = default;
  virtual void take(block<const T> b, index_t n) = 0;
  // All rows of a band, which lie `apart` in memory; false where they have to come piece by piece.
  virtual bool take_rows(const T*, index_t /*apart*/) { return false; }
};

// Gives each its row, one after the other and then from the first again. Defined in src/ for every element type.
template <class T>
std::unique_ptr<element_sink<T>> in_passes(std::vector<std::unique_ptr<element_sink<T>>> takers, index_t row);

// Takes rows of `band` elements, `inner` of them for a line, and writes the results of each band of lines, `pitch` after those of the one
// before. Defined in src/ for every element type.
struct line_sizes {
  index_t inner, band, pitch;
};
template <class Op, class T>
std::unique_ptr<element_sink<T>> reducing(const line_sizes& of, axis_result_t<Op, T>* out);

// The sum of each line of a node, in a loop that writes no elements; false where the node has none. Defined in src/ for every element type.
template <class Op, class T>
bool add_up_lines(const node<T>& lines, index_t inner, axis_result_t<Op, T>* out);

// bands_pay says whether it is worth it to reduce bands of several lines of a sparse node, if so many entries come for each result.
// reduce_entries reduces its rows of `band` elements as above, where `pitch` is `band`. Defined in src/ for every element type.
template <class Op, class T>
bool bands_pay(const T& fill, index_t inner, index_t entries);
template <class Op, class T>
void reduce_entries(const node<T>& rows, index_t inner, index_t band, axis_result_t<Op, T>* out);

}  // namespace ravel::detail
