// SPDX-License-Identifier: BSL-1.0
// Each verb of folds, of orders and of keys gives of an any_tensor what it gives of a tensor of the type: the type of the result and its
// bits.
#include "same_as_typed.hpp"

using namespace ravel;

#define RAVEL_EACH_HERE(do_with) \
  RAVEL_FOR_EACH_VERB_OF_fold(do_with) RAVEL_FOR_EACH_VERB_OF_order(do_with) RAVEL_FOR_EACH_VERB_OF_keys(do_with)

TEST_CASE("folds, orders and keys of run-time type have the results of the type", "[any]") {
  any_tests::verb_names names;
  RAVEL_EACH_HERE(RAVEL_NAME_OF_ROW)
  const tensor<int> keys{1, 2, 1, 1};
  const auto later = [](auto, auto b) { return b; };
  const auto first = [](const auto& line) { return line(0); };
  const auto turned = [](const auto& line) { return flip(line, 0); };
  any_tests::for_three_kinds([&](const auto& t) {
    RAVEL_EACH_HERE(RAVEL_SAME_OF_ROW)
    RAVEL_SAME(argmin, x, 1)
    RAVEL_SAME(argmax, x)
    RAVEL_SAME(argmin_last, x, 0, keep)
    RAVEL_SAME(argmax_last, x, 1)
    RAVEL_SAME(all_of, x != 1)
    RAVEL_SAME(any_of, x != 1, 1)
    RAVEL_SAME(none_of, x != 1, 0, keep)
    RAVEL_SAME(count, x != 1, 1)
    RAVEL_SAME(norm, x)
    RAVEL_SAME(norm, x, 1)
    RAVEL_SAME(logsumexp, x)
    RAVEL_SAME(logsumexp, x, 1, keep)
    RAVEL_SAME(scan, x, later, 1)
    RAVEL_SAME(reduce_axis, x, 1, first)
    RAVEL_SAME(map_axis, x, 1, turned)
    RAVEL_SAME(nth_element, x, 2)
    RAVEL_SAME(nth_element, x, 2, 1)
    RAVEL_SAME(arg_top_k, x, 2)
    RAVEL_SAME(arg_top_k, x, 2, 1)
    RAVEL_SAME(group_reduce, keys, x, reducer::last, 0)
  });
  CHECK(names == any_tests::verb_names());
}
