// SPDX-License-Identifier: BSL-1.0
#include <ravel/lazy/constant.hpp>
#include <ravel/op/argfilter.hpp>
#include <ravel/op/index_of.hpp>
#include <ravel/print/print.hpp>
#include <ravel/sparse/mask.hpp>

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
  const auto stream = ravel::detail_access::node(m).entries(pass);
  stream->seek(1500001);
  const auto block = stream->next();
  REQUIRE(block.count == 1024);
  CHECK(block.positions[0] == 1501000);
  CHECK(block.values[0]);
  stream->seek(2999001);
  CHECK(stream->next().count == 0);
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
