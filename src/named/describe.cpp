// SPDX-License-Identifier: BSL-1.0
// The text of describe_sum.
#include <ravel/base/error.hpp>
#include <ravel/named/reduce.hpp>

namespace ravel::detail {

template <class T>
std::string sum_text(const named<T>& e, const dims_plan& plan) {
  check_known(plan.whole);
  const factors<sum_t<T>> of = factors_of(e);
  if (of.empty()) return text() << "sum of " << to_string(e.of()) << " over " << to_string(plan.along) << "\n0 multiplications";
  return contraction_text(of, plan);
}

#define RAVEL_INSTANTIATE(T) template RAVEL_API std::string sum_text(const named<T>& e, const dims_plan& plan);
RAVEL_FOR_EACH_ELEMENT(RAVEL_INSTANTIATE)
#undef RAVEL_INSTANTIATE

}  // namespace ravel::detail
