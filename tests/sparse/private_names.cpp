// SPDX-License-Identifier: BSL-1.0
// A user's call without a namespace finds no private function by what is sparse: see tests/support_tests/private_names.cpp.
#include <ravel/ravel.hpp>
#include <ravel/sparse.hpp>

#include <support/private_names.hpp>

namespace {

using support::find_nothing_private;

[[maybe_unused]] void of_sparse_data(const ravel::tensor<double>& t, const ravel::buffer<double>& b) {
  const auto matrix = ravel::to_sparse(t);
  find_nothing_private(matrix, matrix + 1, matrix(0, ravel::all), ravel::to_sparse(b), ravel::make_sparse<int>(3), to_coo(matrix),
                       to_csr(matrix), sparse_matmul(matrix, matrix), ravel::where_stored{matrix}, ravel::on_duplicates::sum);
}

[[maybe_unused]] void of_semirings() {
  const auto longer = [](int a, int b) { return a > b ? a : b; };
  find_nothing_private(ravel::plus_times, ravel::min_plus, ravel::max_plus, ravel::max_min, ravel::or_and, ravel::plus_first,
                       ravel::plus_pair, ravel::semiring{0, longer, longer});
}

}  // namespace
