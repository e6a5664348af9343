// SPDX-License-Identifier: BSL-1.0
// Sorts and ranks lines along an axis, one after the other, in one workspace.
#include <ravel/op/order/rank.hpp>

#include <numeric>
#include <vector>

namespace ravel::detail {

namespace {

// Calls write(line, the place of its results) from several threads; each writes with its own result of begin_part().
template <class R, class T, class Begin>
tensor<R> placed_lines(const tensor<const T>& x, const tensor<R>* given, index_t axis, const Begin& begin_part) {
  const line_plan plan = plan_lines(x.shape(), worked_axes(axis, x.rank()));
  const result_memory<R> made(given, with_last(plan.kept, plan.length), plan.order);
  R* const results = made.data();
  each_part_of_lines<T>(x, plan, [&](index_t first, lines_of_part<T> lines) {
    auto write = begin_part();
    R* out = results + first * plan.length;
    lines([&](std::span<const T> line) {
      write(line, out);
      out += plan.length;
    });
  });
  return made.result();
}

}  // namespace

template <class T>
tensor<index_t> argsorted_lines(const tensor<const T>& x, const tensor<index_t>* given, index_t axis, sort_direction how) {
  return placed_lines<index_t>(x, given, axis, [&] {
    return [&](std::span<const T> line, index_t* out) {
      std::iota(out, out + line.size(), index_t{0});
      sort_positions<T>(lent_node<T>(line), how, out);
    };
  });
}

template <class T>
tensor<double> ranked_lines(const tensor<const T>& x, const tensor<double>* given, index_t axis, rank_ties ties) {
  return placed_lines<double>(x, given, axis, [&] {
    return [&, order = std::vector<index_t>()](std::span<const T> line, double* out) mutable {
      order.resize(line.size());
      std::iota(order.begin(), order.end(), index_t{0});
      const lent_node<T> source(line);
      sort_positions<T>(source, {}, order.data());
      write_ranks<T>(source, order.data(), ties, out);
    };
  });
}

#define RAVEL_INSTANTIATE(T)                                                                                                        \
  template RAVEL_API tensor<T> sorted_lines(const tensor<const T>&, const tensor<T>*, index_t, sort_order);                         \
  template RAVEL_API tensor<index_t> argsorted_lines(const tensor<const T>&, const tensor<index_t>*, index_t axis, sort_direction); \
  template RAVEL_API tensor<double> ranked_lines(const tensor<const T>&, const tensor<double>*, index_t axis, rank_ties);
RAVEL_FOR_EACH_SORTED(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
