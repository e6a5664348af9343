// SPDX-License-Identifier: BSL-1.0
// The stated error of a count of different elements over 1,000 seeds; merging in any tree gives the bits of the whole.
#include <ravel/op/sketch/distinct_sketch.hpp>
#include <ravel/storage/borrow.hpp>

#include <support/catch.hpp>
#include <support/merging.hpp>

#include <cmath>

namespace {

using ravel::distinct_sketch;
namespace reducer = ravel::reducer;

}  // namespace

TEST_CASE("a count of different elements keeps its error over 1,000 seeds, merged in any tree") {
  double squares = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    support::random r(seed);
    const std::int64_t different = r.between(1, seed % 50 == 0 ? 200000 : 3000);
    std::vector<double> values;
    for (std::int64_t i = 0; i < different; ++i) values.push_back(static_cast<double>(i) * 0.25 + static_cast<double>(seed));
    for (std::int64_t i = 0; i < different / 3; ++i) values.push_back(values[static_cast<std::size_t>(r.below(different))]);
    const auto gather = [](std::span<const double> part, std::uint64_t) {
      distinct_sketch made;
      made.add(part);
      return made;
    };
    const double found = support::merged_in_some_tree<double>(r, values, gather).count();
    REQUIRE(found == gather(values, 0).count());
    const double error = found / static_cast<double>(different) - 1;
    REQUIRE(std::abs(error) <= 5 * distinct_sketch::standard_error);
    squares += error * error;
  }
  CHECK(std::sqrt(squares / 1000) < 1.1 * distinct_sketch::standard_error);
}

TEST_CASE("large counts of whole numbers") {
  distinct_sketch made;
  std::vector<std::int64_t> part(1 << 16);
  for (std::int64_t start = 0; start < std::int64_t{1} << 21; start += std::ssize(part)) {
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = start + static_cast<std::int64_t>(i);
    made.add<std::int64_t>(part);
  }
  CHECK(made.count() == Approx(std::pow(2, 21)).epsilon(0.03));
}

TEST_CASE("elements that count as one") {
  const std::vector<double> x{0.0, -0.0, std::nan(""), -std::nan(""), 5, 5};
  CHECK(reduce_with(ravel::borrow(x), reducer::distinct_count) == 3);
  CHECK(reduce_with(ravel::borrow(x), reducer::distinct_count, ravel::nan_policy::skip) == 2);
  CHECK(reduce_with(ravel::buffer<bool>{true, false, true}, reducer::distinct_count) == 2);
  CHECK(reduce_with(ravel::buffer<float>{1.5F, 2.5F, 1.5F}, reducer::distinct_count) == 2);
  CHECK(reduce_with(ravel::make_buffer<int>(0), reducer::distinct_count) == 0);
  CHECK(distinct_sketch().count() == 0);
  CHECK(reduce_with(ravel::buffer<int>{-1, 3, -1}, reducer::distinct_sketch).count() == Approx(2).epsilon(0.001));
}
