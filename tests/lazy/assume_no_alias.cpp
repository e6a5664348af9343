// SPDX-License-Identifier: BSL-1.0
// independent: the same elements and the same knowledge, without the meeting.
#include <ravel/lazy/assume.hpp>
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/copy.hpp>

#include <support/model.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

using ravel::independent;
using ravel::index_t;
namespace model = support::model;

TEST_CASE("an independent reader keeps the contract") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      for (const auto& r : support::in_every_way(values)) {
        support::check_reader(assume_no_alias(r), values, support::contract::quick);
        if (n == 17) support::check_reader(reverse(assume_no_alias(r)), model::reverse(values));
      }
    }
  });
}

TEST_CASE("all that is known stays known") {
  CHECK(assume_no_alias(ravel::iota<int>(9)).as_range() == ravel::slice(0, 9));
  CHECK(reverse(assume_no_alias(ravel::iota<int>(9))).as_range() == ravel::slice(8, 9, -1));
  CHECK(assume_no_alias(ravel::iota<int>(9)).sorted());
  CHECK(assume_no_alias(ravel::constant(3, 1.5)).constant() == 1.5);
  const ravel::buffer<int> b{1, 2, 3};
  const auto same = assume_no_alias(b), back = reverse(same);
  CHECK(same.memory()->data == b.data());
  CHECK(back.memory()->data == b.data() + 2);
  static_assert(std::same_as<decltype(assume_no_alias(b)), ravel::reader<int>>);
}

TEST_CASE("an independent reader overlaps nothing, nor does a slice of it") {
  const ravel::buffer<double> b = ravel::make_buffer<double>(4, 1.0);
  const auto target = ravel::detail::target_of(ravel::detail_access::node(b));
  const auto meets = [&](const auto& r) { return ravel::detail_access::node(r).meets(target); };
  const auto foreign = ravel::from(support::by_element<double>{{1, 2, 3, 4}});
  CHECK(meets(foreign) == ravel::detail::overlap::arbitrary);
  CHECK(meets(assume_no_alias(foreign)) == ravel::detail::overlap::none);
  CHECK(meets(reverse(assume_no_alias(foreign))) == ravel::detail::overlap::none);
  CHECK(meets(assume_no_alias(b)) == ravel::detail::overlap::none);
  copy(reverse(assume_no_alias(foreign)), b);
  CHECK_EQUAL(b, {4.0, 3.0, 2.0, 1.0});
}
