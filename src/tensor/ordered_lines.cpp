// SPDX-License-Identifier: BSL-1.0
// The orders and ranks of lines, one after the other, in memory that is kept for all of them.
#include <ravel/tensor/axis.hpp>

#include <numeric>
#include <vector>

namespace ravel::detail {

namespace {

// write(line, where its results go)
template <class R, class T, class Write>
tensor<R> placed_lines(const tensor<const T>& x, const tensor<R>* given, index_t axis, Write write) {
  const line_plan plan = plan_lines(x.shape(), worked_axes(axis, x.rank()));
  const result_memory<R> made(given, with_last(plan.kept, plan.length), plan.order);
  R* out = made.data();
  each_line<T>(x, plan, [&](std::span<const T> line) {
    write(line, out);
    out += plan.length;
  });
  return made.result();
}

}  // namespace

template <class T>
tensor<index_t> argsorted_lines(const tensor<const T>& x, const tensor<index_t>* given, index_t axis, sort_direction how) {
  return placed_lines<index_t>(x, given, axis, [&](std::span<const T> line, index_t* out) {
    std::iota(out, out + line.size(), index_t{0});
    sort_positions<T>(lent_node<T>(line), how, out);
  });
}

template <class T>
tensor<double> ranked_lines(const tensor<const T>& x, const tensor<double>* given, index_t axis, rank_ties ties) {
  std::vector<index_t> order;
  return placed_lines<double>(x, given, axis, [&](std::span<const T> line, double* out) {
    order.resize(line.size());
    std::iota(order.begin(), order.end(), index_t{0});
    const lent_node<T> source(line);
    sort_positions<T>(source, {}, order.data());
    write_ranks<T>(source, order.data(), ties, out);
  });
}

#define RAVEL_INSTANTIATE(T)                                                                                                        \
  template RAVEL_API tensor<index_t> argsorted_lines(const tensor<const T>&, const tensor<index_t>*, index_t axis, sort_direction); \
  template RAVEL_API tensor<double> ranked_lines(const tensor<const T>&, const tensor<double>*, index_t axis, rank_ties);
RAVEL_FOR_EACH_ORDERED(RAVEL_INSTANTIATE)
RAVEL_INSTANTIATE(std::string)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
