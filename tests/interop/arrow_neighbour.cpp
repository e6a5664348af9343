// SPDX-License-Identifier: BSL-1.0
// Arrow's interfaces with a neighbour that is compiled as C and knows the specification alone (arrow_neighbour.c).
#include <ravel/any.hpp>
#include <ravel/base/error.hpp>
#include <ravel/interop/arrow.hpp>
#include <ravel/lazy.hpp>
#include <ravel/op.hpp>
#include <ravel/storage.hpp>
#include <ravel/tensor.hpp>

#include <support/catch.hpp>
#include <support/require_equal.hpp>

#include <cerrno>

extern "C" {
std::int64_t neighbour_sums(ArrowSchema* schema, ArrowArray* array, double* sums);
std::int64_t neighbour_reads(ArrowArrayStream* stream, double* sum);
void neighbour_makes(ArrowSchema* schema, ArrowArray* array, std::int64_t first, std::int64_t n);
int neighbour_blocks(void);
}

using namespace ravel;

TEST_CASE("a neighbour in C reads a table", "[interop]") {
  const arrow_table table{{arrow_column_of("numbers", tensor<int>{1, -2, 30, 4}, {2}), arrow_column_of("computed", iota<double>(4) * 0.5),
                           arrow_column_of("bools", tensor<bool>{true, false, true, true}, {0}),
                           arrow_column_of("codes", categorize(std::vector<double>{2.5, 1, 2.5, 7}), {3}),
                           arrow_column_of("lists", tensor<int>{{1, 2}, {3, 4}, {5, 6}, {7, 8}}, {1}),
                           arrow_column_of("words", adopt(std::vector<std::string>{"one", "", "three", "\xc3\xa4"}))}};
  ArrowSchema schema;
  ArrowArray array;
  to_arrow(table, &schema, &array);
  double sums[6];
  REQUIRE(neighbour_sums(&schema, &array, sums) == 6);
  CHECK(sums[0] == 3);
  CHECK(sums[1] == 3);
  CHECK(sums[2] == 2);
  CHECK(sums[3] == 6);
  CHECK(sums[4] == 29);
  CHECK(sums[5] == 10);
  CHECK(schema.release == nullptr);
  CHECK(array.release == nullptr);
}

TEST_CASE("a neighbour in C reads a stream", "[interop]") {
  ArrowArrayStream stream;
  double sum = 0;
  to_arrow_stream({{arrow_column_of("x", iota<int>(1000), index_set(slice(500, 500)))}}, 64, &stream);
  CHECK(neighbour_reads(&stream, &sum) == 1000);
  CHECK(sum == 124'750);
  const auto breaks = generate(100, [](index_t i) { return i < 70 ? 1.0 : throw value_error("broken"); });
  to_arrow_stream({{arrow_column_of("x", breaks)}}, 64, &stream);
  CHECK(neighbour_reads(&stream, &sum) == -EINVAL);
  CHECK(sum == 64);
}

TEST_CASE("a column that a neighbour in C made", "[interop]") {
  ArrowSchema schema;
  ArrowArray array;
  neighbour_makes(&schema, &array, 10, 20);
  CHECK(neighbour_blocks() == 3);
  {
    const arrow_column got = from_arrow(&schema, &array);
    CHECK(got.name == "made in C");
    CHECK(got.missing == index_set{2, 5, 8, 11, 14, 17});
    REQUIRE_EQUAL(as<std::int64_t>(got.values), iota<std::int64_t>(20, 10));
    CHECK(neighbour_blocks() == 3);
  }
  CHECK(neighbour_blocks() == 0);
  neighbour_makes(&schema, &array, 0, 3);
  CHECK_THROWS_AS(from_arrow<float>(&schema, &array), type_error);
  CHECK(neighbour_blocks() == 0);
}
