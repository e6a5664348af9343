// SPDX-License-Identifier: BSL-1.0
// What is written to files or handed over computes a node that stands in many places of a tree once, and gives the bytes that the elements
// in memory give.
#include <ravel/any.hpp>
#include <ravel/interop.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/folder.hpp>
#include <support/require_equal.hpp>
#include <support/tree.hpp>

using namespace ravel;

TEST_CASE("files and what is handed over compute each node of a tree once") {
  constexpr index_t n = 3000;  // more than two blocks
  const buffer<double> plain = clone(iota<double>(n) * 0.5);
  const auto calls = support::no_calls();
  const reader<double> tree = support::tree_of(support::counted(plain, calls, 100 * n));
  const support::folder files;
  const auto once = [&](const auto& write) {
    write(tensor<const double>(as_tensor(plain, {n})), files / "plain");
    *calls = 0;
    write(tensor<const double>(as_tensor(tree, {n})), files / "tree");
    CHECK(*calls == n);
    CHECK(support::read_file(files / "tree") == support::read_file(files / "plain"));
  };
  once([](const auto& t, const std::string& path) { save_npy(path, t); });
  once([](const auto& t, const std::string& path) { save_npz(path, {{"a", t}}); });
  once([](const auto& t, const std::string& path) { save_safetensors(path, {{"a", t}}); });

  *calls = 0;
  const auto lent = from_dlpack<double>(to_dlpack(as_tensor(tree, {n}), {.copy = true}));
  CHECK(*calls == n);
  REQUIRE_EQUAL(lent, plain);

  ArrowSchema schema;
  ArrowArray array;
  *calls = 0;
  to_arrow({.name = "a", .values = as_tensor(tree, {n})}, &schema, &array);
  CHECK(*calls == n);
  REQUIRE_EQUAL(as<double>(from_arrow(&schema, &array).values), plain);
}
