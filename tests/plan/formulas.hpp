// SPDX-License-Identifier: BSL-1.0
// Named values for the tests of formulas: as placeholders, and as tensors with which plans run.
#pragma once

#include <ravel/op.hpp>
#include <ravel/plan/text.hpp>
#include <ravel/tensor.hpp>

#include <plan/recorded_as_eager.hpp>

#include <string>

namespace plan_tests {

using namespace ravel;

inline constexpr index_t rows = 4, columns = 3;

// Two tables of doubles, one of integers, and a row, as placeholders and as tensors.
struct scene {
  planned_extent n = planned_extent("n"), m = planned_extent("m");
  planned x = placeholder<double>("x", {n, m}), y = placeholder<double>("y", {n, m}), i = placeholder<int>("i", {n, m}),
          row = placeholder<double>("row", {m});
  planned_names names{{"x", x}, {"y", y}, {"i", i}, {"row", row}};
  any_tensor of_x = values(1), of_y = values(2), of_i = cast(values(3) * 5, dtype::int32), of_row = any_tensor(tensor<double>{0.5, -1, 2});

  static any_tensor values(std::uint64_t seed) { return clone(random_uniform<double>({rows, columns}, -2, 2, seed)); }
  any_tensor result(const planned& of) const { return plan({x, y, i, row}, {{"result", of}}).run({of_x, of_y, of_i, of_row})["result"]; }
  void check(const std::string& formula, const planned& wanted) const {
    INFO(formula);
    const planned read = parse(formula, names);
    CHECK(read.dtype() == wanted.dtype());
    CHECK(read.shape() == wanted.shape());
    CHECK(same_bits(result(read), result(wanted)));
  }
};

}  // namespace plan_tests
