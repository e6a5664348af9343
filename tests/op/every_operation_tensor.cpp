// SPDX-License-Identifier: BSL-1.0
// Every operation takes tensors of one axis, and what is computed of tensors.
#include "every_operation.hpp"

#include <support/catch.hpp>

using namespace every_operation;

namespace {

template <class T>
ravel::tensor<T> in_tensor(const numbers& of) {
  return ravel::tensor<T>(ravel::dims::row_major({static_cast<index_t>(of.size())}), in_buffer<T>(of));
}

}  // namespace

TEST_CASE("every operation takes tensors of one axis", "[every_operation]") {
  const auto k = in_tensor<int>(values);
  check("tensor", everything(in_tensor<double>(values), in_tensor<double>(weights), k, ravel::tensor<bool>(clone(k > 2))));
}

TEST_CASE("every operation takes expressions of tensors", "[every_operation]") {
  const auto x = in_tensor<double>(values), y = in_tensor<double>(weights);
  const auto k = in_tensor<int>(values);
  check("tensor expression", everything(x * 1.0, y * 1.0, k + 0, k > 2));
}

TEST_CASE("every operation takes tensors over any backing", "[every_operation]") {
  check_kinds(backing::writable_kinds, [](backing::kind how, const numbers& of, auto type) {
    using T = decltype(type);
    return backing::writable<T>(how, {static_cast<index_t>(of.size())}, as_vector<T>(of));
  });
}
