// SPDX-License-Identifier: BSL-1.0
// Every operation on readers over every backing gives the bits of one thread, however many threads share it and however it is cut.
// every_operation_axes.hpp does the same along axes.
#include "every_operation.hpp"

#include <support/catch.hpp>

using namespace every_operation;

// docs/exec.md names them, except those that end at the first elements here or that call a function of the user's.
TEST_CASE("operations that no thread shares are those of a list", "[every_operation]") {
  constexpr index_t n = 3000;
  support::random r(43);
  const auto x = in_buffer<double>(backing::small_values<double>(r, n)), y = in_buffer<double>(backing::small_values<double>(r, n));
  const auto k = ravel::clone(abs(ravel::cast<int>(x)));
  const std::string alone = run_alone([&](const auto& after) { of_readers(x, y, k, ravel::clone(k > 2), after); });
  CHECK(alone ==
        "all_of any_of arg_top_k arggroup_by argpartition argpartition_by binary_search diff drop_missing ewm expanding for_each "
        "lower_bound none_of reduce rfft run_lengths scan split_columns to_vector upper_bound ");
}

TEST_CASE("every operation has the bits of one thread over any backing", "[every_operation]") {
  support::random r(37);
  for (const backing::kind how : backing::evaluated_kinds) {
    constexpr index_t n = 700;
    const auto x = backing::small_values<double>(r, n), y = backing::small_values<double>(r, n);
    numbers k, mask;
    for (const double value : x) k.push_back(std::abs(value));
    for (const double value : k) mask.push_back(value > 2);
    const auto in = [&](const numbers& of, auto type) {
      using T = decltype(type);
      return ravel::reader<T>(backing::readable<T>(how, {n}, as_vector<T>(of)));
    };
    check_shared("kind " + std::to_string(static_cast<int>(how)),
                 [&] { return of_readers(in(x, double()), in(y, double()), in(k, int()), in(mask, bool())); });
  }
}
