// SPDX-License-Identifier: BSL-1.0
// Every operation computes a node that stands in many places of a tree once a block: trees of sixty nodes with a trillion places
// take as long as sixty nodes do. The elements count how often each operation asks for them, and who computes them place by place is
// stopped early on.
#include "every_operation.hpp"

#include <support/catch.hpp>
#include <support/on_one_thread.hpp>

#include <map>

using namespace every_operation;
using support::tree_of, support::watched;

namespace {

const auto middle = [](const auto& a, const auto& b) { return (a + b) * 0.5; };
const auto lesser = [](const auto& a, const auto& b) { return minimum(a, b); };
const auto both = [](const auto& a, const auto& b) { return a & b; };

using pass_table = std::map<std::string, index_t>;

// How often an operation reads an operand, if not once, in any of its forms.
const pass_table passes{
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
const pass_table passes_of_lines = [] {
  pass_table all = passes;
  for (const char* const line : {"arg_largest_triangle", "rank", "savgol_filter"}) all.erase(line);
  return all;
}();
// What is written along a walk of tensors: the two operands of the root are read at addresses of their own, and each has its blocks.
const pass_table passes_of_tensors = [] {
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
    check(kind, run(of), everything(in_buffer<double>(x), in_buffer<double>(y), k, ravel::clone(in_buffer<double>(x) > 2)));
    if (n == 5) of.check_excused(known);  // of more elements the ends are few
  }
}

}  // namespace

TEST_CASE("every operation computes a node once, of readers", "[every_operation]") {
  check_counted("tree", [](const operands& of) {
    return everything(tree_of(of.x, middle), tree_of(of.y, middle), tree_of(of.k, lesser), tree_of(of.mask, both), of.check_passes());
  });
}

TEST_CASE("every operation computes a node once, behind views", "[every_operation]") {
  check_counted("view of a tree", [](const operands& of) {
    const auto twice = [](const auto& r) { return ravel::reverse(ravel::reverse(r + 0)); };
    index_list backwards;
    for (index_t i = of.n; i-- > 0;) backwards.push_back(i);
    const auto turned = [&](const auto& r) { return ravel::select(r, ravel::selection(backwards)); };
    const ravel::reader<double> x = turned(tree_of(ravel::reader<double>(turned(of.x)), middle)),
                                y = turned(tree_of(ravel::reader<double>(turned(of.y)), middle));
    const ravel::reader<int> k = twice(tree_of(of.k, lesser));
    return everything(x, y, k, turned(tree_of(ravel::reader<bool>(turned(of.mask)), both)), of.check_passes());
  });
}

TEST_CASE("every operation computes a node once, of tensors", "[every_operation]") {
  const auto shaped = [](const auto& r) { return ravel::as_tensor(r, {r.size()}); };
  const auto of_trees = [&](const operands& of) {
    return everything(shaped(tree_of(of.x, middle)), shaped(tree_of(of.y, middle)), shaped(tree_of(of.k, lesser)),
                      shaped(tree_of(of.mask, both)), of.check_passes(passes_of_lines));
  };
  check_counted("tensor of a tree", of_trees, passes_of_lines);
  const auto of_tensors = [&](const operands& of) {
    return everything(tree_of(ravel::tensor<const double>(shaped(of.x)), middle),
                      tree_of(ravel::tensor<const double>(shaped(of.y)), middle), tree_of(ravel::tensor<const int>(shaped(of.k)), lesser),
                      tree_of(ravel::tensor<const bool>(shaped(of.mask)), both), of.check_passes(passes_of_tensors));
  };
  check_counted("tree of tensors", of_tensors, passes_of_tensors);
}

TEST_CASE("every operation goes over the entries of a tree, and asks how many there are, node by node", "[every_operation]") {
  for (const auto& [first, second] : of_several_densities()) {
    const auto n = static_cast<index_t>(first.size());
    const support::call_count calls = support::no_calls();
    const auto sparse = [&]<class T>(const std::vector<T>& values) {
      return support::counted(backing::sparse_memory(values, backing::most_common(values)), calls, 1000 * n);
    };
    const auto on_sparse = [&, &x = first, &y = second](const auto& as) {
      const std::vector<int> k = ravel::to_vector(ravel::cast<int>(abs(in_buffer<double>(x))));
      const std::vector<bool> mask = ravel::to_vector(in_buffer<double>(x) > 2);
      return everything(tree_of(as(sparse(x)), middle), tree_of(as(sparse(y)), middle), tree_of(as(sparse(k)), lesser),
                        tree_of(as(sparse(mask)), both), [&](const std::string&) { *calls = 0; });
    };
    const auto x = in_buffer<double>(first);
    const results expected = everything(x, in_buffer<double>(second), ravel::clone(ravel::cast<int>(abs(x))), ravel::clone(x > 2));
    check("tree of sparse readers", on_sparse([](const auto& r) { return r; }), expected, true);
    const auto shaped = [&]<class T>(const ravel::reader<T>& r) { return ravel::tensor<const T>(ravel::as_tensor(r, {n})); };
    check("tree of sparse tensors", on_sparse(shaped), expected, true);
  }
}

TEST_CASE("walks of tensors compute a node once", "[every_operation]") {
  const ravel::tensor<double> data = ravel::clone(ravel::as_tensor(ravel::iota<double>(2000), {40, 50}));
  const index_t most = 150 * data.size();  // turned, what lies less than eight levels deep is asked place by place
  const ravel::tensor<const double> start = ravel::as_tensor(watched(data, most), {40, 50});
  const ravel::tensor<const double> tree = tree_of(start, middle),
                                    over_reader = ravel::as_tensor(tree_of(watched(data, most), middle), {40, 50});
  for (const auto& t : {tree, over_reader}) {
    CHECK(equal(t, data));
    CHECK(equal(clone(t + transpose(reshape(t, {50, 40}))), clone(data + transpose(reshape(data, {50, 40})))));
    CHECK(equal(clone(transpose(t)), clone(transpose(data))));
    CHECK(equal(sum(t, 0), sum(data, 0)));
    CHECK(equal(sum(transpose(t), 0), sum(data, 1)));
    CHECK(equal(sort(t, 0), sort(data, 0)));
    CHECK(equal(clone(t(ravel::all, ravel::slice(0, 25, 2))), clone(data(ravel::all, ravel::slice(0, 25, 2)))));
    CHECK(equal(matmul(t, transpose(t)), matmul(data, transpose(data))));
    CHECK(equal(clone(concat(ravel::along(0), t, t)), clone(concat(ravel::along(0), data, data))));
    CHECK(equal(clone(pad(t, 2)), clone(pad(data, 2))));
    const auto target = ravel::zeros<double>({40, 100});
    copy(t, target(ravel::all, ravel::slice(0, 50, 2)));
    CHECK(equal(target(ravel::all, ravel::slice(0, 50, 2)), data));
    copy(t + target(ravel::all, ravel::slice(0, 50, 2)), target(ravel::all, ravel::slice(1, 50, 2)));
    CHECK(target(39, 99) == 2 * 1999);
  }
}

TEST_CASE("ranges of elements and writes with a step compute a node once", "[every_operation]") {
  const ravel::buffer<double> data = ravel::clone(ravel::iota<double>(5000));
  const auto tree = tree_of(watched(data, 20 * data.size()), middle);
  index_t seen = 0;
  for (const auto part : ravel::blocks(tree)) seen += std::ssize(part);
  for (const double value : ravel::walk(tree)) seen += value >= 0;
  CHECK(seen == 10000);
  const auto target = ravel::make_buffer<double>(10000, 0.0);
  copy(tree, slice(target, 0, 5000, 2));
  CHECK(equal(slice(target, 0, 5000, 2), data));
  target.assign(concat(tree, tree));  // which reads what is written nowhere
  CHECK(target[9999] == 4999);
  data.assign(tree);
  CHECK(data[4999] == 4999);
  std::vector<std::string> words{"a", "b"};
  const auto longer = [](const std::string& a, const std::string& b) { return a < b ? b : a; };
  const auto text = tree_of(watched(ravel::adopt(std::move(words)), 100),
                            [&](const auto& a, const auto& b) { return ravel::reader<std::string>(map(longer, a, b)); });
  CHECK(ravel::to_vector(text) == std::vector<std::string>{"a", "b"});
}
