// SPDX-License-Identifier: BSL-1.0
// Every operation computes a node that stands in many places of a tree once a block: trees of sixty nodes with a trillion places
// take as long as sixty nodes do. The elements count how often each operation asks for them, and who computes them place by place is
// stopped early on.
#include "every_operation_tree.hpp"

using namespace every_operation;

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

TEST_CASE("every operation goes over the entries of a tree, and asks how many there are, node by node", "[every_operation]") {
  check_entries("tree of sparse readers", [](const auto& r) { return r; });
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
