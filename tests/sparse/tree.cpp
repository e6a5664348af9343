// SPDX-License-Identifier: BSL-1.0
// What takes entries computes a node that stands in many places of a tree once: of sparse tensors, whose entries count how often they are
// asked for, and of dense ones.
#include <ravel/lazy/operators.hpp>
#include <ravel/op.hpp>
#include <ravel/sparse.hpp>
#include <ravel/tensor.hpp>

#include <support/require_equal.hpp>
#include <support/sparse_samples.hpp>
#include <support/tree.hpp>

using ravel::index_t;

namespace {

constexpr index_t rows = 60, columns = 70;

// A matrix, and a tree that has its elements.
struct matrices {
  explicit matrices(const ravel::reader<double>& elements)
      : plain(ravel::as_tensor(elements, {rows, columns})),
        tree(support::tree_of(
            ravel::tensor<const double>(ravel::as_tensor(support::counted(elements, calls, 100 * elements.size()), {rows, columns})))) {}

  // The operation gives of the tree what it gives of the matrix, and reads each element that it needs at most so often.
  template <class Operation>
  void check(index_t elements, index_t passes, Operation operation) const {
    const auto expected = operation(plain);
    *calls = 0;
    const auto found = operation(tree);
    CHECK(*calls <= passes * (elements + 1));  // and the fill
    REQUIRE_EQUAL(found, expected);
  }
  // The same in a row.
  static ravel::buffer<double> flat(const ravel::reader<double>& of) { return ravel::clone(of); }
  void check_conversions(index_t elements, index_t passes) const {
    check(elements, passes, [](const auto& t) { return flat(to_sparse(t)); });
    check(elements, passes, [](const auto& t) { return flat(to_sparse(t, 1)); });
    check(elements, passes, [](const auto& t) { return ravel::to_coo(t).values; });
    check(elements, passes, [](const auto& t) { return ravel::to_csr(t).columns; });
    check(elements, passes, [](const auto& t) { return ravel::to_csc(t).values; });
  }

  support::call_count calls = support::no_calls();
  ravel::tensor<const double> plain, tree;
};

}  // namespace

TEST_CASE("entries of a tree of sparse tensors are computed once for each node that is not low", "[sparse]") {
  constexpr index_t low_places = 13;  // of one node in the levels at the bottom, whose entries are not kept
  support::stored_elements<double> some;
  for (index_t i = 0; i < 1400; ++i) some[i * 3] = static_cast<double>(i % 5 + 1);
  const matrices m(support::listed<double>(rows * columns, 0.0, some));
  m.check_conversions(1400, low_places);
  m.check(1400, 2 * low_places, [](const auto& t) { return matrices::flat(sparse_matmul(t, transpose(t))); });
  m.check(1400, 2 * low_places, [](const auto& t) { return matrices::flat(kron(t(ravel::slice(0, 2)), t(ravel::slice(0, 2)))); });
}

TEST_CASE("elements of a tree of dense tensors are computed once for each node", "[sparse]") {
  matrices(ravel::clone(ravel::iota<double>(rows * columns) % 5)).check_conversions(rows * columns, 1);
}
