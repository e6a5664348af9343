// SPDX-License-Identifier: BSL-1.0
// What reads everything at once: a reduction gives one element.
#include <ravel/op.hpp>

#include <differential/operation.hpp>

namespace differential {

namespace {

using sum = decltype([](const auto& a) { return single(ravel::sum(a)); });
using product = decltype([](const auto& a) { return single(ravel::product(a)); });
using mean = decltype([](const auto& a) { return single(ravel::mean(a)); });
using least = decltype([](const auto& a) { return single(ravel::min(a)); });
using greatest = decltype([](const auto& a) { return single(ravel::max(a)); });
using norm = decltype([](const auto& a) { return single(ravel::norm(a)); });
using dot = decltype([](const auto& a, const auto& b) { return single(ravel::dot(a, b)); });
using all_equal = decltype([](const auto& a, const auto& b) { return single(ravel::equal(a, b)); });
using all_close = decltype([](const auto& a, const auto& b) { return single(ravel::close(a, b, 0.5, 2)); });
using count = decltype([](const auto& a) { return single(ravel::count(a)); });
using any = decltype([](const auto& a) { return single(ravel::any_of(a)); });
using all_true = decltype([](const auto& a) { return single(ravel::all_of(a)); });
using sum_skip = decltype([](const auto& a) { return single(ravel::sum(a, ravel::nan_policy::skip)); });
using min_skip = decltype([](const auto& a) { return single(ravel::min(a, ravel::nan_policy::skip)); });
using running_sum = decltype([](const auto& a) { return ravel::cumsum(a); });
using running_product = decltype([](const auto& a) { return ravel::cumprod(a); });
using running_min = decltype([](const auto& a) { return ravel::cummin(a); });
using running_max = decltype([](const auto& a) { return ravel::cummax(a); });
using sorted = decltype([](const auto& a) { return ravel::sort(a); });
using compressed = decltype([](const auto& a, const auto& mask) { return ravel::compress(a, mask); });

template <class T>
void add_ordered(std::vector<operation>& all) {
  add<sum, T>(all, "sum");
  add<product, T>(all, "product");
  add<mean, T>(all, "mean");
  add<norm, T>(all, "norm");
  add<dot, T, T>(all, "dot");
  add<least, T>(all, "min");
  add<greatest, T>(all, "max");
  add<running_sum, T>(all, "cumsum");
  add<running_product, T>(all, "cumprod");
  add<running_min, T>(all, "cummin");
  add<running_max, T>(all, "cummax");
  add<sorted, T>(all, "sort");
  add<compressed, T, bool>(all, "compress");
  add<all_equal, T, T>(all, "all_equal");
}

template <class... Ts>
void add_all_ordered(std::vector<operation>& all) {
  (add_ordered<Ts>(all), ...);
}

}  // namespace

void add_reductions(std::vector<operation>& all) {
  add_all_ordered<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint32_t, std::uint64_t, float, double>(
      all);
  add<count, bool>(all, "count");
  add<any, bool>(all, "any");
  add<all_true, bool>(all, "all");
  add<sum_skip, float>(all, "sum_skip");
  add<sum_skip, double>(all, "sum_skip");
  add<min_skip, float>(all, "min_skip");
  add<min_skip, double>(all, "min_skip");
  add<all_close, double, double>(all, "all_close");
  add<all_close, std::int32_t, float>(all, "all_close");
  add<all_equal, std::int64_t, double>(all, "all_equal");
  add<sum, std::complex<double>>(all, "sum");
}

}  // namespace differential
