// SPDX-License-Identifier: BSL-1.0
// Sums and reductions that threads find by parts have the bits of one thread, wherever the parts end, and floating sums those of their
// definition.
#include <ravel/exec.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/executors.hpp>
#include <support/reader_contract.hpp>
#include <support/sums.hpp>

#include <complex>
#include <vector>

using namespace ravel;
using support::detail::identical;

namespace {

const std::vector<detail::task_rules> all_rules{
    support::share_all,
    {.most = 3, .smallest = 1, .worth_waking = 0, .claimed = 0},
    {.most = 1024, .smallest = 700, .worth_waking = 0, .claimed = 1},
    {.most = 16, .smallest = 3000, .worth_waking = 0, .claimed = 0},
};

// same(work) wherever work is shared: by threads, and by tasks of every size in any order.
template <class Same>
void for_all_executors(const Same& same) {
  same();
  unsigned seed = 1;
  for (const detail::task_rules& rules : all_rules) {
    const support::rules_of_tasks now(rules);
    with_executor(support::shuffling_executor(++seed), same);
    for (const int threads : {2, 3, 7, 16}) with_threads(threads, same);
  }
}

std::vector<double> uneven(index_t n) {
  const auto x = random_normal<double>({n}, 0, 10, 5);
  return to_vector(clone(exp(flat(x)) * where(flat(x) > 3.0, -1.0, 1.0)));
}

}  // namespace

TEST_CASE("floating sums are as they are defined, by any number of threads", "[exec]") {
  for (const index_t n : {0, 1, 255, 256, 257, 1023, 1025, 2047, 4096, 65535, 65537, 100000}) {
    const std::vector<double> values = uneven(n);
    const auto x = ravel::adopt(std::vector<double>(values));
    const double expected = support::model::added(values);
    const auto narrow = clone(cast<float>(sin(x)));
    const auto narrow_total = static_cast<float>(support::model::added(to_vector(narrow)));
    const auto factors = clone(1.0 + sin(x) * 1e-3);
    const double factored = support::model::multiplied(to_vector(factors));
    for_all_executors([&] {
      REQUIRE(identical(sum(x), expected));
      REQUIRE(identical(sum(x * 1.0), expected));                                                  // a loop of its own
      REQUIRE(identical(sum(ravel::reverse(clone(ravel::reverse(x)))), expected));                 // from the end of memory
      REQUIRE(identical(sum(reader<double>(ravel::reverse(ravel::reverse(x) * 1.0))), expected));  // by blocks
      REQUIRE(identical(sum(narrow), narrow_total));
      REQUIRE(identical(product(factors), factored));
      REQUIRE(identical(dot(x, x), sum(x * x)));
      REQUIRE(identical(reduce_with(x, reducer::sum), expected));
      if (n > 0) REQUIRE(identical(mean(x), expected / static_cast<double>(n)));
      if (n > 0) REQUIRE(identical(reduce_with(x, reducer::mean), expected / static_cast<double>(n)));
    });
  }
}

TEST_CASE("complex sums and products are shared", "[exec]") {
  const auto re = ravel::adopt(uneven(20000));
  const auto z = clone(map([](double a) { return std::complex<double>(a, a * a); }, sin(re)));
  const auto total = sum(z), factor = product(z * (1.0 / 0.75));
  for_all_executors([&] {
    REQUIRE(identical(sum(z), total));
    REQUIRE(identical(product(z * (1.0 / 0.75)), factor));
  });
}

TEST_CASE("reducers are shared", "[exec]") {
  const auto x = ravel::adopt(uneven(30000));
  const auto few = clone(cast<std::int16_t>(sin(x) * 1000.0));
  const auto all_of = [&] {
    return std::tuple(variance(x), standard_deviation(few), skew(x), kurtosis(few), covariance(x, cast<double>(few)),
                      correlation(x, cast<double>(few)), reduce_with(few, reducer::min), reduce_with(x, reducer::last),
                      reduce_with(x, compose(reducer::min, reducer::mean, reducer::max)), reduce_with(few, reducer::sum),
                      reduce_with(x, reducer::sum, nan_policy::skip));
  };
  const auto expected = all_of();
  for_all_executors([&] { REQUIRE(all_of() == expected); });
}

TEST_CASE("a shared reduction refuses the value that one thread refuses first", "[exec]") {
  auto values = uneven(50000);
  values[49000] = values[31000] = values[12345] = std::numeric_limits<double>::quiet_NaN();
  const auto x = ravel::adopt(std::move(values));
  for_all_executors([&] {
    REQUIRE_THROWS_WITH(reduce_with(x, reducer::variance, nan_policy::refuse), Catch::Matchers::ContainsSubstring("12345"));
    REQUIRE_THROWS_WITH(reduce_with(x, reducer::sum, nan_policy::refuse), Catch::Matchers::ContainsSubstring("12345"));
  });
  for_all_executors([&] { REQUIRE(identical(reduce_with(x, reducer::sum, nan_policy::skip), sum(x, nan_policy::skip))); });
}
