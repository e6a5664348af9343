// SPDX-License-Identifier: BSL-1.0
// What operations give in several parts is printed part by part.
#include <ravel/lazy/iota.hpp>
#include <ravel/op/fold/reducers.hpp>
#include <ravel/print/results.hpp>
#include <ravel/storage/buffer.hpp>

#include <support/catch.hpp>

#include <sstream>

using namespace ravel;

namespace {

template <class X>
std::string printed(const X& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}

}  // namespace

TEST_CASE("results in several parts are printed part by part", "[print]") {
  const buffer<int> keys{0, 1, 5};
  const buffer<double> values{1, 2, 3};
  CHECK(printed(resample(keys, values, 0, 6, 3, reducer::sum)) ==
        "#ravel.resampled\n"
        "keys: #ravel.buffer<int32>[2]\n[0 3]\n"
        "values: #ravel.buffer<float64>[2]\n[3.000 3.000]");
  const filled_values<double> filled{values, {1}};
  CHECK(printed(filled) ==
        "#ravel.filled_values\n"
        "values: #ravel.buffer<float64>[3]\n[1.000 2.000 3.000]\n"
        "missing: " +
            to_string(index_set{1}));
  CHECK(to_string(filled, {.precision = 2}).find("1.0 2.0 3.0") != std::string::npos);
  CHECK(printed(categorize(buffer<int>{7, 8, 7})) ==
        "#ravel.categories\n"
        "codes: #ravel.buffer<int64>[3]\n[0 1 0]\n"
        "levels: #ravel.buffer<int32>[2]\n[7 8]");
  CHECK(printed(histogram_counts{{1, 2}, {0, 1, 2}}).starts_with("#ravel.histogram_counts\ncounts: "));
  CHECK(printed(join_positions{{1}, {0}}).starts_with("#ravel.join_positions\nleft: "));
  CHECK(printed(resampled_points<int, double>{keys, values, {}}).starts_with("#ravel.resampled_points\nkeys: "));
  CHECK(printed(resampled_along<int, double>{keys, tensor<double>{1, 2, 3}}).find("values: #ravel.tensor<float64>[3]") !=
        std::string::npos);
  CHECK(printed(filled_gaps<int, double>{keys, values, {2}}).find("inserted: ") != std::string::npos);
}
