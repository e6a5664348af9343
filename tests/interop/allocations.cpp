// SPDX-License-Identifier: BSL-1.0
// Allocations that fail in the imports and exports whose own tests leave it out: nothing leaks, owners are kept as long as they are needed
// and no longer, and files are there as a whole or not at all.
#include <ravel/any.hpp>
#include <ravel/interop/arrow.hpp>
#include <ravel/interop/dlpack.hpp>
#include <ravel/interop/eigen.hpp>
#include <ravel/interop/mdspan.hpp>
#include <ravel/interop/npy.hpp>
#include <ravel/interop/ranges.hpp>
#include <ravel/interop/safetensors.hpp>
#include <ravel/interop/xtensor.hpp>
#include <ravel/op.hpp>
#include <ravel/tensor.hpp>

#include <support/faults.hpp>
#include <support/folder.hpp>

using namespace ravel;
using support::fail_each_allocation;
using support::folder;

namespace {

// An owner of memory, and how many of its kind live.
struct counted {
  counted() { ++alive; }
  ~counted() { --alive; }
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;

  double memory[6] = {1, 2, 3, 4, 5, 6};
  static inline int alive = 0;
};

// The least that from_mdspan looks at.
struct matrix_span {
  using element_type = double;
  using rank_type = std::size_t;
  static constexpr std::size_t rank() { return 2; }
  double* data_handle() const { return data; }
  int extent(std::size_t r) const { return r == 0 ? 2 : 3; }
  int stride(std::size_t r) const { return r == 0 ? 3 : 1; }
  double* data;
};

}  // namespace

TEST_CASE("allocations that fail while arrays go to files and come back one by one", "[interop]") {
  const folder at;
  const std::string archive = at / "x.npz", mapped = at / "x.npy", weights = at / "x.safetensors";
  const any_tensor x = tensor<int>{{1, 2}, {3, 4}};
  fail_each_allocation([&] { save_npz(archive, {{"a", x}, {"b", x}}); });
  index_t found = 0;
  fail_each_allocation([&] { found = load_npz(archive, "b").size(); });
  CHECK(found == 4);
  fail_each_allocation([&] { found = load_npz<int>(archive, "b").size(); });
  CHECK(found == 4);
  fail_each_allocation([&] { fill(map_npy_for_writing<double>(mapped, shape{3}), 2.5); });
  CHECK(equal(load_npy(mapped), tensor<double>{2.5, 2.5, 2.5}));
  save_safetensors(weights, {{"a", x}}, {{"by", "ravel"}});
  fail_each_allocation([&] { found = static_cast<index_t>(load_safetensors_metadata(weights).size()); });
  CHECK(found == 1);
  CHECK(at.files() == 3);
}

TEST_CASE("allocations that fail on the way out by DLPack", "[interop]") {
  const tensor<double> t{{1, 2}, {3, 4}};
  const tensor<const double> read = t;
  fail_each_allocation([&] {
    DLManagedTensorVersioned* const out = to_dlpack_versioned(read);
    out->deleter(out);
  });
  fail_each_allocation([&] {
    DLManagedTensor* const out = to_dlpack(flip(t, 0), {.copy = true});
    out->deleter(out);
  });
  fail_each_allocation([&] { static_cast<void>(from_dlpack<double>(to_dlpack_versioned(t + 1, {.copy = true}))); });
}

TEST_CASE("allocations that fail between tables of both kinds", "[interop]") {
  const any_table t{{"id", buffer<int>{1, 2}}, {"city", buffer<std::string>{"Ulm", "a name that is too long to lie in place"}}};
  const arrow_table columns = arrow_table_of(t);
  fail_each_allocation([&] { static_cast<void>(arrow_table_of(t)); });
  index_t rows = 0;
  fail_each_allocation([&] { rows = any_table_of(columns).size(); });
  CHECK(rows == 2);
}

TEST_CASE("allocations that fail while memory of neighbours is taken", "[interop]") {
  double found = 0;
  fail_each_allocation([&] {
    auto owner = std::make_shared<counted>();
    const matrix_span m{owner->memory};
    const tensor<double> t = from_mdspan(m, std::move(owner));
    found = t(1, 2);
  });
  CHECK(found == 6);
  CHECK(counted::alive == 0);
  fail_each_allocation([&] {
    std::vector<double> given(100, 0.5);
    found = sum(from_range(std::move(given)));
  });
  CHECK(found == 50);
#if __has_include(<Eigen/Core>)
  fail_each_allocation([&] {
    const auto owner = std::make_shared<counted>();
    Eigen::Map<Eigen::Matrix<double, 2, 3, Eigen::RowMajor>> m(owner->memory);
    found = from_eigen(m, owner)(1, 0);
    Eigen::MatrixXd moved = Eigen::MatrixXd::Ones(2, 2);
    found += from_eigen(std::move(moved))(1, 1);
  });
  CHECK(found == 5);
  CHECK(counted::alive == 0);
#endif
#if __has_include(<xtensor/xadapt.hpp>)
  fail_each_allocation([&] {
    xt::xarray<double> given = xt::ones<double>({2, 3});
    auto taken = from_xtensor(std::move(given));
    found = sum(taken);
    as_xtensor(taken)(1, 2) = 7;
  });
  CHECK(found == 6);
#endif
}
