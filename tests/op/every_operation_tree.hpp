// SPDX-License-Identifier: BSL-1.0
// Operands that count who asks for their elements. The tests of trees of readers and of tensors share them.
#pragma once

#include "every_operation.hpp"

#include <support/catch.hpp>
#include <support/on_one_thread.hpp>

#include <map>

namespace every_operation {

using support::tree_of, support::watched;

inline const auto middle = [](const auto& a, const auto& b) { return (a + b) * 0.5; };
inline const auto lesser = [](const auto& a, const auto& b) { return minimum(a, b); };
inline const auto both = [](const auto& a, const auto& b) { return a & b; };

using pass_table = std::map<std::string, index_t>;

// How often an operation reads an operand, if not once, in any of its forms.
inline const pass_table passes{
    // for what is looked for among all elements before each is taken up: a mean, quartiles, edges, how many there are, what is refused
    {"arg_largest_triangle", 2},
    {"arg_outliers", 2},
    {"compress", 2},
    {"geometric_mean", 2},
    {"harmonic_mean", 2},
    {"histogram", 3},
    {"max", 2},
    {"mean", 2},
    {"median_absolute_deviation", 2},
    {"moment", 2},
    // for an order, and then for the elements in it
    {"merge_sorted", 2},  // which are put in order here
    {"rank", 2},
    {"unique_all", 2},
    // for one operand that stands on both sides
    {"arg_join", 2},
    {"arg_join_asof", 2},
    // for the windows that do not fit, at both ends
    {"savgol_filter", 3},
};
// Tensors' lines come to hand before that.
inline const pass_table passes_of_lines = [] {
  pass_table all = passes;
  for (const char* const line : {"arg_largest_triangle", "rank", "savgol_filter"}) all.erase(line);
  return all;
}();
// What is written along a walk of tensors: the two operands of the root are read at addresses of their own, and each has its blocks.
inline const pass_table passes_of_tensors = [] {
  pass_table all = passes_of_lines;
  for (const char* const walks : {"clone", "diff", "fill_missing", "gaussian_filter", "median_filter", "savgol_filter", "sort"})
    all[walks] = 2;
  return all;
}();

// Each operand counts the calls since the last operation.
struct operands {
  explicit operands(const numbers& first, const numbers& second) : n(static_cast<index_t>(first.size())) {
    const auto number = in_buffer<double>(first);
    x = counted(0, number);
    y = counted(1, in_buffer<double>(second));
    k = counted(2, ravel::clone(ravel::cast<int>(abs(number))));
    mask = counted(3, ravel::clone(number > 2));
  }
  template <class T>
  ravel::reader<T> counted(std::size_t which, const ravel::buffer<T>& elements) {
    return support::counted(elements, calls[which], 1000 * n);
  }

  // To be told when an operation has run.
  auto check_passes(const pass_table& known = passes) const {
    return [this, &known](const std::string& operation) {
      const auto found = known.find(operation);
      const index_t most = found == known.end() ? 1 : found->second;
      for (const support::call_count& one : calls) {
        INFO(operation << " of " << n << " elements reads " << *one);
        CHECK(*one <= most * n);
        index_t& seen = (*longest)[operation];
        seen = std::max(seen, *one);
        *one = 0;
      }
    };
  }
  // Nothing is excused that need not be.
  void check_excused(const pass_table& known) const {
    for (const auto& [operation, most] : known) {
      INFO(operation);
      CHECK((*longest)[operation] > (most - 1) * n);
    }
  }

  index_t n;
  std::array<support::call_count, 4> calls{support::no_calls(), support::no_calls(), support::no_calls(), support::no_calls()};
  std::shared_ptr<pass_table> longest = std::make_shared<pass_table>();  // the most calls of each operation
  ravel::reader<double> x, y;
  ravel::reader<int> k;
  ravel::reader<bool> mask;
};

// Of a few numbers, and of so many that there are several blocks; as(operands) runs everything.
template <class Run>
void check_counted(const char* kind, Run run, const pass_table& known = passes) {
  const support::on_one_thread here;  // several may begin again where what one of them finds says so
  support::random r(31);
  for (const index_t n : {5, 2100}) {
    const numbers x = n == 5 ? values : backing::small_values<double>(r, n), y = n == 5 ? weights : backing::small_values<double>(r, n);
    const operands of(x, y);
    const auto k = ravel::clone(ravel::cast<int>(abs(in_buffer<double>(x))));
    check(kind, run(of), of_buffers(in_buffer<double>(x), in_buffer<double>(y), k, ravel::clone(in_buffer<double>(x) > 2)));
    if (n == 5) of.check_excused(known);  // of more elements the ends are few
  }
}

// Everything of trees of what as(reader) gives of sparse memory, against what buffers give.
template <class As>
void check_entries(const char* kind, As as) {
  for (const auto& [first, second] : of_several_densities()) {
    const auto n = static_cast<index_t>(first.size());
    const support::call_count calls = support::no_calls();
    const auto sparse = [&]<class T>(const std::vector<T>& elements) {
      return support::counted(backing::sparse_memory(elements, backing::most_common(elements)), calls, 1000 * n);
    };
    const auto x = in_buffer<double>(first);
    const auto k = ravel::clone(ravel::cast<int>(abs(x)));
    const auto mask = ravel::clone(x > 2);
    const results found = everything(tree_of(as(sparse(first)), middle), tree_of(as(sparse(second)), middle),
                                     tree_of(as(sparse(ravel::to_vector(k))), lesser), tree_of(as(sparse(ravel::to_vector(mask))), both),
                                     [&](const std::string&) { *calls = 0; });
    check(kind, found, of_buffers(x, in_buffer<double>(second), k, mask), true);
  }
}

}  // namespace every_operation
