// SPDX-License-Identifier: BSL-1.0
// all_of, any_of, none_of and count: of masks in every layout and of predicates, and how early they stop.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/map.hpp>
#include <ravel/lazy/operators.hpp>
#include <ravel/lazy/slice.hpp>
#include <ravel/loop/clone.hpp>
#include <ravel/op/fold/logic.hpp>
#include <ravel/storage/list.hpp>

#include <support/faults.hpp>
#include <support/model.hpp>
#include <support/on_one_thread.hpp>
#include <support/sparse_samples.hpp>

namespace {

using ravel::buffer;
using ravel::index_t;
using ravel::reader;
namespace model = support::model;

}  // namespace

TEST_CASE("masks in every layout") {
  support::random r(3);
  for (const index_t n : {0, 1, 2, 63, 64, 65, 8191, 8192, 8193, 20000}) {
    for (const index_t odd : {index_t{-1}, index_t{0}, n / 2, n - 1}) {
      for (const bool most : {false, true}) {
        auto values = std::vector<bool>(static_cast<std::size_t>(n), most);
        if (odd >= 0 && odd < n) values[static_cast<std::size_t>(odd)] = !most;
        const auto trues = static_cast<index_t>(std::count(values.begin(), values.end(), true));
        for (const auto& mask : support::in_every_way(values)) {
          REQUIRE(all_of(mask) == (trues == n));
          REQUIRE(any_of(mask) == (trues > 0));
          REQUIRE(none_of(mask) == (trues == 0));
          REQUIRE(count(mask) == trues);
          const auto same = [](bool value) { return value; };
          REQUIRE(all_of(mask, same) == (trues == n));
          REQUIRE(any_of(mask, same) == (trues > 0));
          REQUIRE(none_of(mask, same) == (trues == 0));
          REQUIRE(count(mask, same) == trues);
        }
      }
    }
    const auto values = r.values<bool>(n);
    CHECK(count(support::in_memory(values)) == std::count(values.begin(), values.end(), true));
  }
}

TEST_CASE("comparisons are masks") {
  const auto x = ravel::iota<int>(5000);
  CHECK(all_of(x >= 0));
  CHECK_FALSE(all_of(x != 4999));
  CHECK(any_of(x == 4999));
  CHECK(none_of(x < 0));
  CHECK(count(x < 1234) == 1234);
  CHECK(count(buffer<double>{1, 2, 3} > 1.5) == 2);
}

namespace {

template <class T>
void check_counts() {
  for (const index_t n : {0, 1, 31, 32, 33, 1000, 8193, 20000}) {
    support::random r(static_cast<std::uint64_t>(n));
    const auto values = model::made<T>(n, [&](index_t) { return r.small<T>(); });
    const auto trues = std::count_if(values.begin(), values.end(), [](T v) { return v > T{2}; });
    for (const reader<T>& x : support::in_every_way(values)) {
      REQUIRE(count(x > T{2}) == trues);
      REQUIRE(count(reader<bool>(x > T{2})) == trues);
      REQUIRE(sum(x > T{2}) == trues);
      REQUIRE(count(x > T{2} && x != x) == 0);
    }
  }
}

}  // namespace

TEST_CASE("a comparison is counted as it is computed, of every type and in every layout") {
  const support::on_one_thread here;
  check_counts<std::int8_t>();
  check_counts<std::uint64_t>();
  check_counts<float>();
  check_counts<double>();
  const auto x = ravel::make_buffer<double>(5000, 2.0);
  const auto before = support::total_allocations();
  const index_t found = count(x > 1.0);
  const auto after = support::total_allocations();
  CHECK(found == 5000);
  CHECK(after == before);
}

TEST_CASE("a predicate is called up to the element that decides, and by count for all") {
  const support::on_one_thread here;
  for (const index_t decisive : {0, 1, 1500, 4999}) {
    std::vector<int> seen;
    const auto x = ravel::iota<int>(5000);
    const auto differs = [&](int value) { return seen.push_back(value), value != decisive; };
    const auto expected = model::made<int>(decisive + 1, [](index_t i) { return static_cast<int>(i); });
    CHECK_FALSE(all_of(x, differs));
    CHECK(seen == expected);
    seen.clear();
    CHECK(any_of(x, [&](int value) { return !differs(value); }));
    CHECK(seen == expected);
    seen.clear();
    CHECK_FALSE(none_of(x, [&](int value) { return !differs(value); }));
    CHECK(seen == expected);
    seen.clear();
    CHECK(count(x, differs) == 4999);
    CHECK(seen.size() == 5000);
  }
}

TEST_CASE("masks stop at the block that decides") {
  const support::on_one_thread here;
  index_t calls = 0;
  const reader<bool> mask = ravel::generate(100'000, [&calls](index_t i) { return ++calls, i == 10; });
  const auto block = ravel::detail::block_length<bool>;
  CHECK(any_of(mask));
  CHECK(calls <= block);
  calls = 0;
  CHECK_FALSE(all_of(mask));
  CHECK(calls <= block);
  calls = 0;
  CHECK_FALSE(none_of(mask));
  CHECK(calls <= block);
  calls = 0;
  CHECK(count(mask) == 1);
  CHECK(calls == 100'000);
}

TEST_CASE("a predicate may have state, and need not give a bool") {
  struct truth {
    bool value;
    operator bool() const { return value; }
  };
  const buffer<int> b{1, 1, 2, 2, 2, 3};
  CHECK(count(b, [last = 0](int value) mutable { return std::exchange(last, value) != value; }) == 3);
  CHECK(any_of(b, [](int value) { return truth{value == 3}; }));
  CHECK(all_of(b, [](int value) { return truth{value > 0}; }));
  CHECK(none_of(b, [](int value) { return truth{value == 9}; }));
  CHECK(count(b, [](int value) { return truth{value == 2}; }) == 3);
  CHECK(any_of(buffer<std::string>{"a", "b"}, [](const std::string& s) { return s == "b"; }));
}

TEST_CASE("masks of nothing") {
  const auto none = ravel::make_buffer<bool>(0);
  CHECK(all_of(none));
  CHECK_FALSE(any_of(none));
  CHECK(none_of(none));
  CHECK(count(none) == 0);
  CHECK(all_of(reader<bool>()));
}

TEST_CASE("logic of the user's own lvalues, and allocations") {
  const support::on_one_thread here;
  struct opted_in : ravel::reader_base {
    int size() const { return 3; }
    bool operator[](index_t i) const { return i != 1; }
  };
  const opted_in mine;
  CHECK(count(mine) == 2);
  CHECK(any_of(mine));
  CHECK_FALSE(all_of(mine));
  CHECK(all_of(ravel::list<bool>{true, true}));
  const auto x = ravel::make_buffer<double>(5000, 2.0);
  index_t found = 0;
  CHECK(support::for_each_allocation_failure(
            [&] { found = count(x > 1.0) + any_of(x > 3.0) + all_of(x, [](double v) { return v > 1; }); }) == 1);  // any_of wants a block
  CHECK(found == 5001);
}

TEST_CASE("sparse masks") {
  for (const index_t n : {0, 1, 50, 3000}) {
    for (const bool fill : {false, true}) {
      for (const index_t one_in : {1, 5, 100000}) {
        const auto mask = support::listed_at_random<bool>(n, fill, one_in, 7);
        CHECK(count(mask) == count(clone(mask)));
        CHECK(all_of(mask) == all_of(clone(mask)));
        CHECK(any_of(mask) == any_of(clone(mask)));
        CHECK(none_of(mask) == none_of(clone(mask)));
      }
    }
  }
  constexpr index_t far = ravel::index_limit;
  const auto r = support::listed<double>(far, 0, {{5, 1.0}, {far - 1, -2.0}});
  CHECK(count(r > 0.0) == 1);
  CHECK(count(r <= 0.0) == far - 1);
  CHECK(!all_of(r <= 0.0));
  CHECK(all_of(r < 2.0));
  CHECK(any_of(r < -1.0));
  CHECK(!any_of(r < -2.0));
}

TEST_CASE("a sparse mask stops at the entry that decides") {
  support::stored_elements<double> entries;
  for (index_t i = 0; i < 100000; ++i) entries[7 * i] = 1.0;
  const auto r = support::listed<double>(700000, 0, entries);
  index_t calls = 0;
  const auto counted = [&](double v) { return ++calls, v > 0; };
  CHECK((any_of(ravel::map(counted, r)) && calls < 3000));
  calls = 0;
  CHECK((!none_of(ravel::map(counted, r)) && calls < 3000));
  calls = 0;
  CHECK((!all_of(ravel::map(counted, r)) && calls < 3000));
  calls = 0;
  CHECK((!all_of(!ravel::map(counted, r)) && calls < 3000));
}
