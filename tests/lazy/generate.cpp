// SPDX-License-Identifier: BSL-1.0
// generate: functions with and without state, that throw, and that do not agree to be copied behind their back.
#include <ravel/lazy/iota.hpp>
#include <ravel/lazy/slice.hpp>

#include <support/faults.hpp>
#include <support/model.hpp>
#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

using ravel::generate;
using ravel::index_t;

TEST_CASE("generate keeps the contract") {
  support::contract_types::each([]<class T>() {
    for (const index_t n : support::contract_sizes<T>()) {
      const auto values = support::samples<T>(n);
      support::check_reader(generate(n, [values](index_t i) -> T { return values[static_cast<std::size_t>(i)]; }), values);
    }
  });
}

TEST_CASE("an element is the function of its position") {
  CHECK_EQUAL(generate(5, [](index_t i) { return i * i; }), {0, 1, 4, 9, 16});
  static_assert(std::same_as<decltype(generate(2, [](index_t) -> const std::string& { throw 0; })), ravel::reader<std::string>>);
  static_assert(std::same_as<decltype(generate(2, [](index_t i) { return i > 0; })), ravel::reader<bool>>);
  CHECK(ravel::detail_access::node(generate(5, [](index_t i) { return i; })).depth() == 0);
}

TEST_CASE("the function is kept by value") {
  auto r = [] {
    auto table = std::make_shared<std::vector<double>>(std::vector<double>{1, 2, 3});
    return generate(3, [table](index_t i) { return table->at(static_cast<std::size_t>(i)); });
  }();
  CHECK_EQUAL(r, {1.0, 2.0, 3.0});
  int seven = 7;
  auto f = [seven](index_t i) { return i + seven; };
  const auto from_lvalue = generate(2, f);
  CHECK_EQUAL(from_lvalue, {7, 8});
}

TEST_CASE("a function can look at what is being written, with or without state") {
  const ravel::detail::target_memory target{nullptr, 8, 0, 8};
  const auto meets = [&](const auto& r) { return ravel::detail_access::node(r).meets(target); };
  CHECK(meets(generate(3, [](index_t i) { return i; })) == ravel::detail::overlap::arbitrary);  // there are globals
  CHECK(meets(generate(3, [k = index_t{1}](index_t i) { return i * k; })) == ravel::detail::overlap::arbitrary);
}

TEST_CASE("an exception of the function passes unchanged") {
  const auto r = generate(3000, [](index_t i) -> std::string {
    if (i == 2000) throw std::out_of_range("two thousand");
    return std::string(30, 'x');
  });
  std::vector<std::string> room(3000);
  CHECK_THROWS_AS(r.read(0, room), std::out_of_range);
  CHECK_THROWS_AS(slice(r, 2999, 3000, -1).read(0, room), std::out_of_range);
  CHECK_THROWS_AS(r[2000], std::out_of_range);
  CHECK(r[2001] == std::string(30, 'x'));
}

TEST_CASE("no element leaks when an element throws") {
  const auto steps = support::for_each_explosion([] {
    const auto r = slice(generate(40, [](index_t i) { return support::bomb(static_cast<int>(i)); }), 39, 40, -1);
    std::vector<support::bomb> room(40);
    r.read(0, room);
  });
  CHECK(steps >= 40);
}

TEST_CASE("sizes that generate cannot have") {
  const auto f = [](index_t i) { return i; };
  CHECK_THROWS_AS(generate(-1, f), ravel::value_error);
  CHECK_THROWS_AS(generate(ravel::index_limit + 1, f), ravel::overflow_error);
}

TEST_CASE("positions that the function cannot take are refused when the reader is made") {
  constexpr index_t many = index_t{1} << 31;
  CHECK(generate(many, [](int i) { return i; })[many - 1] == many - 1);
  CHECK_THROWS_AS(generate(many + 1, [](int i) { return i; }), ravel::type_error);
  CHECK_THROWS_AS(generate(many * many / 2 + 2, [](double x) { return x; }), ravel::type_error);
  CHECK_THROWS_AS(generate((1 << 24) + 2, +[](float x) noexcept { return x; }), ravel::type_error);
  CHECK_NOTHROW(generate((1 << 24) + 1, [](const float& x) { return x; }));
  CHECK_NOTHROW(generate(many * 4, [](auto i) { return i; }));
  CHECK_NOTHROW(generate(many * 4, [](std::uint64_t i) { return i; }));
}

TEST_CASE("a truth value is told the positions 0 and 1 alone") {
  const auto same = [](bool b) { return b; };
  CHECK(generate(2, same)[1]);
  CHECK_THROWS_AS(generate(3, same), ravel::type_error);
}
