// SPDX-License-Identifier: BSL-1.0
// What descriptions say of tensors over every kind of memory and reader, and of every allocation order.
#include <ravel/lazy/iota.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/compute.hpp>
#include <ravel/tensor/describe.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>

#include <support/catch.hpp>
#include <support/sparse_samples.hpp>

#include <limits>
#include <sstream>

using namespace ravel;

TEST_CASE("a tensor and its views", "[tensor]") {
  const tensor<double> t{{0, 1, 2}, {3, 4, 5}};
  std::ostringstream out;
  out << describe(t);
  CHECK(out.str() == "float64[2 3], contiguous, 48 bytes, writable, owner ravel, strides [3 1], offset 0");
  CHECK(to_string(describe(scalar_tensor(true))).find(", 1 byte,") != std::string::npos);
  CHECK(to_string(describe(transpose(t)(slice(1, 2)))) ==
        "float64[2 2], strided, 32 bytes, writable, owner ravel, strides [1 3], offset 1");
  CHECK(to_string(describe(rotate(t, {0, 1}))) == "float64[2 3], indexed, 48 bytes, writable, owner ravel, offset 2");
  CHECK(to_string(describe(broadcast(t(0, all), {4, 3}))) ==
        "float64[4 3], strided, 96 bytes, read-only, owner ravel, strides [0 1], offset 0");
  CHECK(describe(t) == describe(clone(t)));
  CHECK(describe(t) != describe(tensor<const double>(t)));
  CHECK(!describe(t).read_only);
  CHECK(describe(t).contiguous);
  CHECK(!describe(transpose(t)).contiguous);
}

TEST_CASE("the owner of the elements", "[tensor]") {
  std::vector<int> mine{1, 2, 3, 4};
  CHECK(describe(as_tensor(adopt(std::vector<int>{1, 2}), {2})).owner == owner_kind::shared);
  CHECK(describe(as_tensor(borrow(mine), {2, 2})).owner == owner_kind::nobody);
  CHECK(describe(as_tensor(constant(4, 1), {2, 2})).owner == owner_kind::constant);
  CHECK(describe(as_tensor(slice(make_buffer<int>(4), 1, 2), {2})).owner == owner_kind::shared);
  const tensor<int> t{{1, 2}};
  const description lazy = describe(t + t);
  CHECK(lazy.owner == owner_kind::reader);
  CHECK(lazy.layout == layout::computed);
  CHECK(lazy.read_only);
  CHECK(to_string(describe(compute<bool>({2}, [](index_t i) { return i > 0; }))) ==
        "bool[2], computed, 2 bytes, read-only, owner reader, strides [1], offset 0");
  CHECK(describe(zeros<int>({0, 3})).bytes == 0);
  CHECK(describe(scalar_tensor(1)).bytes == 4);
}

TEST_CASE("memory for any map", "[tensor]") {
  CHECK(*describe(empty<int>(dims::column_major({2, 3}))).strides == std::vector<index_t>{1, 2});
  const auto padded = empty<double>(dims::row_major({3, 5}, aligned({3, 5}, 8)));
  CHECK(*describe(padded).strides == std::vector<index_t>{8, 1});
  CHECK(padded.base().size() == 2 * 8 + 5);
  for (index_t i = 0; i < 3; ++i) CHECK(reinterpret_cast<std::uintptr_t>(&padded(i, 0)) % 64 == 0);
  CHECK(empty<int>(dims::row_major({0, 3})).size() == 0);
  CHECK(empty<int>({}).size() == 1);
  CHECK(empty<int>({0}).size() == 0);
  CHECK_THROWS_AS(empty<int>(dims::strided({3}, {-1})), layout_error);
}

TEST_CASE("sparse tensors say what they store", "[tensor][sparse]") {
  const auto of = [](const auto& r, const shape& s) { return describe(as_tensor(r, s)); };
  const description d = of(support::listed<double>(8, 1.5, {{3, 2.0}, {5, -1.0}}), {2, 4});
  CHECK(d.sparse);
  CHECK(d.stored == 2);
  CHECK(d.density() == 0.25);
  CHECK(d.fill == "1.5");
  CHECK(d.bytes == 2 * (8 + 8));
  CHECK(to_string(d) ==
        "float64[2 4], sparse, 32 bytes, read-only, owner reader, strides [4 1], offset 0, 2 stored, density 0.25, fill 1.5");
  CHECK(d == of(support::listed<double>(8, 1.5, {{0, 2.0}, {1, -1.0}}), {2, 4}));
  CHECK(d != of(support::listed<double>(8, 1.0, {{3, 2.0}, {5, -1.0}}), {2, 4}));
  CHECK(of(support::listed<double>(8, std::numeric_limits<double>::quiet_NaN()), {8}).fill == "nan");
  CHECK(of(support::listed<std::int8_t>(8, -3), {8}).fill == "-3");
  CHECK(of(support::listed<bool>(8, true), {8}).fill == "true");
  CHECK(of(support::listed<std::complex<double>>(8, {1, -2}), {8}).fill == "1-2i");
  CHECK(of(support::listed<std::string>(8, "no"), {8}).fill == "\"no\"");
  const description structs = of(support::listed<support::record>(8, {}, {{1, {2, 1, {}, true, "x"}}}), {8});
  CHECK(structs.fill.empty());
  CHECK(to_string(structs).ends_with("offset 0, 1 stored, density 0.125"));
  const description none = of(support::listed<int>(0, 7), {0, 3});
  CHECK(none.density() == 0);
  CHECK(to_string(none).ends_with("0 stored, density 0, fill 7"));
  const index_t side = index_t{1} << 30;  // 2^63 bytes if all were there
  CHECK(of(support::listed<double>(side * side, 0, {{7, 1.0}}), {side, side}).bytes == 16);
  CHECK(!describe(tensor<int>{0, 0}).sparse);
  CHECK(!of(constant(4, 1), {4}).sparse);
}
