// SPDX-License-Identifier: BSL-1.0
// constant as a reader, and what it knows of itself.
#include <ravel/lazy/constant.hpp>
#include <ravel/lazy/slice.hpp>

#include <support/reader_contract.hpp>
#include <support/require_equal.hpp>

#include <memory>
#include <string>

using ravel::constant;
using ravel::index_t;

TEST_CASE("a constant keeps the contract") {
  support::contract_types::each([]<class T>() {
    const T value = support::samples<T>(3).back();
    for (const index_t n : support::contract_sizes<T>()) {
      support::check_reader(constant(n, value), std::vector<T>(static_cast<std::size_t>(n), value));
    }
  });
}

TEST_CASE("a constant lends its value with step 0, and so do its slices") {
  const auto r = constant(index_t{1} << 40, 2.5);
  CHECK(r.constant() == 2.5);
  CHECK(r.memory()->step == 0);
  CHECK(r.sorted());
  CHECK(r[(index_t{1} << 40) - 1] == 2.5);
  const auto part = slice(r, 1000, 5, -3);
  CHECK_EQUAL(part, {2.5, 2.5, 2.5, 2.5, 2.5});
  CHECK(part.constant() == 2.5);
}

TEST_CASE("the type of a constant is that of its value, or the one that is asked for") {
  static_assert(std::same_as<decltype(constant(2, 1)), ravel::reader<int>>);
  static_assert(std::same_as<decltype(constant<double>(2, 1)), ravel::reader<double>>);
  CHECK_EQUAL(constant<std::string>(2, "bob"), {"bob", "bob"});
}

TEST_CASE("constants that cannot be") {
  CHECK_THROWS_AS(constant(-1, 0), ravel::value_error);
  CHECK_THROWS_AS(constant(ravel::index_limit + 1, 0), ravel::overflow_error);
}

TEST_CASE("characters behind a pointer are kept as a word") {
  auto word = std::make_unique<std::string>("a word that is too long to stand in a string");
  const auto r = ravel::constant(2, word->c_str());
  static_assert(std::same_as<decltype(r), const ravel::reader<std::string>>);
  const std::string kept = *word;
  word.reset();
  CHECK(r[1] == kept);
}

namespace {

// Its address is not asked for by &.
struct without_address {
  int value = 0;
  without_address* operator&() const = delete;
  bool operator==(const without_address& other) const { return value == other.value; }
};

}  // namespace

TEST_CASE("elements need no operator& of the language's") {
  const ravel::buffer<without_address> b{without_address{1}, without_address{2}};
  b.write(0, without_address{3});
  CHECK((b[0].value == 3 && ravel::constant(2, without_address{4})[1].value == 4));
}
