// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/concat.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/functions.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/op/search/filter.hpp>
#include <ravel/op/search/index_of.hpp>
#include <ravel/print/print.hpp>
#include <ravel/sparse/tensor.hpp>
#include <ravel/sparse/to_sparse.hpp>
#include <ravel/storage/adopt.hpp>
#include <ravel/tensor/elementwise.hpp>
#include <ravel/tensor/make.hpp>
#include <ravel/tensor/views.hpp>

#include <support/reader_contract.hpp>

#include "model.hpp"

using ravel::index_set;
using ravel::index_t;
using ravel::sparse_mask;

TEST_CASE("an index set is a sparse mask, and the mask an index set", "[sparse]") {
  for (const index_set& set : {index_set{}, index_set{3}, index_set{0, 1, 2, 500, 999}, index_set(ravel::slice(100, 300, 3))}) {
    const auto m = sparse_mask(set, 1000);
    std::vector<bool> expected(1000);
    for (index_t i = 0; i < set.size(); ++i) expected[static_cast<std::size_t>(set.select(i))] = true;
    support::check_reader(m, expected);
    CHECK(m.fill() == false);
    CHECK(static_cast<index_t>(sparse_model::entries<bool>(m).size()) == set.size());
    CHECK(index_set(m) == set);
  }
  CHECK_THROWS_AS(sparse_mask(index_set{10}, 10), ravel::index_error);
}

TEST_CASE("members of a mask are found from any position on", "[sparse]") {
  const auto m = sparse_mask(index_set(ravel::slice(0, 3000, 1000)), index_t{1} << 50);
  ravel::detail::entry_pass pass;
  auto stream = pass.of(ravel::detail_access::node(m));
  stream.seek(1500001);
  const auto block = stream.next();
  REQUIRE(block.count == 1024);
  CHECK(block.positions[0] == 1501000);
  CHECK(block.values[0]);
  stream.seek(2999001);
  CHECK(stream.next().count == 0);
}

TEST_CASE("a mask of a set that no list could hold", "[sparse]") {
  const index_set run(ravel::slice(7, index_t{1} << 60));
  const auto m = sparse_mask(run, index_t{1} << 61);
  CHECK(index_set(m) == run);
  CHECK(index_set(ravel::argfilter(m)) == run);
  CHECK(any_of(m));
  CHECK(!all_of(m));
  CHECK(index_of(m, true) == 7);
  CHECK(index_of(m, false) == 0);
  CHECK(
      to_string(m).starts_with("#ravel.reader<bool>[2305843009213693952] sparse, 1152921504606846976 stored, density 0.5, fill false, "
                               "2^62 bytes or more\n[false"));
  const auto told = describe(m);
  CHECK((told.stored == run.size() && told.bytes == ravel::index_limit));
  CHECK(to_string(told).find("2^62 bytes or more") != std::string::npos);
  CHECK(describe(ravel::constant(ravel::index_limit, 1.0)).bytes == ravel::index_limit);
}

namespace {

constexpr index_t beyond_lists = index_t{1} << 61;
const index_set low_run(ravel::slice(7, index_t{1} << 60)), high_run(ravel::slice(index_t{1} << 59, index_t{1} << 60));
const index_set alone{3, 7, index_t{1} << 50};

index_set all_of_them() { return index_set(ravel::slice(0, beyond_lists)); }

}  // namespace

TEST_CASE("an expression of masks is set algebra", "[sparse]") {
  const auto a = sparse_mask(low_run, beyond_lists), b = sparse_mask(high_run, beyond_lists), c = sparse_mask(alone, beyond_lists);
  CHECK(index_set(!a) == all_of_them() - low_run);
  CHECK(index_set(a & b) == (low_run & high_run));
  CHECK(index_set(a && b) == (low_run & high_run));
  CHECK(index_set(a | c) == (low_run | alone));
  CHECK(index_set(!(a || c)) == all_of_them() - low_run - alone);
  CHECK(index_set(a ^ b) == (low_run ^ high_run));
  CHECK(index_set(a == b) == all_of_them() - (low_run ^ high_run));
  CHECK(index_set(a != b) == (low_run ^ high_run));
  CHECK(index_set(a && true) == low_run);
  CHECK(index_set((a && !b) || (b && c)) == ((low_run - high_run) | (high_run & alone)));
  CHECK(index_set(map([](bool x, bool y, bool z) { return x + y + z == 1; }, a, b, c)) ==
        ((low_run ^ high_run ^ alone) - (low_run & high_run & alone)));
  CHECK(index_set(a && a) == low_run);
  CHECK(index_set(ravel::reader<bool>(!a) | ravel::reader<bool>(!b)) == all_of_them() - (low_run & high_run));
  CHECK(index_set(ravel::argfilter(!a)) == all_of_them() - low_run);
  CHECK(index_set(!mask(low_run, beyond_lists)) == all_of_them() - low_run);
}

TEST_CASE("parts of masks, masks end to end and constants are set algebra", "[sparse]") {
  const auto a = sparse_mask(low_run, beyond_lists);
  CHECK(index_set(ravel::constant(beyond_lists, true)) == all_of_them());
  CHECK(index_set(ravel::constant(beyond_lists, false)).empty());
  CHECK(index_set(a && ravel::constant(beyond_lists, true)) == low_run);
  CHECK(index_set(slice(!a, 5, index_t{1} << 60)) == index_set{0, 1});
  CHECK(index_set(slice(!a, 3, 0)).empty());
  CHECK(index_set(concat(!a, a)) == ((all_of_them() - low_run) | low_run.offset(beyond_lists)));
  const auto as_matrix = ravel::as_tensor(a, {4, beyond_lists / 4});
  CHECK(index_set(!as_matrix) == all_of_them() - low_run);
  CHECK(index_set(!as_matrix(2, ravel::all)) == index_set(ravel::slice(7, beyond_lists / 4 - 7)));
}

TEST_CASE("masks that are stored join set algebra, others are asked", "[sparse]") {
  const auto a = sparse_mask(low_run, beyond_lists);
  const ravel::sparse_buffer<bool> stored = ravel::make_sparse<bool>(beyond_lists);
  stored.write(6, true);
  stored.write(7, true);
  CHECK(index_set(a && stored) == index_set{7});
  CHECK(index_set(a || stored) == (low_run | index_set{6}));
  CHECK(index_set(!a && stored) == index_set{6});
  CHECK(index_set(!stored) == all_of_them() - index_set{6, 7});

  const index_set few{1, 3, 4};
  const auto numbers = ravel::adopt(std::vector<int>{0, 1, 2, 3, 4, 5});
  CHECK(index_set(sparse_mask(few, 6) && numbers > 1) == index_set{3, 4});
  CHECK(index_set(!sparse_mask(few, 6) && numbers > 1) == index_set{2, 5});
  CHECK(index_set(where(sparse_mask(few, 6), numbers > 3, numbers > 1)) == index_set{2, 4, 5});
}

TEST_CASE("masks in many places of a deep tree are looked at once", "[sparse]") {
  ravel::reader<bool> before = sparse_mask(low_run, beyond_lists), last = sparse_mask(high_run, beyond_lists);
  for (int i = 0; i < 60; ++i) before = std::exchange(last, ravel::reader<bool>(last ^ before));
  CHECK(index_set(last) == high_run);  // as every third is
  CHECK(index_set(before) == low_run);
  CHECK(index_set(last ^ before) == (low_run ^ high_run));
}
